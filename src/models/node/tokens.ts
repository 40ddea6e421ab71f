/**
 * Texts cut into the tokens of a model in the store. Its vocabulary alone is loaded, without weights, and let go of again, so that nothing
 * is left open.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LlamaModel } from 'node-llama-cpp';
import { ModelError } from '../model.ts';
import { createGate } from '../wrappers/gate.ts';
import { sentence } from './llama/engine.ts';
import { llamaRuntime } from './llama/runtime.ts';
import { isModelName, requireGguf, storeFolder } from './store.ts';

/** What several tokens share a letter of is one piece with all their numbers. */
export interface TokenPiece {
  readonly text: string;
  readonly ids: readonly number[];
}

const gate = createGate(1);
/** A letter of which a token holds only some bytes; none has more than a few. */
const TORN = '\ufffd';
const MOST_TORN = 8;
/** Tokens that are put back into words in a go. */
const AT_ONCE = 200;

/** Models of the store by name, unread. */
export function tokenizers(folder = storeFolder()): string[] {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.gguf'));
    return files
      .map((file) => basename(file, '.gguf'))
      .filter(isModelName)
      .sort();
  } catch {
    return [];
  }
}

/** The words of a chat template's own tokens are those tokens, as where a text is trained on. */
export async function tokensOf(
  name: string,
  texts: readonly string[],
  { folder = storeFolder(), signal }: { readonly folder?: string; readonly signal?: AbortSignal } = {},
): Promise<TokenPiece[][]> {
  if (!tokenizers(folder).includes(name)) throw new RangeError(`there is no model "${name}" in the store`);
  const path = join(folder, `${name}.gguf`);
  const leave = await gate.enter(signal);
  try {
    requireGguf(path);
    const { llama } = await llamaRuntime(name, { gpu: false, threads: 1 });
    const model = await llama.loadModel({ modelPath: path, vocabOnly: true });
    try {
      const cut: TokenPiece[][] = [];
      for (const text of texts) cut.push(await piecesOf(model, text, signal));
      return cut;
    } finally {
      await model.dispose();
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw error instanceof ModelError ? error : new ModelError('rejected', name, sentence(error));
  } finally {
    leave();
  }
}

async function piecesOf(model: LlamaModel, text: string, signal?: AbortSignal): Promise<TokenPiece[]> {
  const pieces: TokenPiece[] = [];
  const tokens = model.tokenize(text, true, 'trimLeadingSpace');
  for (let from = 0, to = 1; to <= tokens.length; to++) {
    // Others have their turn in between.
    if (to % AT_ONCE === 1) await setImmediate();
    signal?.throwIfAborted();
    const ids = tokens.slice(from, to);
    const said = model.detokenize(ids, true, tokens.slice(Math.max(0, from - 4), from));
    if (said.includes(TORN) && to < tokens.length && ids.length < MOST_TORN) continue;
    pieces.push({ text: said, ids });
    from = to;
  }
  return pieces;
}
