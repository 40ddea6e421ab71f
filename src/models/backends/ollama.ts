/**
 * Ollama, through its OpenAI-compatible interface at /v1. OLLAMA_HOST says where, as for Ollama itself: a host, a host and
 * port, or an address; by default this machine.
 */
import { type Model, ModelError } from '../model.ts';
import { hostedModel } from './hosted.ts';
import { connectCompatible } from './openai-compatible.ts';

const PORT = 11434;

export function ollamaModel(model: string, environment = process.env): Model {
  const name = `ollama/${model}`;
  const url = `${ollamaAddress(environment.OLLAMA_HOST)}/v1`;
  return hostedModel({
    name,
    model,
    connect: () => connectCompatible({ name, model, url }),
    explain: (status) =>
      status === 404
        ? new ModelError('missing', name, `Ollama does not have this model; get it with "ollama pull ${model}"`)
        : undefined,
  });
}

/** The address behind OLLAMA_HOST. 0.0.0.0 is where a server listens; one asks it on this machine. */
export function ollamaAddress(host = ''): string {
  const given = host.trim() || '127.0.0.1';
  const url = new URL(/^https?:\/\//.test(given) ? given : `http://${given}`);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  const bare = !/:\d+$/.test(given.replace(/\/+$/, ''));
  if (bare && !/^https?:\/\//.test(given)) url.port = String(PORT);
  return url.href.replace(/\/+$/, '');
}
