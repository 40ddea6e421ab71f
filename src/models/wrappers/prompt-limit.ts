/**
 * withPromptLimit: refuses a prompt that is too long, with both numbers, before anything is spent on it.
 *
 * Characters are UTF-16 units over all messages; tokens are the guess of usage.ts. Nothing is cut: a prompt that lost its
 * beginning is another prompt.
 */
import { type Model, ModelError } from '../model.ts';
import { approximateTokens } from './usage.ts';
import { requireWhole, wrap } from './wrap.ts';

export interface PromptLimitOptions {
  readonly characters?: number;
  readonly tokens?: number;
}

export function withPromptLimit(model: Model, { characters, tokens }: PromptLimitOptions): Model {
  if (characters !== undefined) requireWhole('characters', characters, 1);
  if (tokens !== undefined) requireWhole('tokens', tokens, 1);
  return wrap(model, async (request, options) => {
    const length = request.messages.reduce((sum, message) => sum + message.content.length, 0);
    const refuse = (size: string, limit: string) => {
      throw new ModelError('rejected', model.name, `the prompt has ${size}, over the limit of ${limit}`);
    };
    if (characters !== undefined && length > characters) refuse(`${length} characters`, `${characters}`);
    const about = approximateTokens(request);
    if (tokens !== undefined && about > tokens) refuse(`about ${about} tokens`, `${tokens}`);
    return model.generate(request, options);
  });
}
