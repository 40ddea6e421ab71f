/**
 * The rows of one trajectory id, as they come: a whole negotiation, or the reason why they are not one.
 *
 *   merged       two negotiations under one id: the turns start again, it goes on after its end, or the secrets differ
 *   gap          turns are missing or out of order
 *   contradicted a row says otherwise than the rows before it: whose turn it is, the offers so far, the label
 *   unfinished   neither an ACCEPT, nor a WALK, nor all the turns there are
 *   returned     the id was there before, further up in the file
 *
 * An ending is an ACCEPT, an offer that crosses the other side's and so closes at its price (the last row says it is
 * terminal and what price was accepted), a WALK, or as many rows as there are turns.
 */
import type { TurnRow } from '../simulate/rows.ts';

export const SKIP_REASONS = ['merged', 'gap', 'contradicted', 'unfinished', 'returned'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export type Ending =
  | { readonly kind: 'accepted' | 'crossed'; readonly price: number | null }
  | { readonly kind: 'walked' | 'timed-out' };

/** Holds the rows of a negotiation while they fit, and only the reason once they do not. */
export class Negotiation {
  readonly id: string;
  /** The line of its first row. */
  readonly line: number;
  rows: TurnRow[] = [];
  /** How many rows came, kept or not. */
  count = 0;
  skipped: SkipReason | undefined;
  private offers: [role: string, price: number][] = [];

  constructor(id: string, line: number) {
    this.id = id;
    this.line = line;
  }

  add(row: TurnRow): void {
    this.count++;
    if (this.skipped) return;
    this.skipped = this.problem(row);
    if (this.skipped) this.rows = [];
    else {
      this.rows.push(row);
      if (row.action.type === 'OFFER') this.offers.push([row.state.role, row.action.price as number]);
    }
  }

  /** How it ended; undefined for what is skipped. To be asked after the last row. */
  ending(): Ending | undefined {
    if (this.skipped) return undefined;
    const last = this.rows.at(-1) as TurnRow;
    const { accepted_price: price, episode_outcome: outcome } = last.meta;
    const { type } = last.action;
    if (type === 'ACCEPT') {
      if (outcome.agreement_bool) return { kind: 'accepted', price };
    } else if (type === 'WALK') {
      if (!outcome.agreement_bool) return { kind: 'walked' };
    } else if (last.is_terminal && type === 'OFFER' && outcome.agreement_bool && price !== null) {
      return { kind: 'crossed', price };
    } else if (this.count < last.state.max_turns) {
      this.skipped = 'unfinished';
      return undefined;
    } else if (!outcome.agreement_bool) return { kind: 'timed-out' };
    this.skipped = 'contradicted';
    return undefined;
  }

  private problem(row: TurnRow): SkipReason | undefined {
    const { state, meta } = row;
    const { rows, offers } = this;
    const previous = rows.at(-1);
    if (previous && (row.turn === 1 || isEnd(previous) || !isSameGame(previous, row))) return 'merged';
    if (row.turn !== rows.length + 1) return 'gap';
    if (previous && (state.role === previous.state.role || row.rho !== previous.rho)) return 'contradicted';
    if (row.turn > state.max_turns || state.offer_history.length !== offers.length) return 'contradicted';
    for (let i = 0; i < offers.length; i++) {
      const [role, price] = offers[i] as [string, number];
      const told = state.offer_history[i] as readonly [string, number];
      if (told[0] !== role || told[1] !== price) return 'contradicted';
    }
    return state.reservation_price === (state.role === 'buyer' ? meta.buyer_max : meta.seller_min)
      ? undefined
      : 'contradicted';
  }
}

function isEnd({ action }: TurnRow): boolean {
  return action.type === 'ACCEPT' || action.type === 'WALK';
}

function isSameGame(a: TurnRow, b: TurnRow): boolean {
  return (
    a.meta.buyer_max === b.meta.buyer_max &&
    a.meta.seller_min === b.meta.seller_min &&
    a.state.max_turns === b.state.max_turns &&
    a.state.price_range[0] === b.state.price_range[0] &&
    a.state.price_range[1] === b.state.price_range[1]
  );
}
