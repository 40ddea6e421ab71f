/**
 * withConcurrency: at most `limit` requests at a time; the others wait in line, first come, first served.
 *
 * A place is taken until the model below is really done, so a model that ignores an abort keeps its place; a timeout below
 * frees it.
 */
import type { Model } from '../model.ts';
import { createGate } from './gate.ts';
import { requireWhole, wrap } from './wrap.ts';

export interface ConcurrencyOptions {
  readonly limit: number;
}

export function withConcurrency(model: Model, { limit }: ConcurrencyOptions): Model {
  requireWhole('limit', limit, 1);
  const gate = createGate(limit);
  return wrap(model, async (request, options) => {
    const leave = await gate.enter(options.signal);
    try {
      return await model.generate(request, options);
    } finally {
      leave();
    }
  });
}
