/** What a seat is told of itself over the wire: all that it knows, but for what the domain keeps to scripts of the house. */
import { findKit } from '../core/index.ts';

export function toldOf(domain: string, own: unknown): unknown {
  if (own === undefined || own === null) return {};
  return findKit(domain)?.told?.(own) ?? own;
}
