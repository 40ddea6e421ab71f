/** A database that is restarted is waited for: what is asked of it meanwhile is asked again until it answers. */
import { setTimeout as sleep } from 'node:timers/promises';

export class QueueError extends Error {
  override readonly name = 'QueueError';
}

/** Nobody answers there, which may change. */
export class Unreachable extends QueueError {}

export interface Patience {
  /** Milliseconds without an answer after which it counts as lost. */
  readonly longest: number;
  readonly signal?: AbortSignal;
  /** Told why, and for how many milliseconds by now. */
  readonly onWait?: (error: unknown, waited: number) => void;
}

export const LONGEST_WAIT = 10 * 60_000;

export async function patiently<T>(what: () => Promise<T>, { longest, signal, onWait }: Patience): Promise<T> {
  const begun = performance.now();
  for (let pause = 50; ; pause = Math.min(2000, 2 * pause)) {
    try {
      return await what();
    } catch (error) {
      signal?.throwIfAborted();
      if (isFinal(error)) throw error;
      const waited = performance.now() - begun;
      if (waited > longest)
        throw new QueueError(
          `the queue has not answered for ${Math.round(longest / 1000)} s (${sentenceOf(error)}): go on with --resume when it does`,
        );
      onWait?.(error, waited);
      await sleep(pause, undefined, { signal }).catch((stopped) => {
        throw signal?.reason ?? stopped;
      });
    }
  }
}

/** A mistake in what was asked, which no waiting mends: of ours, a wrong password, a missing right, a pooler, or a certificate that nobody knows. */
export function isFinal(error: unknown): boolean {
  if (error instanceof Unreachable || isEmptied(error)) return false;
  if (error instanceof QueueError || isTls(error) || isPooled(error)) return true;
  // A file of certificates.
  if ((error as { syscall?: string; code?: string }).syscall === 'open') return true;
  if ([TypeError, SyntaxError, URIError].some((kind) => error instanceof kind)) return true;
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return /^(28|42|22|23|3D)/.test(String(code ?? '')) || /^(NOAUTH|WRONGPASS|NOPERM|WRONGTYPE)/.test(message);
}

/** A Postgres without its tables and functions, or without the database: those who had it make them anew. */
export const isEmptied = (error: unknown): boolean =>
  /^(3D000|3F000|42P01|42704|42883)$/.test(String((error as { code?: unknown }).code ?? ''));

/** Postgres has as many connections as it takes. */
export const isFull = (error: unknown): boolean => (error as { code?: unknown }).code === '53300';

/** Postgres or Redis that takes no writes: a standby, or one that was set so. */
export function isReadOnly(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return code === '25006' || message.startsWith('READONLY');
}

/** Who stands before it does not hand on what a session begins with: pgbouncer (which says 08P01 also of what passes), RDS Proxy. */
export function isPooled(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return code === '0A000' || (code === '08P01' && message.includes('startup parameter'));
}

/** Of certificates, and of who speaks without any. */
export function isTls(error: unknown): boolean {
  return /CERT|^ERR_(TLS|SSL)|^UNABLE_TO_/.test(String((error as { code?: unknown }).code ?? ''));
}

/** Some errors of connections have no words, only a code or a list of others. */
export function sentenceOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] };
  if (message?.startsWith('NOAUTH')) return 'it asks for a password';
  return message?.replace(/\.$/, '') || (errors?.[0] ? sentenceOf(errors[0]) : (code ?? String(error)));
}
