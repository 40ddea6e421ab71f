/** A sharing of items as the board needs it. */
import {
  type Bundle,
  countsOf,
  type ItemsDeal,
  type ItemsOffer,
  type ItemsPrivate,
  type ItemsPublic,
  type ItemsSeat,
  type Split,
  worth,
} from '../../../src/core/index.ts';
import type { Cards, Game } from '../../game/game.ts';
import type { Words } from '../../words/index.ts';

export const SIDES: readonly ItemsSeat[] = ['a', 'b'];

export function itemFacts(game: Game): ItemsPublic {
  return game.facts as ItemsPublic;
}

export function seatOf({ you }: Game): ItemsSeat | undefined {
  return you?.seat as ItemsSeat | undefined;
}

/** What one unit of each type is worth to a seat, for who may know. */
export function valuesOf(game: Game, cards: Cards | undefined, seat: ItemsSeat): readonly number[] | undefined {
  const own = game.you?.seat === seat ? game.you.own : cards?.scenario.private[seat];
  return (own as ItemsPrivate | undefined)?.values;
}

/** The latest split that each side proposed. */
export function standing({ history }: Game): Partial<Record<ItemsSeat, Split>> {
  const last = (seat: ItemsSeat) => {
    const act = history.findLast((taken) => taken.seat === seat && taken.act.type === 'offer')?.act;
    return (act as ItemsOffer | undefined)?.split;
  };
  const [a, b] = [last('a'), last('b')];
  return { ...(a && { a }), ...(b && { b }) };
}

export function dealOf({ result }: Game): Split | undefined {
  return (result?.deal as ItemsDeal | null | undefined)?.split;
}

/** Whether this split leaves them all that they ask for: that closes the deal, and at their split, which stood first. */
export function meets(game: Game, split: Split): boolean {
  const other = seatOf(game) === 'a' ? 'b' : 'a';
  const theirs = game.you?.theirs ? standing(game)[other] : undefined;
  if (!theirs || itemFacts(game).crossing !== 'close') return false;
  return theirs[other].every((units, i) => (split[other][i] ?? 0) >= units);
}

/** "2 books, 1 hat". */
export function bundleText({ items }: ItemsPublic, bundle: Bundle, words: Words): string {
  const some = items.flatMap(({ name }, i) => ((bundle[i] ?? 0) > 0 ? [words.items.count(bundle[i] ?? 0, name)] : []));
  return some.length > 0 ? some.join(', ') : words.items.nothing;
}

/** "7 of 10". */
export function worthText({ items }: ItemsPublic, values: readonly number[], bundle: Bundle, words: Words): string {
  return words.items.of(tidy(worth(values, bundle)), tidy(worth(values, countsOf(items))));
}

export function tidy(points: number): string {
  return String(Math.round(points * 100) / 100);
}
