/**
 * embedded: a GGUF file run in this process by llama.cpp, without a server.
 *
 * One context holds several sequences, and calls that are under way at the same time are decoded in one batch; a call that
 * finds all sequences taken waits in line. A call gets the free sequence that shares the longest beginning with its prompt,
 * so a dialogue that grows by a turn evaluates only that turn. The prompt is the file's own chat template; every
 * end-of-generation token of its vocabulary stops a reply, and so do the request's stop texts. With a schema the output is
 * held to a grammar and ends with the value. Greedy replies repeat exactly when asked one at a time; in a batch the last
 * bits of a sum depend on who else is in it, and a near tie can fall the other way.
 * Weights are loaded at the first call, since that is when they are needed, and freed by close.
 */
import { randomInt } from 'node:crypto';
import type {
  BatchItem,
  ChatHistoryItem,
  ChatWrapper,
  LlamaContext,
  LlamaContextSequence,
  LlamaGrammar,
  LlamaModel,
  PrioritizedBatchItem,
  Token,
} from 'node-llama-cpp';
import { contentHash } from '../../core/index.ts';
import type { ModelReply, ModelRequest } from '../model.ts';
import { type GenerateOptions, type JsonSchema, type Message, type Model, ModelError } from '../model.ts';
import { requireGguf } from '../store.ts';
import { type ValueReader, valueReader } from '../structured.ts';
import { createGate } from '../wrappers/gate.ts';
import { orAborted } from '../wrappers/wrap.ts';
import { grammarSchema } from './grammar-schema.ts';
import { defaultThreads, type LlamaRuntime, llamaRuntime } from './llama.ts';
import { replyText } from './reply-text.ts';

export interface Adapter {
  readonly path: string;
  readonly scale: number;
}

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

export interface StreamOptions extends GenerateOptions {
  /** Hears the reply as it grows. */
  readonly onText?: (text: string) => void;
}

export interface EmbeddedModel extends Model {
  generate(request: ModelRequest, options?: StreamOptions): Promise<ModelReply>;
  close(): Promise<void>;
}

const SEQUENCES = 4;
const CONTEXT = 4096;
/** Drawn from this many of the likeliest tokens, llama.cpp's own default: over all 49,000 a draw costs as much as a step. */
const LIKELY = 40;
/** The grammar of a value ends in these line breaks, for models that do not end by themselves. */
const AFTER_VALUE = '\n\n\n\n';

export function embeddedModel(options: EmbeddedOptions): EmbeddedModel {
  const { name, digest, sequences = SEQUENCES } = options;
  const gate = createGate(sequences);
  const busy = new Set<LlamaContextSequence>();
  const running = new Set<Promise<unknown>>();
  let engine: Promise<Engine> | undefined;
  let closed = false;

  const load = (): Promise<Engine> => {
    if (closed) throw new ModelError('rejected', name, 'it was closed');
    engine ??= loadEngine({ ...options, sequences });
    engine.catch(() => {
      engine = undefined;
    });
    return engine;
  };

  const take = ({ slots }: Engine, prompt: Token[]): LlamaContextSequence => {
    const free = slots.filter((slot) => !busy.has(slot));
    const shared = (slot: LlamaContextSequence) => slot.compareContextTokens(prompt).firstDifferentIndex;
    // Where two share as much, the one with less to lose.
    const ranked = free.map((slot) => ({ slot, shared: shared(slot), held: slot.nextTokenIndex }));
    ranked.sort((a, b) => b.shared - a.shared || a.held - b.held);
    const [best] = ranked;
    if (!best) throw new Error('a call passed the gate and found no sequence');
    busy.add(best.slot);
    return best.slot;
  };

  const answer = async (request: ModelRequest, { signal, onText }: StreamOptions): Promise<ModelReply> => {
    const begun = performance.now();
    const loaded = await load();
    const prompt = loaded.prompt(request.messages);
    const room = loaded.contextSize - 1 - prompt.length;
    if (room < 1) {
      const size = `${prompt.length} tokens, and a sequence holds ${loaded.contextSize}`;
      throw new ModelError('rejected', name, `the prompt is too long: ${size}`);
    }
    const leave = await gate.enter(signal);
    let slot: LlamaContextSequence | undefined;
    try {
      slot = take(loaded, prompt);
      const said = await speak(loaded, slot, prompt, { request, room, signal, onText });
      return { ...said, milliseconds: performance.now() - begun, servedBy: name, digest };
    } catch (error) {
      if (signal?.aborted || error instanceof ModelError) throw error;
      await slot?.clearHistory().catch(() => undefined);
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

interface Engine {
  readonly model: LlamaModel;
  readonly slots: readonly LlamaContextSequence[];
  readonly contextSize: number;
  prompt(messages: readonly Message[]): Token[];
  isEnd(token: Token): boolean;
  readonly stops: readonly string[];
  grammar(schema: JsonSchema): Promise<Grammar>;
  readonly binding: LlamaRuntime['binding'];
  free(): Promise<void>;
}

interface Grammar {
  readonly grammar: LlamaGrammar;
  readonly read: ValueReader;
}

async function loadEngine(options: EmbeddedOptions & { readonly sequences: number }): Promise<Engine> {
  const { name, path, adapters = [], sequences, threads = defaultThreads(), gpu = 'auto' } = options;
  try {
    for (const file of [path, ...adapters.map((adapter) => adapter.path)]) requireGguf(file);
  } catch (error) {
    throw new ModelError('rejected', name, sentence(error));
  }
  const runtime = await llamaRuntime(name, { gpu, threads });
  const { binding, llama } = runtime;
  const refuse = (what: string) => (error: unknown) => {
    throw new ModelError('rejected', name, `${what}: ${runtime.complaint() || sentence(error)}`);
  };
  const model = await llama.loadModel({ modelPath: path }).catch(refuse(`cannot load ${path}`));
  let context: LlamaContext;
  try {
    context = await model
      .createContext({
        sequences,
        contextSize: Math.min(options.contextSize ?? CONTEXT, model.trainContextSize),
        batching: { itemPrioritizationStrategy: repliesFirst },
        lora: { adapters: adapters.map(({ path: filePath, scale }) => ({ filePath, scale })) },
      })
      .catch(refuse(`cannot make a context of ${sequences} sequences`));
  } catch (error) {
    await model.dispose();
    throw error;
  }
  const { prompt, ends, stops } = chatOf(name, binding, model);
  const grammars = new Map<string, Promise<Grammar>>();
  return {
    binding,
    model,
    slots: Array.from({ length: sequences }, () => context.getSequence()),
    contextSize: context.contextSize,
    prompt,
    isEnd: (token) => ends.has(token) || model.isEogToken(token),
    stops,
    grammar(schema) {
      const key = contentHash(schema);
      let made = grammars.get(key);
      if (!made) {
        const read = valueReader(schema);
        made = llama.createGrammarForJsonSchema(grammarSchema(schema) as never).then((grammar) => ({ grammar, read }));
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

/**
 * A step of every reply under way, then prompts in order of arrival, each as whole as it fits. The library's own way gives
 * every prompt an equal part of the batch, and in parts of a few tokens a prompt costs half as much again (measured: 3.5
 * against 2.3 ms of processor time a token at 64 sequences).
 */
function repliesFirst({ items, size }: { items: readonly BatchItem[]; size: number }): PrioritizedBatchItem[] {
  const isStep = ({ tokens }: BatchItem) => tokens.length === 1;
  const chosen: PrioritizedBatchItem[] = [];
  let left = size;
  for (const item of [...items.filter(isStep), ...items.filter((one) => !isStep(one))]) {
    const processAmount = Math.min(left, item.tokens.length);
    if (processAmount === 0) break;
    chosen.push({ item, processAmount });
    left -= processAmount;
  }
  return chosen;
}

/** The file's chat template: how messages become tokens, and what ends a turn besides the vocabulary's own end tokens. */
function chatOf(name: string, binding: LlamaRuntime['binding'], model: LlamaModel) {
  const wrapper = chatWrapper(binding, model);
  const { bos, shouldPrependBosToken } = model.tokens;
  const prompt = (messages: readonly Message[]): Token[] => {
    if (messages.at(-1)?.role !== 'user')
      throw new ModelError('rejected', name, `the last message is the user's, got ${messages.at(-1)?.role ?? 'none'}`);
    const chatHistory: ChatHistoryItem[] = [...messages.map(asItem), { type: 'model', response: [] }];
    const tokens = wrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer);
    // Some templates write the beginning-of-sequence token and some leave it to the tokenizer.
    return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
  };
  const chatHistory: ChatHistoryItem[] = [asItem({ role: 'user', content: '.' }), { type: 'model', response: [] }];
  const ends = new Set<Token>();
  const stops: string[] = [];
  for (const trigger of wrapper.generateContextState({ chatHistory }).stopGenerationTriggers) {
    const tokens = trigger.tokenize(model.tokenizer);
    if (tokens.length === 1) ends.add(tokens[0] as Token);
    else if (trigger.values.every((value) => typeof value === 'string')) stops.push(trigger.toString());
  }
  return { prompt, ends, stops };
}

/** The library's own choice of a wrapper tries every one it has, for seconds; the template itself is there at once. */
function chatWrapper(binding: LlamaRuntime['binding'], model: LlamaModel): ChatWrapper {
  const template = model.fileInfo.metadata.tokenizer?.chat_template;
  if (template?.trim()) {
    try {
      const { tokenizer } = model;
      return new binding.JinjaTemplateChatWrapper({
        template,
        tokenizer,
        functionCallMessageTemplate: 'noJinja',
        reasoning: null,
      });
    } catch {
      // A template beyond the library's Jinja: what it knows of the family has to do.
    }
  }
  return binding.resolveChatWrapper(model, { warningLogs: false, noJinja: true });
}

function asItem({ role, content }: Message): ChatHistoryItem {
  if (role === 'assistant') return { type: 'model', response: [content] };
  return { type: role, text: content };
}

interface Speech {
  readonly request: ModelRequest;
  readonly room: number;
  readonly signal: AbortSignal | undefined;
  readonly onText: ((text: string) => void) | undefined;
}

type Said = Pick<ModelReply, 'text' | 'value' | 'finish' | 'usage'>;

async function speak(
  engine: Engine,
  slot: LlamaContextSequence,
  prompt: Token[],
  { request, room, signal, onText }: Speech,
): Promise<Said> {
  const { binding, model } = engine;
  const constraint = request.schema && (await engine.grammar(request.schema));
  const stops = [...engine.stops, ...(request.stop ?? []), ...(constraint ? [AFTER_VALUE] : [])];
  const reply = replyText<Token>((tokens, before) => model.detokenize(tokens, false, before), stops, onText);
  // All but the last token may be there already; one must be evaluated to have something to go on from.
  await slot.adaptStateToTokens(prompt.slice(0, -1), false);
  const limit = Math.min(request.maxTokens, room);
  let outputTokens = 0;
  let finish: ModelReply['finish'] = 'length';
  let text = '';
  const steps = slot.evaluate(prompt.slice(slot.nextTokenIndex), {
    ...sampling(request),
    ...(constraint && {
      grammarEvaluationState: new binding.LlamaGrammarEvaluationState({ model, grammar: constraint.grammar }),
    }),
    yieldEogToken: true,
  });
  for await (const token of steps) {
    signal?.throwIfAborted();
    outputTokens++;
    const ended = engine.isEnd(token) || reply.push(token) || (constraint && isWhole(reply.text(), constraint.read));
    if (ended) {
      finish = 'stop';
      break;
    }
    if (outputTokens >= limit) break;
  }
  text = reply.end();
  const value = constraint?.read(text);
  return {
    text,
    ...(value === undefined ? {} : { value }),
    finish,
    usage: { inputTokens: prompt.length, outputTokens },
  };
}

/** An object that fits is complete, whatever the model would add. */
function isWhole(text: string, read: ValueReader): boolean {
  return text.endsWith('}') && read(text) !== undefined;
}

function sampling({ temperature, topP = 1, seed }: ModelRequest) {
  // No seed means a new draw; the library would take the clock's second, the same for all calls of a batch. The largest
  // 32-bit number means "random" to llama.cpp.
  const draw = seed === undefined ? randomInt(0xffffffff) : Math.abs(Math.trunc(seed)) % 0xffffffff;
  return { temperature, topP, topK: LIKELY, minP: 0, seed: draw };
}

function sentence(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] as string;
}
