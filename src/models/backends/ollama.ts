/**
 * Ollama, through its OpenAI-compatible interface at /v1. Its digest is that of the model's manifest, which changes whenever a
 * tag is pulled again with other weights, another template or other parameters.
 */
import { type Model, ModelError } from '../model.ts';
import { hostedModel } from './hosted.ts';
import { entriesOf, fieldsOf, hashIn, lookUp, notKnown } from './identity.ts';
import { connectCompatible } from './openai-compatible.ts';

const PORT = 11434;

export interface OllamaOptions {
  readonly model: string;
  /** Where Ollama listens; this machine unless it is said. */
  readonly url?: string;
}

export async function ollamaModel({ model, url = ollamaAddress() }: OllamaOptions): Promise<Model> {
  const name = `ollama/${model}`;
  const missing = () =>
    new ModelError('missing', name, `Ollama does not have this model; get it with "ollama pull ${model}"`);
  return hostedModel({
    name,
    model,
    digest: await digestOf(),
    connect: () => connectCompatible({ name, model, url: `${url}/v1` }),
    explain: (status) => (status === 404 ? missing() : undefined),
  });

  async function digestOf(): Promise<string> {
    const tags = await lookUp({ name, url: `${url}/api/tags` });
    if (tags === undefined) return notKnown(model, url, undefined);
    const entry = entriesOf(tags, 'models').find((one) => one.name === withTag(model));
    if (!entry) throw missing();
    // A model of Ollama's cloud is a line in the list; its weights are elsewhere.
    const hash = entry.remote_host ? undefined : hashIn(entry.digest);
    return hash ?? notKnown(model, url, fieldsOf(entry, ['digest', 'remote_host', 'remote_model']));
  }
}

/** A name without a tag means the latest; a colon before the last slash is a port's. */
function withTag(model: string): string {
  return /:[^/]*$/.test(model) ? model : `${model}:latest`;
}

/** The address behind OLLAMA_HOST: a host, a host and port, or an address. 0.0.0.0 is where a server listens; one asks it on this machine. */
export function ollamaAddress(host = ''): string {
  const given = host.trim() || '127.0.0.1';
  const url = new URL(/^https?:\/\//.test(given) ? given : `http://${given}`);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  const bare = !/:\d+$/.test(given.replace(/\/+$/, ''));
  if (bare && !/^https?:\/\//.test(given)) url.port = String(PORT);
  return url.href.replace(/\/+$/, '');
}
