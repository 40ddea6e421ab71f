/**
 * A preference pair of one turn: the place where two games on one scenario part by an act of the seat in question.
 *
 * Up to there both had the same history, so both answers are answers to the same prompt, which is the one that a model in that
 * seat is sent. Only that seat's acts are learned. BazaarBATNA's pairs were whole transcripts with the seller's lines in them, so
 * that its buyer learned to write both sides. Where the other side parts first there is no such prompt. The
 * prompt is the plain one, without persona or thinking, whoever played.
 */
import { type Domain, type Episode, replay, type Seat, sameJson, takenOf } from '../../../core/index.ts';
import { type ChatMessage, turnChat } from '../../../data/convert/index.ts';

/** Why two games give no pair: name to sentence. */
export const dropReasons = {
  failed: 'A game failed.',
  alike: 'Both games are the same, act by act.',
  'other-side-first': 'The other side acted differently first, so that the two answers are to different prompts.',
  'no-act': 'Where the games part one of them has no legal act of this seat.',
  tie: 'The judge sees no clear difference.',
} as const;
export type DropReason = keyof typeof dropReasons;

export interface Parting {
  readonly turn: number;
  readonly prompt: readonly ChatMessage[];
  readonly answers: { readonly a: string; readonly b: string };
}

/** The turn in which the games part, or why there is none. */
export function partingOf(domain: Domain, a: Episode, b: Episode, seat: Seat): Parting | DropReason {
  if (a.result.kind === 'failed' || b.result.kind === 'failed') return 'failed';
  const [first, second] = [takenOf(a), takenOf(b)];
  let at = 0;
  while (at < first.length && at < second.length && sameJson(first[at], second[at])) at++;
  const [one, other] = [first[at], second[at]];
  if (!one && !other) return 'alike';
  if ((one ?? other)?.seat !== seat) return 'other-side-first';
  if (!one || !other) return 'no-act';
  const view = domain.view(replay(domain, a).states[at], seat);
  const { prompt, answer } = turnChat(view, one.act, {});
  const bare = prompt.map(({ role, content }) => ({ role, content }));
  return { turn: one.turn, prompt: bare, answers: { a: answer, b: turnChat(view, other.act, {}).answer } };
}
