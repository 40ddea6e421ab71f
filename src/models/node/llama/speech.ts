/** One reply: the prompt brought into a sequence, then token by token to its end. */
import { randomInt } from 'node:crypto';
import type { Token } from 'node-llama-cpp';
import type { ModelReply, ModelRequest } from '../../model.ts';
import type { ValueReader } from '../../structured.ts';
import { priorityOf } from './batch-order.ts';
import type { Engine, Grammar, Slot } from './engine.ts';
import { replyText } from './reply-text.ts';

/** Drawn from this many of the likeliest tokens, llama.cpp's own default: over all 49,000 a draw costs as much as a step. */
const LIKELY = 40;
/**
 * Prompts are evaluated, and kept, in pieces of this many tokens from the beginning. The bits of a result depend on how many
 * tokens were evaluated together, so a prompt that is half in memory and one that is not must be cut at the same places.
 */
const CHUNK = 64;
/** The grammar of a value ends in these line breaks, for models that do not end by themselves. */
const AFTER_VALUE = '\n\n\n\n';

export interface Speech {
  readonly request: ModelRequest;
  readonly constraint: Grammar | undefined;
  readonly room: number;
  readonly signal: AbortSignal | undefined;
  readonly onText: ((text: string) => void) | undefined;
}

type Said = Pick<ModelReply, 'text' | 'value' | 'finish' | 'usage'>;

export async function speak(
  engine: Engine,
  slot: Slot,
  prompt: Token[],
  { request, constraint, room, signal, onText }: Speech,
): Promise<Said> {
  const { binding, model } = engine;
  const stops = [...engine.chat.stops, ...(request.stop ?? []), ...(constraint ? [AFTER_VALUE] : [])];
  const reply = replyText<Token>((tokens, before) => model.detokenize(tokens, false, before), stops, onText);
  const rest = await evaluateChunks(slot, prompt, signal);
  const limit = Math.min(request.maxTokens, room);
  let outputTokens = 0;
  let finish: ModelReply['finish'] = 'length';
  const steps = slot.sequence.evaluate(rest, {
    ...sampling(request),
    ...(constraint && {
      grammarEvaluationState: new binding.LlamaGrammarEvaluationState({ model, grammar: constraint.grammar }),
    }),
    evaluationPriority: priorityOf(slot.place),
    yieldEogToken: true,
  });
  for await (const token of steps) {
    signal?.throwIfAborted();
    outputTokens++;
    const ended =
      engine.chat.isEnd(token) || reply.push(token) || (constraint && isWhole(reply.text(), constraint.read));
    if (ended) {
      finish = 'stop';
      break;
    }
    if (outputTokens >= limit) break;
  }
  const text = reply.end();
  const value = constraint?.read(text);
  return {
    text,
    ...(value === undefined ? {} : { value }),
    finish,
    usage: { inputTokens: prompt.length, outputTokens },
  };
}

/** Brings a sequence to the last piece of the prompt, from which the reply goes on, and returns that piece. */
async function evaluateChunks(slot: Slot, prompt: Token[], signal: AbortSignal | undefined): Promise<Token[]> {
  const { sequence } = slot;
  const kept = sharedChunks(slot, prompt);
  slot.chunked = kept;
  if (sequence.nextTokenIndex > kept)
    await sequence.eraseContextTokenRanges([{ start: kept, end: sequence.nextTokenIndex }]);
  // A model that cannot forget a part (a recurrent one) forgets more.
  let at = sequence.nextTokenIndex;
  for (; at + CHUNK < prompt.length; at += CHUNK) {
    signal?.throwIfAborted();
    await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(at, at + CHUNK));
    slot.chunked = at + CHUNK;
  }
  return prompt.slice(at);
}

/** How many tokens of the prompt are there and stay, in whole chunks; at least one is left to go on from. */
export function sharedChunks({ sequence, chunked }: Slot, prompt: Token[]): number {
  const { firstDifferentIndex } = sequence.compareContextTokens(prompt);
  const shared = Math.min(firstDifferentIndex, chunked, prompt.length - 1);
  return shared - (shared % CHUNK);
}

export async function forget(slot: Slot): Promise<void> {
  slot.chunked = 0;
  await slot.sequence.clearHistory();
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
