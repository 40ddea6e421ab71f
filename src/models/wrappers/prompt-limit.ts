/**
 * withPromptLimit: refuses a prompt that is too long, with both numbers, before anything is spent on it.
 *
 * Tokens are the guess of usage.ts, the schema included. Nothing is cut: a prompt that lost its beginning is another prompt.
 */
import { type Model, ModelError } from '../model.ts';
import { approximateTokens } from './usage.ts';
import { requireWhole, wrap } from './wrap.ts';

export interface PromptLimitOptions {
  readonly tokens: number;
}

export function withPromptLimit(model: Model, { tokens }: PromptLimitOptions): Model {
  requireWhole('tokens', tokens, 1);
  return wrap(model, async (request, options) => {
    const about = approximateTokens(request);
    if (about > tokens)
      throw new ModelError('rejected', model.name, `the prompt has about ${about} tokens, over the limit of ${tokens}`);
    return model.generate(request, options);
  });
}
