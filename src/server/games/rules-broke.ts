/** Rules of a domain that throw where they should answer: a mistake of whoever wrote them, told in one sentence. */
import type { Domain } from '../../core/index.ts';

/** How a game ended whose rules broke. It has no transcript: no rules would replay it. */
export interface Breakdown {
  readonly kind: 'failed';
  readonly turn: number;
  readonly reason: string;
}

const LONGEST = 300;

export function rulesBroke({ name }: Pick<Domain, 'name'>, error: unknown): Error {
  const said = error instanceof Error ? error.message : String(error);
  const line = said.split('\n').find((one) => one.trim() !== '') ?? 'no reason was given';
  return new Error(`the rules of ${name} broke: ${line.trim().slice(0, LONGEST)}`);
}
