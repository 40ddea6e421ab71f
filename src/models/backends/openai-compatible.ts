/**
 * Any server that speaks OpenAI's chat completions: OpenAI itself, vLLM, llama.cpp, Hugging Face endpoints, `parley models
 * serve`. A schema goes out as response_format json_schema.
 */
import { type Model, ModelError } from '../model.ts';
import { hostedModel } from './hosted.ts';

export interface CompatibleOptions {
  /** As in "compatible/qwen". */
  readonly name: string;
  /** What the server calls the model. */
  readonly model: string;
  /** Up to and including /v1. */
  readonly url: string;
  readonly key?: string | undefined;
}

export function compatibleModel({ name, model, url, key }: CompatibleOptions): Model {
  return hostedModel({ name, model, key, connect: () => connectCompatible({ name, model, url, key }) });
}

const OPENAI = 'https://api.openai.com/v1';

/** OpenAI's newer models refuse max_tokens under its old name. */
export function openaiModel(model: string, environment = process.env): Model {
  const name = `openai/${model}`;
  const key = environment.OPENAI_API_KEY;
  const url = environment.OPENAI_BASE_URL || OPENAI;
  const transformRequestBody = ({ max_tokens, ...body }: Record<string, unknown>) => ({
    ...body,
    max_completion_tokens: max_tokens,
  });
  return hostedModel({
    name,
    model,
    key,
    refusesLengths: true,
    async connect() {
      if (!key && url === OPENAI)
        throw new ModelError('rejected', name, 'OPENAI_API_KEY is not set in the environment');
      return connectCompatible({ name, model, url, key, transformRequestBody });
    },
  });
}

interface Connection extends CompatibleOptions {
  readonly transformRequestBody?: (body: Record<string, unknown>) => Record<string, unknown>;
}

export async function connectCompatible({ name, model, url, key, transformRequestBody }: Connection) {
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
