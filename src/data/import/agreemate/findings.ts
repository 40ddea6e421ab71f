/**
 * What was recorded wrongly in AgreeMate's result files, found from a file alone: a literal list of checks, each with one
 * sentence and the rows it holds for. Sources: AgreeMate's code and result files.
 */
import { type CopiedPrice, copiedPrices } from './copied.ts';
import type { Measures } from './measures.ts';
import { isLikely, pricesIn } from './reparse.ts';
import type { Run } from './runs.ts';
import { hasNoPrice, isFarBelowList, isOutsideTargets, isRecordedAtList, type Measured } from './summary.ts';

export interface Finding {
  readonly name: string;
  /** Runs it holds for, of those it could hold for. */
  readonly count: number;
  readonly of: number;
  readonly says: string;
  /** One a run, with the line of the file. */
  readonly cases: readonly Case[];
}
interface Case {
  readonly line: number;
  readonly title: string;
  readonly what: string;
}

interface Check {
  readonly name: string;
  readonly says: string;
  /** Which runs it could hold for; all of them unless told. */
  readonly among?: (run: Run) => boolean;
  /** What is wrong with this run, or nothing. */
  readonly what: (run: Run, measures: Measures, copied: readonly CopiedPrice[]) => string | undefined;
}

const isDeal = ({ accepted }: Run) => accepted;
const isPricedDeal = ({ acceptedPrice }: Run) => acceptedPrice !== undefined;
const ENDS = /^(?:accept|agree)$/;
const REFUSES = /^(?:disagree|reject)$/;
/** Of both of their prompts: eleven for the prompted agents, and what only the fine-tuned ones were shown. */
const ACTIONS =
  /^(?:intro|init-price|offer|counter-price|insist|agree|disagree|accept|inform|inquire|unknown|counter|reject|emphasize)$/;

/** Words that turn an offer down, whatever act stands beside them. */
const REFUSAL =
  /\b(?:(?:can(?:'|’)?t|cannot|won(?:'|’)?t) (?:accept|do|go|agree|take)|not (?:going to|willing to|interested)|no deal|(?:have to|must|will|['’]ll) (?:decline|pass)\b|too (?:low|high)(?: for me)?[.!]?$)/i;

const LONGEST_EXCERPT = 70;

function excerptOf(words: string): string {
  return words.length > LONGEST_EXCERPT ? `...${words.slice(-LONGEST_EXCERPT)}` : words;
}

const checks: readonly Check[] = [
  {
    name: 'recorded-at-list-price',
    says: 'The deal is recorded at the list price and no price was parsed in the whole run: the tracker never moved from where it began.',
    among: isPricedDeal,
    what: (run, { reparsed_price }) =>
      isRecordedAtList(run)
        ? `recorded ${run.acceptedPrice}, ${reparsed_price === undefined ? 'the words name no price' : `the words say ${reparsed_price}`}`
        : undefined,
  },
  {
    name: 'words-say-another-price',
    says: 'The recorded price is not in the accepting line, and the words close at another one.',
    among: isPricedDeal,
    what: ({ acceptedPrice, transcript }, { reparsed_price }) =>
      reparsed_price === undefined ||
      reparsed_price === acceptedPrice ||
      pricesIn(transcript?.at(-1)?.words ?? '').includes(acceptedPrice as number)
        ? undefined
        : `recorded ${acceptedPrice}, the words say ${reparsed_price}`,
  },
  {
    name: 'copied-price',
    says: 'A side opens below a quarter of the list price with an amount from the examples in its prompt, or one it repeats for other listings.',
    among: (run) => run.prices !== undefined && !hasNoPrice(run),
    what: (run, _, copied) =>
      copied
        .filter(({ runs }) => runs.includes(run))
        .map(({ side, price }) => `the ${side} opens at ${price}, list price ${run.listPrice}`)
        .join('; ') || undefined,
  },
  {
    name: 'far-below-list',
    says: 'The deal is below a quarter of the list price.',
    among: isPricedDeal,
    what: (run) => (isFarBelowList(run) ? `${run.acceptedPrice} for a list price of ${run.listPrice}` : undefined),
  },
  {
    name: 'outside-targets',
    says: 'The deal is outside the two targets, where fairness and bias have no bounds.',
    among: isPricedDeal,
    what: (run) =>
      isOutsideTargets(run) ? `${run.acceptedPrice}, targets ${run.buyerTarget} to ${run.sellerTarget}` : undefined,
  },
  {
    name: 'no-price-parsed',
    says: 'No price was parsed in the whole run.',
    among: ({ prices }) => prices !== undefined,
    what: (run) => (hasNoPrice(run) ? `${run.turns} turns` : undefined),
  },
  {
    name: 'accepted-without-price',
    says: 'The run is recorded as accepted, with no price.',
    among: isDeal,
    what: ({ acceptedPrice, stored }) =>
      acceptedPrice === undefined
        ? stored.bias === undefined
          ? 'no price'
          : `no price, yet a stored bias of ${stored.bias}`
        : undefined,
  },
  {
    name: 'price-from-nowhere',
    says: 'The recorded price is neither one of the parsed prices nor the list price, so their runner cannot have recorded it.',
    among: (run) => isPricedDeal(run) && run.prices !== undefined,
    what: ({ acceptedPrice, prices, listPrice }) =>
      acceptedPrice === listPrice || prices?.includes(acceptedPrice) ? undefined : `recorded ${acceptedPrice}`,
  },
  {
    name: 'own-price-accepted',
    says: 'The accept closes at a price that the other side never named: there was no such offer to accept.',
    among: (run) => isPricedDeal(run) && run.transcript !== undefined,
    what: ({ transcript }, { reparsed_price }) => {
      const accepting = transcript?.at(-1);
      const others = transcript?.filter(({ side }) => side !== accepting?.side) ?? [];
      if (reparsed_price === undefined || others.some(({ words }) => pricesIn(words).includes(reparsed_price)))
        return undefined;
      return `the ${accepting?.side} accepts ${reparsed_price}`;
    },
  },
  {
    name: 'refusal-ignored',
    says: 'A disagree or reject did not end the run, which went on.',
    among: ({ actions }) => actions !== undefined,
    what: ({ actions }) => {
      const turn = actions?.slice(0, -1).findIndex((action) => REFUSES.test(action)) ?? -1;
      return turn < 0 ? undefined : `turn ${turn + 1} of ${actions?.length}`;
    },
  },
  {
    name: 'same-price-no-deal',
    says: 'The last two turns name the same price and the run is recorded as rejected.',
    among: (run) => !run.accepted && run.prices !== undefined,
    what: ({ prices }) => {
      const [one, two] = prices?.slice(-2) ?? [];
      return one !== undefined && one === two ? `both at ${one}` : undefined;
    },
  },
  {
    name: 'outcome-against-act',
    says: 'The outcome is not what the last act makes it: accept and agree close a run, nothing else does.',
    among: ({ actions }) => (actions?.length ?? 0) > 0,
    what: ({ accepted, actions }) => {
      const last = actions?.at(-1) ?? '';
      return ENDS.test(last) === accepted ? undefined : `${accepted ? 'Accepted' : 'Rejected'} after "${last}"`;
    },
  },
  {
    name: 'accepted-without-assent',
    says: 'The run is recorded as accepted, and its last line asks a question or refuses.',
    among: (run) => run.accepted && (run.transcript?.length ?? 0) > 0,
    what: ({ transcript }) => {
      const { side, words = '' } = transcript?.at(-1) ?? {};
      const does = REFUSAL.test(words) ? 'refuses' : /\?["')\s]*$/.test(words) ? 'asks' : undefined;
      return does && `the ${side} ${does}: "${excerptOf(words)}"`;
    },
  },
  {
    name: 'unknown-act',
    says: 'An act is none of those that the prompt allows.',
    among: ({ actions }) => actions !== undefined,
    what: ({ actions }) => {
      const unknown = actions?.filter((action) => !ACTIONS.test(action)) ?? [];
      return unknown.length > 0 ? unknown.map((action) => `"${action}"`).join(', ') : undefined;
    },
  },
  {
    name: 'turns-disagree',
    says: 'Prices, acts and lines of talk are not equally many, so they cannot be put side by side.',
    what: ({ prices, actions, transcript }) => {
      const lengths = Object.entries({ prices, actions, lines: transcript }).filter(([, list]) => list !== undefined);
      if (new Set(lengths.map(([, list]) => list?.length)).size <= 1) return undefined;
      return lengths.map(([name, list]) => `${list?.length} ${name}`).join(', ');
    },
  },
  {
    name: 'no-room-between-targets',
    says: 'The seller’s target is not above the buyer’s: fairness and bias are undefined.',
    what: ({ buyerTarget, sellerTarget }) =>
      sellerTarget > buyerTarget ? undefined : `buyer ${buyerTarget}, seller ${sellerTarget}`,
  },
];

/** In the order of the list. */
export const findingNames: readonly string[] = checks.map(({ name }) => name);

/** Those that hold for at least one run, in the order of the list. */
export function findingsOf(measured: Measured): Finding[] {
  const copied = copiedPrices(measured.map(({ run }) => run));
  const found = checks.map(({ name, says, among, what }) => {
    const possible = measured.filter(({ run }) => among?.(run) ?? true);
    const cases = possible.flatMap(({ run, measures }): Case[] => {
      const wrong = what(run, measures, copied);
      return wrong === undefined ? [] : [{ line: run.line, title: run.title, what: wrong }];
    });
    return { name, count: cases.length, of: possible.length, says, cases };
  });
  return found.filter(({ count }) => count > 0);
}

const CARRIES_PRICE = /^(?:init-price|offer|counter-price|insist|agree|accept)$/;

/** Of the turns whose act carries a price and whose words name one: how many had none parsed, and how many there are. */
export function missedPrices({ prices, actions, transcript, listPrice }: Run): [missed: number, named: number] {
  let [missed, named] = [0, 0];
  transcript?.forEach(({ words }, turn) => {
    if (actions && !CARRIES_PRICE.test(actions[turn] ?? '')) return;
    if (!pricesIn(words).some((price) => isLikely(price, listPrice))) return;
    named++;
    if (prices?.[turn] === undefined) missed++;
  });
  return [missed, named];
}
