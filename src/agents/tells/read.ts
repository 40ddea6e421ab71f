/**
 * What one side of a price game gives away, read from its words and its offers as the other side's view holds them.
 *
 * Everything here is derived from what was really said and done. Fidgeting, eyes and posture exist only in the faithful bazaar
 * seller, where they are drawn from hidden state; they are never read here.
 */
import type { PriceView } from '../../core/index.ts';
import { type ConditionGrade, conditionOf } from './condition.ts';
import { type ConcessionPattern, concessionPattern, type Rounding, roundingOf } from './play.ts';
import { repeats, topicChanges } from './talk.ts';
import { type Aggregate, aggregate, type Hit, readWords } from './words.ts';

export interface Tells {
  /** The strongest score of each signal in each message, in order. */
  readonly heard: readonly Aggregate[];
  /** And in the last one. */
  readonly now: Aggregate;
  /** The hits in the last message. */
  readonly hits: readonly Hit[];
  readonly repeats: number;
  readonly topicChanges: number;
  /** The condition that the item's description or the words claim. */
  readonly condition: ConditionGrade | undefined;
  readonly rounding: Rounding | undefined;
  readonly pattern: ConcessionPattern | undefined;
}

/** The tells of the other side. `readings`: the hits of its messages, in order, where something else than the patterns read them. */
export function readTells(view: PriceView, readings?: readonly (readonly Hit[])[]): Tells {
  const other = view.seat === 'seller' ? 'buyer' : 'seller';
  const conversation = view.history.flatMap(({ seat, act: { words } }) => (words ? [{ seat, words }] : []));
  const messages = conversation.flatMap(({ seat, words }) => (seat === other ? [words] : []));
  const prices = view.history.flatMap(({ seat, act }) => (seat === other && act.type === 'offer' ? [act.price] : []));
  const hits = readings ?? messages.map(readWords);
  const last = hits.at(-1) ?? [];
  const heard = hits.map(aggregate);
  const price = prices.at(-1);
  return {
    heard,
    now: heard.at(-1) ?? {},
    hits: last,
    repeats: repeats(messages),
    topicChanges: topicChanges(conversation, other),
    condition: conditionOf([view.public.item.description, ...messages].join('\n')),
    rounding: price === undefined ? undefined : roundingOf(price),
    pattern: concessionPattern(prices, other),
  };
}
