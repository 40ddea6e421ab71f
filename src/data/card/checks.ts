/**
 * What can be wrong with one negotiation: a literal list of checks on its rows, and one on its whole.
 *
 * Every check recomputes what the file claims from what the sides did. What came before is only known when the turns run on
 * from 1 without a gap, so a negotiation with a gap is named once and its later rows are not held to a table nobody saw.
 * A script that reads the other side's secret in a subtler way than by its opening cannot be seen from rows.
 */
import { type Ending, type Negotiation, otherThan } from './negotiation.ts';
import type { Step } from './step.ts';

/** What was on the table before a row. */
interface Before {
  /** The other side's standing offer. */
  readonly theirs: number | null;
  readonly offers: Step['history'];
}

/** Whether a row is wrong. */
const rowChecks = {
  'outside-range': ({ price, low, high }) => price !== null && (price < low || price > high),
  'past-reservation': ({ action, price, role, reservation }) =>
    action === 'OFFER' && price !== null && (role === 'buyer' ? price > reservation : price < reservation),
  'wrong-last-offer': ({ lastOffer }, before) => before !== undefined && !isSame(lastOffer, before.theirs),
  'wrong-history': (step, before) => before !== undefined && !isHistory(step, before.offers),
  'wrong-secrets': ({ meta, role, reservation }) => {
    if (!meta) return false;
    const { buyer_max, seller_min, zopa_low, zopa_high, zopa_width } = meta;
    const own = role === 'buyer' ? buyer_max : seller_min;
    const zone = isSame(zopa_low, seller_min) && isSame(zopa_high, buyer_max);
    return !(zone && isSame(own, reservation) && isSame(zopa_width, buyer_max - seller_min));
  },
} as const satisfies Record<string, (step: Step, before: Before | undefined) => boolean>;

/** Whether a negotiation is wrong. */
const negotiationChecks = {
  'missing-turns': ({ isWhole }) => !isWhole,
  unfinished: (_, ending) => ending.kind === 'open',
  'wrong-rho': (negotiation, ending) => {
    const expected = rhoOf(negotiation, ending);
    const label = (negotiation.steps[0] as Step).rho;
    return expected !== undefined && !isSameRho(label, expected);
  },
  'varying-rho': ({ steps }) => steps.some(({ rho }) => rho !== (steps[0] as Step).rho),
  'wrong-accepted-price': ({ steps, isWhole }, ending) => {
    if (ending.kind !== 'deal' || !isWhole) return false;
    return ending.price === null || steps.some(({ meta }) => meta && !isSame(meta.accepted_price, ending.price));
  },
  'wrong-outcome': ({ steps, isWhole }, ending) =>
    ending.kind !== 'open' &&
    steps.some(({ success, meta }) => {
      if (success !== (ending.kind === 'deal')) return true;
      if (!meta) return false;
      const { agreement_bool, price, num_turns } = meta.episode_outcome;
      const agrees = agreement_bool === (meta.accepted_price !== null) && isSame(price, meta.accepted_price);
      // The Janus lab leaves the number of turns out where there is no deal.
      return !agrees || (isWhole && num_turns !== null && num_turns !== steps.length);
    }),
} as const satisfies Record<string, (negotiation: Negotiation, ending: Ending) => boolean>;

/** Runs every check; `report` hears the name of the check and, for one on a row, which row. */
export function check(
  negotiation: Negotiation,
  ending: Ending,
  report: (name: keyof typeof rowChecks | keyof typeof negotiationChecks, step?: Step) => void,
): void {
  const offers: [Step['role'], number][] = [];
  const standing: Record<Step['role'], number | null> = { buyer: null, seller: null };
  for (const [i, step] of negotiation.steps.entries()) {
    const before = step.turn === i + 1 ? { theirs: standing[otherThan(step.role)], offers } : undefined;
    for (const name of ROW_CHECKS) if (rowChecks[name](step, before)) report(name, step);
    if (step.action === 'OFFER') {
      standing[step.role] = step.price;
      offers.push([step.role, step.price as number]);
    } else if (step.action === 'REJECT') standing[otherThan(step.role)] = null;
  }
  for (const name of NEGOTIATION_CHECKS) if (negotiationChecks[name](negotiation, ending)) report(name);
}

const ROW_CHECKS = Object.keys(rowChecks) as (keyof typeof rowChecks)[];
const NEGOTIATION_CHECKS = Object.keys(negotiationChecks) as (keyof typeof negotiationChecks)[];

/**
 * The label this negotiation should have: -1 without a deal, null for a deal in an empty zone, undefined where the rows do
 * not tell. From `meta` where there is one, otherwise from the acts: `meta` and the acts are compared by other checks.
 */
function rhoOf({ steps, reservation, isWhole }: Negotiation, ending: Ending): number | null | undefined {
  const { meta } = steps[0] as Step;
  if (meta?.accepted_price === null || (!meta && ending.kind === 'no-deal')) return -1;
  const price = meta ? meta.accepted_price : ending.kind === 'deal' && isWhole ? ending.price : null;
  const [high, low] = meta ? [meta.buyer_max, meta.seller_min] : [reservation.buyer, reservation.seller];
  if (price === null || high === undefined || low === undefined) return undefined;
  return high > low ? (price - low) / (high - low) : null;
}

/** Half a cent apart, or both missing. */
export function isSame(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) < 0.005;
}

/** Labels are rounded to four decimals. */
export function isSameRho(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) < 0.0001;
}

function isHistory({ history, isHistoryCut }: Step, offers: Step['history']): boolean {
  const missing = offers.length - history.length;
  if (missing < 0 || (missing > 0 && !isHistoryCut)) return false;
  return history.every(([role, price], i) => {
    const [offeredBy, offered] = offers[missing + i] as (typeof offers)[number];
    return role === offeredBy && isSame(price, offered);
  });
}
