/**
 * What goes into the next batch, and in which order: one piece of a prompt alone, in order of arrival, or else a step of
 * every reply under way, in the order of their sequences.
 *
 * Alone, because the bits of a prompt depend on how many tokens are evaluated with it, and because the library's own way
 * gives every prompt a part of a few tokens, which costs half as much again (3.5 against 2.3 ms of processor time a token,
 * SmolLM2-135M at 64 sequences on one core). In order, for two reasons. llama.cpp evaluates together only sequences that
 * follow each other: in order of arrival 64 replies cost 10 ms a token, in their own order 4.8 (one alone 16). And it brings
 * the rows of a batch back into the asked order when the first of them is read, while node-llama-cpp reads them on several
 * threads at once: rows that are out of order get mixed up, and one reply goes on with the word of another.
 */
import type { BatchItem, EvaluationPriority, PrioritizedBatchItem } from 'node-llama-cpp';

/** A sequence's place in a batch, told to the library as a priority, which only the function below reads. */
export function priorityOf(place: number): EvaluationPriority {
  return place as EvaluationPriority;
}

export function nextBatch({ items, size }: { items: readonly BatchItem[]; size: number }): PrioritizedBatchItem[] {
  const piece = items.find(({ tokens }) => tokens.length > 1);
  if (piece) return [{ item: piece, processAmount: Math.min(size, piece.tokens.length) }];
  return [...items]
    .sort((a, b) => a.evaluationPriority - b.evaluationPriority)
    .slice(0, size)
    .map((item) => ({ item, processAmount: 1 }));
}
