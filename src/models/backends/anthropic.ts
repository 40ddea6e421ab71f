/**
 * Anthropic's messages interface. It knows no seed, so none is sent and replies at a temperature do not repeat; its newer
 * models take no temperature either, and the SDK leaves it out for them.
 *
 * A dated name pins the weights; of any other name the service is asked which model it stands for.
 */
import { type Model, ModelError } from '../model.ts';
import { hostedModel } from './hosted.ts';
import { dated, fieldsOf, lookUp, notKnown } from './identity.ts';

const ANTHROPIC = 'https://api.anthropic.com/v1';
const DATE = /-\d{8}$/;

export interface AnthropicOptions {
  readonly model: string;
  readonly key: string | undefined;
  /** Up to and including /v1. */
  readonly url?: string | undefined;
  /** Sent with every request, such as the one by which a program allows calls from a browser. */
  readonly headers?: Readonly<Record<string, string>>;
}

export async function anthropicModel(options: AnthropicOptions): Promise<Model> {
  const { model, key, url = ANTHROPIC, headers = {} } = options;
  const name = `anthropic/${model}`;
  if (!key) throw new ModelError('rejected', name, 'Anthropic needs a key');
  return hostedModel({
    name,
    model,
    key,
    digest: await digestOf(key),
    strict: true,
    async connect() {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey: key, baseURL: url, headers: { ...headers } })(model);
    },
  });

  async function digestOf(apiKey: string): Promise<string> {
    if (DATE.test(model)) return dated(model, url);
    const page = `${url.replace(/\/+$/, '')}/models/${encodeURIComponent(model)}`;
    const known = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01', ...headers };
    const says = fieldsOf(await lookUp({ name, url: page, headers: known }), ['id', 'created_at']);
    return typeof says.id === 'string' && DATE.test(says.id) ? dated(says.id, url) : notKnown(model, url, says);
  }
}
