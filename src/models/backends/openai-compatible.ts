/**
 * Any server that speaks OpenAI's chat completions: OpenAI itself, vLLM, llama.cpp, Hugging Face endpoints, `parley models
 * serve`. A schema goes out as response_format json_schema.
 *
 * Which weights it has is asked at /models: our own servers tell a hash; of others goes into the digest what does not change
 * by itself. `created` is left out, since vLLM and llama.cpp put the present time there. llama.cpp tells the file and its own
 * build at /props.
 */
import { type Model, ModelError } from '../model.ts';
import { type HostedOptions, hostedModel } from './hosted.ts';
import { dated, entriesOf, fieldsOf, hashIn, lookUp, notKnown } from './identity.ts';

export interface CompatibleOptions {
  /** As in "compatible/qwen". */
  readonly name?: string;
  /** What the server calls the model. */
  readonly model: string;
  /** Up to and including /v1. */
  readonly url: string;
  readonly key?: string | undefined;
}

export async function compatibleModel(options: CompatibleOptions): Promise<Model> {
  const { model, key, name = `compatible/${model}` } = options;
  const connection = { ...options, name };
  const digest = await compatibleDigest(connection);
  return hostedModel({ name, model, key, digest, connect: () => connectCompatible(connection) });
}

const OPENAI = 'https://api.openai.com/v1';
const DATE = /-\d{4}-\d{2}-\d{2}$/;

export interface OpenaiOptions {
  readonly model: string;
  readonly key?: string | undefined;
  readonly url?: string | undefined;
}

/** OpenAI's newer models refuse max_tokens under its old name. */
export async function openaiModel({ model, key, url = OPENAI }: OpenaiOptions): Promise<Model> {
  const name = `openai/${model}`;
  if (!key && url === OPENAI) throw new ModelError('rejected', name, 'OpenAI needs a key');
  const transformRequestBody = ({ max_tokens, ...body }: Record<string, unknown>) => ({
    ...body,
    max_completion_tokens: max_tokens,
  });
  return hostedModel({
    name,
    model,
    key,
    digest: DATE.test(model) ? dated(model, url) : await compatibleDigest({ name, model, url, key }),
    strict: true,
    connect: () => connectCompatible({ name, model, url, key, transformRequestBody }),
  });
}

interface Connection extends CompatibleOptions {
  readonly name: string;
  readonly transformRequestBody?: (body: Record<string, unknown>) => Record<string, unknown>;
}

async function compatibleDigest({ name, model, url, key }: Connection): Promise<string> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const base = url.replace(/\/+$/, '');
  const entries = entriesOf(await lookUp({ name, url: `${base}/models`, headers }), 'data');
  // A server with a single model, such as llama.cpp, answers with it whatever name it is asked for.
  const entry = entries.find(({ id }) => id === model) ?? (entries.length === 1 ? entries[0] : undefined);
  const hash = hashIn(entry?.digest);
  if (hash) return hash;
  const props =
    entry?.owned_by === 'llamacpp'
      ? await lookUp({ name, url: `${base.replace(/\/v1$/, '')}/props`, headers })
      : undefined;
  return notKnown(model, url, {
    ...fieldsOf(entry, ['id', 'owned_by', 'root', 'parent', 'meta']),
    ...fieldsOf(props, ['model_path', 'build_info', 'chat_template']),
  });
}

type Connected = Awaited<ReturnType<HostedOptions['connect']>>;

export async function connectCompatible(connection: Connection): Promise<Connected> {
  const { name, model, url, key, transformRequestBody } = connection;
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: name.split('/')[0] as string,
    baseURL: url.replace(/\/+$/, ''),
    supportsStructuredOutputs: true,
    ...(key ? { apiKey: key } : {}),
    ...(transformRequestBody ? { transformRequestBody } : {}),
  });
  return provider.chatModel(model);
}
