/**
 * withRateLimit: so many requests, and optionally tokens, a minute, an hour and a day, each a sliding window that holds.
 *
 * When a window is full a request waits in line (first come, first served) or is refused with a `limit` fault that says when
 * to come back. Tokens are booked before asking as the most the request may use (usage.ts) and corrected to what the reply
 * reports; a request without a usage report stays booked in full. The windows live in memory: a restart begins empty ones.
 */
import { type Model, ModelError, type ModelRequest } from '../model.ts';
import { type Clock, systemClock } from './clock.ts';
import { createGate } from './gate.ts';
import { type SlidingWindow, slidingWindow } from './sliding-window.ts';
import { mostUsage, totalTokens } from './usage.ts';
import { requireWhole, wrap } from './wrap.ts';

export interface Windows {
  readonly minute?: number;
  readonly hour?: number;
  readonly day?: number;
}

export interface RateLimitOptions {
  readonly requests?: Windows;
  readonly tokens?: Windows;
  readonly whenFull?: 'wait' | 'throw';
  readonly clock?: Clock;
}

/** What is refused for good: more tokens than a whole window has. */
export const tooLarge = (model: Model, need: number, limit: number, span: string): ModelError =>
  new ModelError('rejected', model.name, `the request may use ${need} tokens, over its ${limit} ${span}`);

/** `tokens an hour`. */
export const perSpan = (what: string, span: keyof Windows): string => `${what} ${span === 'hour' ? 'an' : 'a'} ${span}`;

const SPANS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

function windowsOf(what: string, limits: Windows): SlidingWindow[] {
  return (['minute', 'hour', 'day'] as const).flatMap((span) => {
    const limit = limits[span];
    if (limit === undefined) return [];
    requireWhole(`${what} per ${span}`, limit, 1);
    return [slidingWindow(limit, SPANS[span], perSpan(what, span))];
  });
}

export function withRateLimit(
  model: Model,
  { requests = {}, tokens = {}, whenFull = 'wait', clock = systemClock }: RateLimitOptions,
): Model {
  const requestWindows = windowsOf('requests', requests);
  const tokenWindows = windowsOf('tokens', tokens);
  const turnstile = createGate(1); // who stands in it is the head of the line; the others wait behind
  let wake: AbortController | undefined;

  /** The window that opens last for this request, and when. */
  function fullest(need: number): { readonly wait: number; readonly window?: SlidingWindow } {
    const now = clock.now();
    const waits = [
      ...requestWindows.map((window) => ({ wait: window.waitFor(1, now), window })),
      ...tokenWindows.map((window) => ({ wait: window.waitFor(need, now), window })),
    ];
    return waits.reduce((a, b) => (b.wait > a.wait ? b : a), { wait: 0 } as { wait: number; window?: SlidingWindow });
  }

  function book(need: number): (actual: number) => void {
    const now = clock.now();
    for (const window of requestWindows) window.book(1, now);
    const corrections = tokenWindows.map((window) => window.book(need, now));
    return (actual) => {
      for (const correct of corrections) correct(actual);
      wake?.abort(); // there may be room before the head of the line thought there would be
    };
  }

  async function bookInLine(need: number, signal: AbortSignal | undefined) {
    const leave = await turnstile.enter(signal);
    const abort = () => wake?.abort();
    signal?.addEventListener('abort', abort);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const { wait } = fullest(need);
        if (wait <= 0) return book(need);
        wake = new AbortController();
        await clock.sleep(wait, wake.signal).catch(() => undefined); // woken: look again
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      leave();
    }
  }

  function bookNow(need: number) {
    const { wait, window } = fullest(need);
    if (!window) return book(need);
    throw new ModelError('limit', model.name, `its ${window.limit} ${window.span} are used up`, {
      retryAfter: wait / 1000,
    });
  }

  function needOf(request: ModelRequest): number {
    const need = totalTokens(mostUsage(request));
    for (const { limit, span } of tokenWindows) if (need > limit) throw tooLarge(model, need, limit, span);
    return need;
  }

  return wrap(model, async (request, options) => {
    const need = needOf(request);
    await model.prepare?.();
    const correct = whenFull === 'wait' ? await bookInLine(need, options.signal) : bookNow(need);
    const reply = await model.generate(request, options);
    if (totalTokens(reply.usage) > 0) correct(totalTokens(reply.usage));
    return reply;
  });
}
