/**
 * Models by name, the same everywhere: BACKEND[/MODEL][?option=value&...].
 *
 *   embedded                      the one model of the store, or the one that PARLEY_MODEL names
 *   embedded/smollm2              a model of the store
 *   embedded/./models/x.gguf      a file; ?lora=FILE[*SCALE] (as often as wanted), sequences, context, threads, gpu
 *   ollama/llama3.2:3b            OLLAMA_HOST
 *   openai/gpt-x                  OPENAI_API_KEY
 *   anthropic/claude-x            ANTHROPIC_API_KEY
 *   compatible/NAME               any OpenAI-compatible server: PARLEY_SERVER_URL or ?url=, key in PARLEY_SERVER_KEY
 *   scripted                      an answer that never changes, for trying things out
 * One name gives one model as long as it is open, so that two seats with the same weights share them and are decoded in one
 * batch. Weights are loaded at the first call; what is missing is said at once. A server is asked which weights it has each time
 * it is named (backends/identity.ts): where it has others by now, they are another model.
 */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve as resolvePath } from 'node:path';
import { anthropicModel } from '../backends/anthropic.ts';
import { ollamaAddress, ollamaModel } from '../backends/ollama.ts';
import { compatibleModel, openaiModel } from '../backends/openai-compatible.ts';
import { scriptedModel } from '../backends/scripted.ts';
import { type Model, ModelError } from '../model.ts';
import { type Adapter, type EmbeddedModel, embeddedModel } from './embedded.ts';
import { catalogue } from './pull.ts';
import { fileDigest, findModel, listModels } from './store.ts';

/** The options that a model's name takes, by backend. */
export const modelOptions: Readonly<Record<string, readonly string[]>> = {
  embedded: ['lora', 'sequences', 'context', 'threads', 'gpu'],
  ollama: [],
  openai: [],
  anthropic: [],
  compatible: ['url'],
  scripted: [],
};

const open = new Map<string, Model>();

export interface Restrictions {
  /** Model servers that the name may give as ?url= beside the one in PARLEY_SERVER_URL; the key is sent to that one alone. */
  readonly addresses: readonly string[];
}

/** Weights are loaded once for each set of adapters: this many sets may callers of a server have open. */
const MOST_ADAPTED = 4;

/**
 * With `restrictions` where whoever gives the name is not who owns the keys, the files and the memory: a caller of a server. It names
 * models and adapters of the store, and leaves the rest as it is.
 */
export async function resolveModel(name: string, restrictions?: Restrictions): Promise<Model> {
  const parts = split(name);
  const { backend } = parts;
  if (backend === 'embedded') {
    if (restrictions) requireStored(parts);
    const key = `embedded/${resolvePath(weights(parts.model))}?${parts.options}`;
    const adapted = () => [...open.keys()].filter((one) => one.includes('?lora=')).length;
    if (restrictions && key.includes('?lora=') && !open.has(key) && adapted() >= MOST_ADAPTED)
      throw new RangeError(`${MOST_ADAPTED} models with adapters are open here, which is all there may be`);
    return shared(key, () => embedded(parts));
  }
  const model = backend === 'scripted' ? scripted() : await hosted(parts, restrictions);
  // One made with a key is not for who may not use it.
  return shared(`${parts.whole} ${model.digest}${restrictions ? ' restricted' : ''}`, () => model);
}

function requireStored({ model, options }: Parts): void {
  const own = [...options.keys()].find((key) => key !== 'lora');
  if (own) throw new RangeError(`${own} is not for a caller of a server to set: leave it out`);
  const adapters = options.getAll('lora').map((text) => cut(text, '*')[0]);
  // A model that is not named is the owner's own, wherever it lies.
  for (const name of model ? [model, ...adapters] : adapters)
    if (name.endsWith('.gguf') || !findModel(name))
      throw new RangeError(`a caller names models and adapters of the store${stored()}, got "${name.slice(0, 100)}"`);
}

/** The model under this key, made when it is not open; "embedded" and "embedded/smollm2" may be the same weights. */
function shared(key: string, make: () => Model): Model {
  const known = open.get(key);
  if (known) return known;
  const model = make();
  const close = async () => {
    open.delete(key);
    await model.close?.();
  };
  const made = { ...model, close };
  open.set(key, made);
  return made;
}

/** Closes every model that is open: at the end of a command. */
export async function closeModels(): Promise<void> {
  await Promise.all([...open.values()].map((model) => model.close?.()));
}

/** The embedded model of a name such as "smollm2" or "./x.gguf?threads=2", with its stream, for the server. */
export function resolveEmbedded(name?: string): EmbeddedModel {
  return embedded(split(name === undefined ? 'embedded' : `embedded/${name}`));
}

interface Parts {
  readonly whole: string;
  readonly backend: string;
  readonly model: string | undefined;
  readonly options: URLSearchParams;
}

const scripted = () => scriptedModel(() => 'I have nothing to add.', { digest: 'scripted' });

async function hosted(parts: Parts, restrictions: Restrictions | undefined): Promise<Model> {
  const { OLLAMA_HOST, OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL } = process.env;
  switch (parts.backend) {
    case 'ollama':
      return ollamaModel({ model: required(parts, 'llama3.2:3b'), url: ollamaAddress(OLLAMA_HOST) });
    case 'openai': {
      const model = required(parts, 'gpt-x');
      if (!OPENAI_API_KEY && !OPENAI_BASE_URL) throw noKey(parts, 'OPENAI_API_KEY');
      return openaiModel({ model, key: OPENAI_API_KEY, url: OPENAI_BASE_URL || undefined });
    }
    case 'anthropic': {
      const model = required(parts, 'claude-x');
      if (!ANTHROPIC_API_KEY) throw noKey(parts, 'ANTHROPIC_API_KEY');
      return anthropicModel({ model, key: ANTHROPIC_API_KEY, url: ANTHROPIC_BASE_URL || undefined });
    }
    default:
      return compatible(parts, restrictions);
  }
}

function noKey({ whole }: Parts, variable: string): ModelError {
  return new ModelError('rejected', whole, `${variable} is not set in the environment: set it to your key there`);
}

/** A name that no model can have. */
export class ModelNameError extends RangeError {
  override readonly name = 'ModelNameError';
}

/** Refuses a name that no model can have; whether there is such a model is found out when it is asked. */
export function checkModelName(name: string): void {
  split(name);
}

function split(whole: string): Parts {
  const [path = '', query = ''] = cut(whole, '?');
  const [backend = '', model] = cut(path, '/');
  const takes = modelOptions[backend];
  if (!Object.hasOwn(modelOptions, backend) || !takes) {
    const backends = Object.keys(modelOptions).join(', ');
    const [bare, option] = cut(whole, '&');
    const [kind, rest] = cut(whole, ':');
    const meant =
      rest && Object.hasOwn(modelOptions, kind) ? `${kind}/${rest}` : findModel(path) && `embedded/${whole}`;
    const hint = meant
      ? `; did you mean ${meant}?`
      : option && !query
        ? `; the first option follows a question mark, as in ${bare}?${option}`
        : '';
    throw new ModelNameError(`a model is BACKEND/MODEL with a backend out of ${backends}, got "${whole}"${hint}`);
  }
  const options = new URLSearchParams(query);
  for (const key of options.keys()) {
    if (!takes.includes(key))
      throw new ModelNameError(
        `${backend} has no option "${key}"; it takes ${takes.length ? takes.join(', ') : 'none'}`,
      );
  }
  return { whole, backend, model, options };
}

function required({ backend, model }: Parts, example: string): string {
  if (!model) throw new ModelNameError(`${backend} needs a model, as in ${backend}/${example}`);
  return model;
}

function compatible(parts: Parts, restrictions: Restrictions | undefined): Promise<Model> {
  const model = required(parts, 'qwen');
  const { PARLEY_SERVER_URL: own, PARLEY_SERVER_KEY: key } = process.env;
  const named = parts.options.get('url');
  const url = named ?? own;
  if (!url)
    throw new RangeError('compatible needs a server: set PARLEY_SERVER_URL to its address up to /v1, or add ?url=');
  if (!restrictions || named === null || sameAddress(named, own)) return compatibleModel({ model, url, key });
  if (!restrictions.addresses.some((one) => sameAddress(named, one)))
    throw new RangeError(
      `${named.slice(0, 200)} is no model server that may be named here: its owner adds it with --model-address`,
    );
  return compatibleModel({ model, url });
}

function sameAddress(a: string, b: string | undefined): boolean {
  const plain = (text: string) => (URL.canParse(text) ? new URL(text).href.replace(/\/+$/, '') : undefined);
  return b !== undefined && plain(a) !== undefined && plain(a) === plain(b);
}

function embedded({ model, options }: Parts): EmbeddedModel {
  const path = weights(model);
  const adapters = options.getAll('lora').map(adapter);
  const marks = adapters.map(({ path: file, scale }) => `+${title(file)}${scale === 1 ? '' : `*${scale}`}`);
  const digests = adapters.map(({ path: file, scale }) => `+${fileDigest(file)}*${scale}`);
  const gpu = options.get('gpu') ?? 'auto';
  if (gpu !== 'auto' && gpu !== 'off') throw new RangeError(`gpu is auto or off, got "${gpu}"`);
  return embeddedModel({
    // The name holds no folder of this machine; the digest says which file it was.
    name: `embedded/${title(path)}${marks.join('')}`,
    digest: `sha256:${fileDigest(path)}${digests.join('')}`,
    path,
    adapters,
    gpu: gpu === 'auto' ? 'auto' : false,
    ...whole(options, 'sequences', 'sequences', 1024),
    ...whole(options, 'context', 'contextSize', 1 << 20),
    ...whole(options, 'threads', 'threads', 1024),
  });
}

function weights(model: string | undefined): string {
  const name = model || process.env.PARLEY_MODEL;
  if (name?.endsWith('.gguf')) return file(name);
  const pull = `get one with "parley models pull ${catalogue[0]?.name}", or name a file, as in embedded/./model.gguf`;
  if (name) {
    const card = findModel(name);
    if (card) return card.path;
    throw new ModelError('missing', `embedded/${name}`, `the store has no such model${stored()}; ${pull}`);
  }
  const [first, ...others] = listModels();
  if (!first) throw new ModelError('missing', 'embedded', `there is no model in the store; ${pull}`);
  if (others.length > 0) throw new RangeError(`say which model${stored()}, as in embedded/${first.name}`);
  return first.path;
}

function stored(): string {
  const names = listModels().map(({ name }) => name);
  return names.length > 0 ? ` (it has ${names.join(', ')})` : '';
}

function file(name: string): string {
  const path = name.startsWith('~/') ? join(homedir(), name.slice(2)) : name;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found)
    throw new ModelError(
      'missing',
      `embedded/${title(path)}`,
      `there is no file ${path}; give the path of a GGUF file, or a name of parley list models`,
    );
  // A device never ends, a pipe never begins, and a folder has no bytes.
  if (!found.isFile()) throw new ModelError('rejected', `embedded/${title(path)}`, `${path} is not a plain file`);
  return path;
}

/** FILE or FILE*SCALE; a file of the store by its name. */
function adapter(text: string): Adapter {
  const [name = '', factor] = cut(text, '*');
  const scale = factor === undefined ? 1 : Number(factor);
  if (!Number.isFinite(scale) || factor === '')
    throw new RangeError(`the scale of an adapter is a number, got "${text}"`);
  return { path: findModel(name)?.path ?? file(name), scale };
}

function whole(options: URLSearchParams, option: string, key: string, most: number): Record<string, number> {
  const text = options.get(option);
  if (text === null) return {};
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most)
    throw new RangeError(`${option} is a whole number from 1 to ${most}, got "${text}"`);
  return { [key]: value };
}

const title = (path: string): string => basename(path, '.gguf');

function cut(text: string, at: string): [string, string?] {
  const i = text.indexOf(at);
  return i < 0 ? [text] : [text.slice(0, i), text.slice(i + 1)];
}
