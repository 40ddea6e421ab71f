/**
 * Turn rows: a simulated price negotiation in the Janus lab's schema, one line a turn, and the compact line from which the
 * same rows can be made again, one line an episode.
 *
 * Turns count from 1. `rho` is rounded to 4 decimals and stamped on every turn: -1 for an episode without a deal, null for a
 * deal in an empty zone, which has no place in a zone that is not there. `zopa_width` is negative in an empty zone.
 */
import type { OptionValue } from '../../core/index.ts';

export interface TurnRow {
  readonly trajectory_id: string;
  readonly turn: number;
  readonly agent: { readonly strategy: string; readonly strategy_params: Readonly<Record<string, OptionValue>> };
  readonly state: {
    readonly timestep: number;
    readonly max_turns: number;
    readonly role: 'buyer' | 'seller';
    readonly last_offer_price: number | null;
    readonly offer_history: readonly (readonly [role: 'buyer' | 'seller', price: number])[];
    readonly reservation_price: number;
    readonly price_range: readonly [low: number, high: number];
  };
  readonly action: { readonly type: ActionType; readonly price: number | null };
  readonly is_terminal: boolean;
  readonly meta: {
    readonly buyer_max: number;
    readonly seller_min: number;
    readonly zopa_low: number;
    readonly zopa_high: number;
    readonly zopa_width: number;
    readonly accepted_price: number | null;
    readonly episode_outcome: {
      readonly agreement_bool: boolean;
      readonly price: number | null;
      readonly num_turns: number;
    };
  };
  readonly rho: number | null;
}

/** OFFER and ACCEPT are the Janus lab's; the others come from scripts that do more than haggle. */
export type ActionType = 'OFFER' | 'ACCEPT' | 'REJECT' | 'WALK' | 'SAY';

/** One episode, everything its turn rows are made of. `actions` and `prices` run over the turns; `opens` acts first. */
export interface CompactEpisode {
  readonly id: string;
  readonly max_turns: number;
  readonly range: readonly [low: number, high: number];
  readonly buyer_max: number;
  readonly seller_min: number;
  readonly opens: 'buyer' | 'seller';
  readonly buyer: TurnRow['agent'];
  readonly seller: TurnRow['agent'];
  readonly actions: readonly ActionType[];
  /** The price of an OFFER, else null. */
  readonly prices: readonly (number | null)[];
  readonly accepted_price: number | null;
  readonly rho: number | null;
}
