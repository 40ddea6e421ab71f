/**
 * withCallsLog: one line a call, whatever came of it, in the log before the outcome is handed on.
 *
 * Timing, usage, memory and cost stand here and not in transcripts. Never a prompt, a reply or an error's words: services echo keys
 * and prompts in their error messages, so of a fault only the kind is written. `milliseconds` is the model's own time for a
 * reply, and for a fault the time since it was asked, waits below included.
 */
import { type Model, ModelError, type ModelErrorKind, type ModelReply } from '../model.ts';
import { type Clock, systemClock } from './clock.ts';
import { costOf, type Prices } from './usage.ts';
import { wrap } from './wrap.ts';

export interface CallLine {
  /** When it was asked, ISO 8601. */
  readonly at: string;
  readonly model: string;
  readonly milliseconds: number;
  readonly servedBy?: string;
  readonly usage?: ModelReply['usage'];
  /** Bytes that the model held, where it ran in this process. */
  readonly memory?: number;
  /** Money, where prices are known. */
  readonly cost?: number;
  readonly finish?: ModelReply['finish'];
  /** `program`: something threw that is no fault of a model. */
  readonly error?: ModelErrorKind | 'aborted' | 'program';
  /** It was for no game: a judge asked, or it was timed. */
  readonly beside?: true;
  /** It came from a cache: nothing was asked, and it cost nothing. */
  readonly cached?: true;
  /** No call: from here on games came from workers, who log their own calls. */
  readonly elsewhere?: true;
}

export type CallsLog = (line: CallLine) => Promise<void>;

export interface CallsLogOptions {
  readonly log: CallsLog;
  readonly prices?: Prices;
  readonly clock?: Clock;
}

export function withCallsLog(model: Model, { log, prices, clock = systemClock }: CallsLogOptions): Model {
  return wrap(model, async (request, options) => {
    const asked = clock.now();
    const beside = options.beside && ({ beside: true } as const);
    const call = { at: new Date(asked).toISOString(), model: model.name, ...beside };
    let reply: ModelReply;
    try {
      reply = await model.generate(request, options);
    } catch (error) {
      const kind = options.signal?.aborted ? 'aborted' : error instanceof ModelError ? error.kind : 'program';
      try {
        await log({ ...call, milliseconds: clock.now() - asked, error: kind });
      } catch (unwritten) {
        throw new AggregateError([error, unwritten], (unwritten as Error).message);
      }
      throw error;
    }
    const { milliseconds, servedBy, usage, memory, finish } = reply;
    const cost = prices && costOf(usage, prices);
    await log({ ...call, milliseconds, servedBy, usage, memory, cost, finish });
    return reply;
  });
}
