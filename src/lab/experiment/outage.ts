/**
 * An outage: a model that has stopped answering, as when its server died. Told by its calls: faults of the line (transport,
 * timeout) one after the other, with no reply in between. A budget that is spent is one from the first refusal on, and no reply ends
 * it: a smaller request may still fit, but the game that was refused is lost.
 *
 * A game that fails in an outage says nothing of its players. It is kept as failed only when the outage proves short; when it
 * does not, the run stops without it, and the resumed run plays it.
 */
import type { Model, ModelError } from '../../models/index.ts';
import { faultOrThrow, wrap } from '../../models/wrappers/wrap.ts';

export interface Outages {
  /** The same model, its calls counted. */
  watched(model: Model): Model;
  /** The longest row of faults that has not ended with a reply: how many calls, and the last of them. */
  current(): Outage | undefined;
}

export interface Outage {
  readonly calls: number;
  readonly last: ModelError;
}

export function watchOutages(): Outages {
  const open = new Map<string, Outage>();
  let spent: Outage | undefined;
  return {
    watched: (model) =>
      wrap(model, async (request, options) => {
        const key = `${model.name} ${model.digest}`; // two servers may have a model of one name
        try {
          const reply = await model.generate(request, options);
          open.delete(key);
          return reply;
        } catch (error) {
          const fault = faultOrThrow(error, options.signal);
          if (fault.kind === 'spent') spent ??= { calls: Number.POSITIVE_INFINITY, last: fault };
          if (fault.kind === 'transport' || fault.kind === 'timeout')
            open.set(key, { calls: (open.get(key)?.calls ?? 0) + 1, last: fault });
          throw fault;
        }
      }),
    current: () => spent ?? [...open.values()].sort((a, b) => b.calls - a.calls)[0],
  };
}
