/**
 * What a side could think before it acts, in plain words, computed from what it knows: its own target or values, the offers that
 * stand, and how far they are from what it wants.
 *
 * AgreeMate drew one of two templates at random and filled in numbers that had nothing to do with the talk.
 * Here the same knowledge gives the same words. The other side's secrets, what is said next and how it ends are no arguments, so
 * they cannot be in it.
 */
import { formatPrice, type ItemType, worth } from '../../core/index.ts';

export interface PriceKnowledge {
  readonly buying: boolean;
  readonly target: number;
  readonly listPrice: number;
  readonly currency: string;
  /** The prices that stand. */
  readonly mine: number | undefined;
  readonly theirs: number | undefined;
}

export function priceThought({ buying, target, listPrice, currency, mine, theirs }: PriceKnowledge): string {
  const money = (amount: number) => formatPrice(amount, currency);
  const gap = theirs === undefined ? 0 : buying ? theirs - target : target - theirs;
  const far = gap > 0 ? `${money(gap)} ${buying ? 'above' : 'below'} my target` : 'as good as my target or better';
  return [
    `I want to ${buying ? 'pay' : 'get'} ${money(target)}; the list price is ${money(listPrice)}.`,
    theirs === undefined ? 'They have named no price.' : `They ${buying ? 'ask' : 'offer'} ${money(theirs)}, ${far}.`,
    mine === undefined
      ? 'I have named no price.'
      : `My last price is ${money(mine)}${theirs === undefined ? '' : `, ${money(Math.abs(theirs - mine))} from theirs`}.`,
  ].join(' ');
}

export interface ItemsKnowledge {
  readonly items: readonly ItemType[];
  /** What one unit of each is worth to this side. */
  readonly values: readonly number[];
  /** What this side gets in the offers that stand. */
  readonly mine: readonly number[] | undefined;
  readonly theirs: readonly number[] | undefined;
}

export function itemsThought({ items, values, mine, theirs }: ItemsKnowledge): string {
  const all = worth(
    values,
    items.map(({ count }) => count),
  );
  const list = (units: readonly number[]) =>
    items
      .map(({ name }, i) => [units[i] as number, name] as const)
      .filter(([count]) => count > 0)
      .map(([count, name]) => `${count} ${name}`)
      .join(', ') || 'nothing';
  const each = items.map(({ name }, i) => `${name} ${values[i]}`).join(', ');
  return [
    `One unit is worth to me: ${each}; everything together ${all}.`,
    theirs === undefined
      ? 'They have proposed no split.'
      : `Their split gives me ${list(theirs)}, worth ${worth(values, theirs)}, ${shortOf(all - worth(values, theirs))}.`,
    mine === undefined ? 'I have proposed no split.' : `I asked for ${list(mine)}, worth ${worth(values, mine)}.`,
  ].join(' ');
}

function shortOf(gap: number): string {
  return gap > 0 ? `${Math.round(gap * 1e9) / 1e9} short of everything` : 'all there is';
}
