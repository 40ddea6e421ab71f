/**
 * A model file in memory: its weights, one context with several sequences, its chat template, and the grammars made so far.
 *
 * What it holds is measured: how much the process, and the memory of the GPU, grew while it was loaded. llama.cpp lays out weights,
 * context and buffers then and asks for next to nothing later (SmolLM2-135M with four sequences of 4096 tokens: 620 MB at loading,
 * 636 with all four in use), while the sizes it tells of itself add up to a sixth of that. One loads at a time, or two would be
 * counted together.
 */
import type { Llama, LlamaContext, LlamaContextSequence, LlamaGrammar, LlamaModel } from 'node-llama-cpp';
import { contentHash } from '../../../core/index.ts';
import { type JsonSchema, ModelError } from '../../model.ts';
import { type ValueReader, valueReader } from '../../structured.ts';
import { requireGguf } from '../store.ts';
import { nextBatch } from './batch-order.ts';
import { type Chat, chatOf } from './chat.ts';
import { grammarSchema } from './grammar-schema.ts';
import { type Binding, llamaRuntime } from './runtime.ts';

export interface Adapter {
  readonly path: string;
  readonly scale: number;
}

export interface EngineOptions {
  /** As in "embedded/smollm2", for errors. */
  readonly name: string;
  readonly path: string;
  readonly adapters: readonly Adapter[];
  readonly sequences: number;
  readonly contextSize: number;
  readonly threads: number;
  readonly gpu: 'auto' | false;
}

export interface Slot {
  readonly sequence: LlamaContextSequence;
  /** Its place in every batch (see batch-order.ts). */
  readonly place: number;
  /** How many of its tokens, from the beginning, were evaluated in whole chunks. */
  chunked: number;
}

export interface Engine {
  readonly binding: Binding;
  readonly model: LlamaModel;
  readonly chat: Chat;
  readonly slots: readonly Slot[];
  readonly contextSize: number;
  /** Bytes that loading it took. */
  readonly memory: number;
  grammar(schema: JsonSchema): Promise<Grammar>;
  free(): Promise<void>;
}

export interface Grammar {
  readonly grammar: LlamaGrammar;
  readonly read: ValueReader;
}

let loading: Promise<unknown> = Promise.resolve();

export function loadEngine(options: EngineOptions): Promise<Engine> {
  const mine = loading.then(() => load(options));
  loading = mine.catch(() => undefined);
  return mine;
}

async function load(options: EngineOptions): Promise<Engine> {
  const { name, path, adapters, sequences, contextSize, threads, gpu } = options;
  try {
    for (const file of [path, ...adapters.map((adapter) => adapter.path)]) requireGguf(file);
  } catch (error) {
    throw new ModelError('rejected', name, sentence(error));
  }
  const runtime = await llamaRuntime(name, { gpu, threads });
  const { binding, llama } = runtime;
  runtime.complaint();
  const before = await memoryInUse(llama);
  const refuse = (what: string) => (error: unknown) => {
    throw new ModelError('rejected', name, `${what}: ${runtime.complaint() || sentence(error)}`);
  };
  const model = await llama.loadModel({ modelPath: path }).catch(refuse(`cannot load ${path}`));
  let context: LlamaContext;
  try {
    context = await model
      .createContext({
        sequences,
        contextSize: Math.min(contextSize, model.trainContextSize),
        batching: { itemPrioritizationStrategy: nextBatch },
        lora: { adapters: adapters.map(({ path: filePath, scale }) => ({ filePath, scale })) },
      })
      .catch(refuse(`cannot make a context of ${sequences} sequences`));
  } catch (error) {
    await model.dispose();
    throw error;
  }
  const grammars = new Map<string, Promise<Grammar>>();
  return {
    binding,
    model,
    chat: chatOf(name, binding, model),
    slots: Array.from({ length: sequences }, (_, place) => ({ sequence: context.getSequence(), place, chunked: 0 })),
    contextSize: context.contextSize,
    memory: Math.max(0, (await memoryInUse(llama)) - before),
    grammar(schema) {
      const key = contentHash(schema);
      let made = grammars.get(key);
      if (!made) {
        made = makeGrammar(llama, schema).catch((error) => {
          throw new ModelError('rejected', name, `cannot hold a reply to the schema: ${sentence(error)}`);
        });
        grammars.set(key, made);
      }
      return made;
    },
    async free() {
      await context.dispose();
      await model.dispose();
    },
  };
}

async function memoryInUse(llama: Llama): Promise<number> {
  return process.memoryUsage.rss() + (llama.gpu === false ? 0 : (await llama.getVramState()).used);
}

async function makeGrammar(llama: Llama, schema: JsonSchema): Promise<Grammar> {
  const read = valueReader(schema);
  return { read, grammar: await llama.createGrammarForJsonSchema(grammarSchema(schema) as never) };
}

export function sentence(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] as string;
}
