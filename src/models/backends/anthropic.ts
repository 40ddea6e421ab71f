/**
 * Anthropic's messages interface. It knows no seed, so none is sent and replies at a temperature do not repeat; its newer
 * models take no temperature either, and the SDK leaves it out for them.
 */
import { type Model, ModelError } from '../model.ts';
import { hostedModel } from './hosted.ts';

export function anthropicModel(model: string, environment = process.env): Model {
  const key = environment.ANTHROPIC_API_KEY;
  const name = `anthropic/${model}`;
  return hostedModel({
    name,
    model,
    key,
    refusesLengths: true,
    async connect() {
      if (!key) throw new ModelError('rejected', name, 'ANTHROPIC_API_KEY is not set in the environment');
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const baseURL = environment.ANTHROPIC_BASE_URL;
      return createAnthropic({ apiKey: key, ...(baseURL ? { baseURL } : {}) })(model);
    },
  });
}
