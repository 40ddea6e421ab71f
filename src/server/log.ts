/**
 * Structured logs: one JSON line a request on standard error. What is logged is listed here and nowhere else: the route's
 * pattern instead of its path (ids of games open games), never a query, a header, a cookie or a body.
 */
import { type Logger, pino } from 'pino';

export type { Logger };

export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false }),
  );
}

export const silentLogger = (): Logger => pino({ level: 'silent' });

/** An error without what it may carry along: its name, its sentence and where it was thrown. */
export function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, message: withoutAddress(error.message), stack: error.stack?.split('\n').slice(1, 6) };
}

/** The address of a database holds its password. */
function withoutAddress(text: string): string {
  return text.replace(/\b\w+:\/\/[^\s"']+/g, '[address]');
}
