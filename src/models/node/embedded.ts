/**
 * embedded: a GGUF file run in this process by llama.cpp, without a server.
 *
 * One context holds several sequences, and calls that are under way at the same time are decoded in one batch; a call that
 * finds all sequences taken waits in line. A call gets the free sequence that shares the longest beginning with its prompt,
 * so a dialogue that grows by a turn evaluates little more than that turn. The prompt is the file's own chat template; every
 * end-of-generation token of its vocabulary stops a reply, and so do the request's stop texts. With a schema the output is
 * held to a grammar and ends with the value. A reply depends on its request alone, whatever is in memory (see CHUNK) and
 * whoever else is in the batch, as far as llama.cpp gives a row the same bits in a batch of any size; bench/model-games.ts
 * prints how often games come out the same.
 * Weights are loaded at the first call, since that is when they are needed, and freed by close.
 */
import type { Token } from 'node-llama-cpp';
import { type GenerateOptions, type Model, ModelError, type ModelReply, type ModelRequest } from '../model.ts';
import { createGate } from '../wrappers/gate.ts';
import { orAborted } from '../wrappers/wrap.ts';
import { type Adapter, type Engine, loadEngine, type Slot, sentence } from './llama/engine.ts';
import { defaultThreads } from './llama/runtime.ts';
import { forget, sharedChunks, speak } from './llama/speech.ts';

export type { Adapter } from './llama/engine.ts';

export interface EmbeddedOptions {
  /** As in "embedded/smollm2". */
  readonly name: string;
  readonly digest: string;
  /** The GGUF file. */
  readonly path: string;
  readonly adapters?: readonly Adapter[];
  /** How many calls are decoded at once; each has its own part of the context memory. */
  readonly sequences?: number;
  /** Tokens that one sequence can hold, prompt and reply; no more than the model was trained on. */
  readonly contextSize?: number;
  readonly threads?: number;
  readonly gpu?: 'auto' | false;
}

interface StreamOptions extends GenerateOptions {
  /** Hears the reply as it grows. */
  readonly onText?: (text: string) => void;
}

export interface EmbeddedModel extends Model {
  generate(request: ModelRequest, options?: StreamOptions): Promise<ModelReply>;
  close(): Promise<void>;
}

const SEQUENCES = 4;
const CONTEXT = 4096;

export function embeddedModel(options: EmbeddedOptions): EmbeddedModel {
  const { name, digest, sequences = SEQUENCES } = options;
  const gate = createGate(sequences);
  const busy = new Set<Slot>();
  const running = new Set<Promise<unknown>>();
  let engine: Promise<Engine> | undefined;
  let closed = false;

  const load = (): Promise<Engine> => {
    if (closed) throw new ModelError('rejected', name, 'it was closed');
    engine ??= loadEngine({
      name,
      path: options.path,
      adapters: options.adapters ?? [],
      sequences,
      contextSize: options.contextSize ?? CONTEXT,
      threads: options.threads ?? defaultThreads(),
      gpu: options.gpu ?? 'auto',
    });
    engine.catch(() => {
      engine = undefined;
    });
    return engine;
  };

  const take = ({ slots }: Engine, prompt: Token[]): Slot => {
    const ranked = slots
      .filter((slot) => !busy.has(slot))
      .map((slot) => ({ slot, shared: sharedChunks(slot, prompt), held: slot.chunked }))
      // Where two share as much, the one with less to lose; then the first, since neighbours are evaluated together.
      .sort((a, b) => b.shared - a.shared || a.held - b.held);
    const [best] = ranked;
    if (!best) throw new Error('a call passed the gate and found no sequence');
    busy.add(best.slot);
    return best.slot;
  };

  const answer = async (request: ModelRequest, { signal, onText }: StreamOptions): Promise<ModelReply> => {
    const begun = performance.now();
    const loaded = await load();
    const prompt = loaded.chat.prompt(request.messages);
    const room = loaded.contextSize - 1 - prompt.length;
    if (room < 1) {
      const size = `${prompt.length} tokens, and a sequence holds ${loaded.contextSize}`;
      throw new ModelError('rejected', name, `the prompt is too long: ${size}`);
    }
    const constraint = request.schema && (await loaded.grammar(request.schema));
    const leave = await gate.enter(signal);
    let slot: Slot | undefined;
    try {
      slot = take(loaded, prompt);
      const said = await speak(loaded, slot, prompt, { request, constraint, room, signal, onText });
      return { ...said, milliseconds: performance.now() - begun, servedBy: name, digest, memory: loaded.memory };
    } catch (error) {
      if (signal?.aborted || error instanceof ModelError) throw error;
      if (slot) await forget(slot).catch(() => undefined);
      throw new ModelError('transport', name, `llama.cpp failed: ${sentence(error)}`, { cause: error });
    } finally {
      if (slot) busy.delete(slot);
      leave();
    }
  };

  return {
    name,
    digest,
    async generate(request, streaming = {}) {
      streaming.signal?.throwIfAborted();
      const work = answer(request, streaming);
      running.add(work);
      const done = () => running.delete(work);
      work.then(done, done);
      // An abort is answered at once; the sequence is given back as soon as the step under way is over.
      return orAborted(work, streaming.signal);
    },
    async close() {
      closed = true;
      await Promise.allSettled(running);
      const loaded = await engine?.catch(() => undefined);
      engine = undefined;
      await loaded?.free();
    },
  };
}
