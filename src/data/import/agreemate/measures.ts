/**
 * Every measure of one AgreeMate run, by every formula that the paper or one of its two notebooks uses.
 *
 * The paper's own fairness divides by S - S, a misprint, so the notebooks' S - B stands for it. What does not apply to a run is
 * undefined and enters no mean: all that needs a deal with a price, and concession with fewer than two prices. One exception is
 * theirs: the notebook that ran the games gives 0 for a single price, where the others give nothing.
 */
import {
  absoluteBiasOf,
  aggressivenessOf,
  biasOf,
  clamp,
  concessionRateOf,
  concessionRatePerOfferOf,
  fairnessOf,
  perTurn,
  signedConcessionRateOf,
} from '../../../core/index.ts';
import { reparsedPrice } from './reparse.ts';
import type { Run } from './runs.ts';

export interface Measures {
  readonly fairness?: number;
  /** As run, signed. */
  readonly bias?: number;
  /** As printed in the paper, with an absolute value. */
  readonly bias_abs?: number;
  readonly aggressiveness?: number;
  readonly dialogue_length: number;
  readonly bias_per_turn?: number;
  readonly bias_abs_per_turn?: number;
  readonly rel_eff_signed?: number;
  readonly rel_eff_abs?: number;
  readonly probing_ratio?: number;
  /** Sum of absolute steps by turns. */
  readonly concession_paper?: number;
  /** The same by priced turns: the published table. */
  readonly concession_absN?: number;
  /** Signed steps by priced turns: the notebook that ran the games. */
  readonly concession_signedN?: number;
  readonly fairness_clipped?: number;
  readonly bias_clipped?: number;
  /** 0 without a deal. */
  readonly fairness_no_deal_zero?: number;
  readonly concession_paper_by_list?: number;
  readonly concession_absN_by_list?: number;
  readonly concession_signedN_by_list?: number;
  readonly reparsed_price?: number;
  readonly reparsed_bias?: number;
  readonly reparsed_fairness?: number;
  readonly reparsed_aggressiveness?: number;
}

export function measuresOf(run: Run): Measures {
  const { acceptedPrice, turns, listPrice, actions, accepted } = run;
  const prices = run.prices?.filter((price) => price !== undefined);
  const at = (deal: number | undefined) =>
    deal === undefined ? undefined : { deal, listPrice, buyerTarget: run.buyerTarget, sellerTarget: run.sellerTarget };
  const deal = at(acceptedPrice);
  const fairness = deal && fairnessOf(deal);
  const bias = deal && biasOf(deal);
  const biasAbsolute = deal && absoluteBiasOf(deal);
  const efficiency = perTurn(fairness, turns);
  const concession = prices && {
    paper: concessionRateOf(prices, turns),
    absolute: concessionRatePerOfferOf(prices),
    signed: prices.length === 1 ? 0 : signedConcessionRateOf(prices),
  };
  const byList = (rate: number | undefined) => (rate === undefined || listPrice <= 0 ? undefined : rate / listPrice);
  const words = at(reparsedPrice(run));
  return defined({
    fairness,
    bias,
    bias_abs: biasAbsolute,
    aggressiveness: deal && aggressivenessOf(deal),
    dialogue_length: turns,
    bias_per_turn: perTurn(bias, turns),
    bias_abs_per_turn: perTurn(biasAbsolute, turns),
    rel_eff_signed: efficiency,
    rel_eff_abs: efficiency === undefined ? undefined : Math.abs(efficiency),
    probing_ratio: actions && perTurn(actions.filter((action) => action === 'inquire').length, turns),
    concession_paper: concession?.paper,
    concession_absN: concession?.absolute,
    concession_signedN: concession?.signed,
    fairness_clipped: fairness === undefined ? undefined : clamp(fairness, 0, 1),
    bias_clipped: bias === undefined ? undefined : clamp(bias, -1, 1),
    fairness_no_deal_zero: accepted ? fairness : 0,
    concession_paper_by_list: byList(concession?.paper),
    concession_absN_by_list: byList(concession?.absolute),
    concession_signedN_by_list: byList(concession?.signed),
    reparsed_price: words?.deal,
    reparsed_bias: words && biasOf(words),
    reparsed_fairness: words && fairnessOf(words),
    reparsed_aggressiveness: words && aggressivenessOf(words),
  });
}

function defined(measures: { [Name in keyof Measures]: Measures[Name] | undefined }): Measures {
  return Object.fromEntries(Object.entries(measures).filter(([, value]) => value !== undefined)) as unknown as Measures;
}
