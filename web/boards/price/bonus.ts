/**
 * The bonus: what a person plays for, as a tenth of what was gained over the own limit. Unrounded.
 *
 *   seller   (price - floor) / 10, at most (list price - floor) / 10: the most is reached at the list price
 *   buyer    (ceiling - price) / 10, at most (ceiling - hoped-for price) / 10: the most is reached at the price hoped for
 *
 * A seller hopes for the list price, which everybody sees; a buyer has no such public number, so the mirror of it is the price that
 * its brief names as hoped for. Without a deal there is no bonus; a deal past the own limit costs a tenth of the loss. Where the list
 * price is no better than the limit, there is nothing to be had over it.
 */
export interface BonusBrief {
  readonly seat: 'buyer' | 'seller';
  /** The seller's floor, the buyer's ceiling. */
  readonly reservation: number;
  readonly target: number;
  readonly listPrice: number;
}

const SHARE = 10;

export function bonusOf(brief: BonusBrief, price: number): number {
  return Math.min(gain(brief, price) / SHARE, mostBonus(brief));
}

export function mostBonus(brief: BonusBrief): number {
  return Math.max(0, gain(brief, brief.seat === 'seller' ? brief.listPrice : brief.target) / SHARE);
}

function gain({ seat, reservation }: BonusBrief, price: number): number {
  return seat === 'seller' ? price - reservation : reservation - price;
}
