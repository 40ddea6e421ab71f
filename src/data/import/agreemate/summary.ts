/**
 * One line per result file: the means of every measure under AgreeMate's names, then the house's own.
 *
 * Means are over the runs to which a measure applies. `csv_*` are the means of the columns as they were stored, so that a
 * reader sees at once which formula a file holds: some were overwritten in place, some were not.
 */
import { mean } from '../../../core/index.ts';
import type { Measures } from './measures.ts';
import { type Run, storedColumns } from './runs.ts';

export type Summary = Readonly<Record<string, number | undefined>>;

/** Runs with their measures, in the order of the file. */
export type Measured = readonly { readonly run: Run; readonly measures: Measures }[];

/** A deal below this share of the list price is taken for a copied example. */
export const FAR_BELOW = 0.25;

export function summaryOf(measured: Measured): Summary {
  const of = (name: keyof Measures) => measured.map(({ measures }) => measures[name]);
  const count = (holds: (run: Run, measures: Measures) => boolean) =>
    measured.filter(({ run, measures }) => holds(run, measures)).length;
  const accepted = count((run) => run.accepted);
  const means = (...names: (keyof Measures)[]) => Object.fromEntries(names.map((name) => [name, meanKnown(of(name))]));
  const hasWords = measured.some(({ run }) => run.transcript !== undefined);
  const hasPrices = measured.some(({ run }) => run.prices !== undefined);
  return {
    n: measured.length,
    accepted,
    agreement_rate: accepted / measured.length,
    fairness: meanKnown(of('fairness')),
    fairness_median: median(of('fairness')),
    bias: meanKnown(of('bias')),
    bias_median: median(of('bias')),
    ...means('aggressiveness', 'dialogue_length', 'bias_per_turn', 'rel_eff_signed', 'rel_eff_abs', 'probing_ratio'),
    ...means('concession_paper', 'concession_absN', 'concession_signedN'),
    accepted_without_price: count((run) => run.accepted && run.acceptedPrice === undefined),
    deals_outside_targets: count(isOutsideTargets),
    runs_without_any_price: hasPrices ? count(hasNoPrice) : undefined,
    ...Object.fromEntries(
      storedColumns.map((column) => [`csv_${column}`, meanKnown(measured.map(({ run }) => run.stored[column]))]),
    ),
    recorded_at_listing_no_parsed_price: hasPrices ? count(isRecordedAtList) : undefined,
    accepted_below_quarter_of_listing: count(isFarBelowList),
    reparsed_n: hasWords ? count((_, { reparsed_price }) => reparsed_price !== undefined) : undefined,
    reparsed_unresolved: hasWords
      ? count((run, { reparsed_price }) => run.accepted && reparsed_price === undefined)
      : undefined,
    reparsed_bias: meanKnown(of('reparsed_bias')),
    reparsed_bias_median: median(of('reparsed_bias')),
    reparsed_fairness: meanKnown(of('reparsed_fairness')),
    reparsed_aggressiveness: meanKnown(of('reparsed_aggressiveness')),
    ...means('bias_abs', 'bias_abs_per_turn', 'fairness_clipped', 'bias_clipped', 'fairness_no_deal_zero'),
    ...means('concession_paper_by_list', 'concession_absN_by_list', 'concession_signedN_by_list'),
  };
}

export function hasNoPrice({ prices }: Run): boolean {
  return prices?.every((price) => price === undefined) ?? false;
}

/** A tracker that starts at the list price and never hears a price ends at the list price. */
export function isRecordedAtList(run: Run): boolean {
  return run.acceptedPrice !== undefined && run.acceptedPrice === run.listPrice && hasNoPrice(run);
}

export function isFarBelowList({ acceptedPrice, listPrice }: Run): boolean {
  return acceptedPrice !== undefined && acceptedPrice < FAR_BELOW * listPrice;
}

export function isOutsideTargets({ acceptedPrice, buyerTarget, sellerTarget }: Run): boolean {
  return acceptedPrice !== undefined && (acceptedPrice < buyerTarget || acceptedPrice > sellerTarget);
}

function meanKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : mean(known);
}

function median(values: readonly (number | undefined)[]): number | undefined {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return meanKnown(Number.isInteger(middle) ? sorted.slice(middle - 1, middle + 1) : [sorted[Math.floor(middle)]]);
}
