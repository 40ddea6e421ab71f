/**
 * An outage: a model that has stopped answering, as when its server died. Told by its calls: faults of the line (transport,
 * timeout) one after the other, with no reply in between.
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
  return {
    watched: (model) =>
      wrap(model, async (request, options) => {
        try {
          const reply = await model.generate(request, options);
          open.delete(model.name);
          return reply;
        } catch (error) {
          const fault = faultOrThrow(error, options.signal);
          if (fault.kind === 'transport' || fault.kind === 'timeout')
            open.set(model.name, { calls: (open.get(model.name)?.calls ?? 0) + 1, last: fault });
          throw fault;
        }
      }),
    current: () => [...open.values()].sort((a, b) => b.calls - a.calls)[0],
  };
}
