/**
 * withFallback: asks the models in order until one answers, and the reply says so.
 *
 * A reply from any model but the first carries `fallback`: why each model before it did not answer. `servedBy` is who did.
 * Every fault moves on to the next model; an abort and a mistake in the program do not. When nobody answers, the fault names
 * all reasons and has the kind of the last. The chain's name and digest are made from those of all its members, since any of
 * them may be what answers; an experiment that forbids fallbacks uses the first model by itself.
 */
import { contentHash } from '../../core/index.ts';
import { type Model, ModelError } from '../model.ts';
import { faultOrThrow, reasonOf } from './wrap.ts';

export function withFallback(models: readonly Model[]): Model {
  if (models.length < 2) throw new RangeError(`a fallback chain has at least 2 models, got ${models.length}`);
  const chainName = () => models.map((model) => model.name).join('|');
  return {
    get name() {
      return chainName();
    },
    get digest() {
      return contentHash(models.map((model) => model.digest));
    },
    async generate(request, options = {}) {
      options.signal?.throwIfAborted();
      const faults: ModelError[] = [];
      for (const model of models) {
        try {
          const reply = await model.generate(request, options);
          if (faults.length === 0) return reply;
          const reasons = faults.map(reasonOf).concat(reply.fallback ?? []); // a member may be a chain itself
          return { ...reply, fallback: reasons.join('; ') };
        } catch (error) {
          faults.push(faultOrThrow(error, options.signal));
        }
      }
      const last = faults.at(-1) as ModelError;
      const reasons = faults.map(reasonOf).join('; ');
      throw new ModelError(last.kind, chainName(), `none of ${models.length} models answered: ${reasons}`, {
        retryAfter: last.retryAfter,
        status: last.status,
        cause: new AggregateError(faults),
      });
    },
    async close() {
      const outcomes = await Promise.allSettled(models.map(async (model) => model.close?.()));
      const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      if (failed.length === 1) throw failed[0];
      if (failed.length > 1) throw new AggregateError(failed, `${failed.length} models did not close`);
    },
  };
}
