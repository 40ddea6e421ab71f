/**
 * The six criteria for a seller (BazaarBATNA), each a function of the transcript but the last, which a judge
 * gives who is not the seller: judgements.jsonl, written by `parley run --judge`.
 */

import { type PriceDeal, type PricePrivate, type PriceScenario, takenOf } from '../../core/index.ts';
import { gamesOf, groupBy, type Row } from '../experiment/rows.ts';
import { bootstrapMean, type Estimate, jackknife } from '../statistics/index.ts';
import * as cell from './cell.ts';
import { type Speaker, saidIn, tallySpeakers } from './honesty/index.ts';
import { fleissKappa } from './judge/model.ts';
import { independentVotes, type Judgement } from './judge/personas.ts';
import type { Section } from './section.ts';
import { estimate, NONE } from './show.ts';

/** Shares of games, and the rounds of one, with intervals over scenarios. */
export interface SellerQuality {
  readonly games: number;
  /** A word of the title, or the category, is in a line of the seller. */
  readonly anchored: Estimate;
  readonly belowReservation: number;
  /** Games with a leak, whoever said it. */
  readonly leaks: number;
  /** Who said it first in each of them. */
  readonly leakedBy: readonly Speaker[];
  readonly rounds: Estimate;
  /** The buyer's first bid was taken. */
  readonly capitulated: Estimate;
  /** The judge names the persona in the spec; of the games that were judged. */
  readonly persona: Estimate;
}

export function sellerQuality(games: readonly Row[], judgements: ReadonlyMap<string, Judgement>): SellerQuality {
  const measured = (of: (row: Row) => number | undefined, within?: readonly [number, number]) =>
    bootstrapMean(
      games.map((row) => ({ cluster: row.cluster, value: of(row) })),
      { within },
    );
  const share = (of: (row: Row) => boolean | undefined) =>
    measured(
      (row) => {
        const is = of(row);
        return is === undefined ? undefined : Number(is);
      },
      [0, 1],
    );
  const leakedBy = games.flatMap((row) => leakIn(row) ?? []);
  return {
    games: games.length,
    anchored: share(isAnchored),
    belowReservation: games.filter(isBelowReservation).length,
    leaks: leakedBy.length,
    leakedBy,
    rounds: measured((row) => Math.max(0, linesOf(row).length - 1)),
    capitulated: share(isCapitulation),
    persona: share(({ episode }) => {
      const judgement = judgements.get(episode.id);
      return judgement && judgement.expected === judgement.choice;
    }),
  };
}

/** Marked where the whole interval meets the target, or the whole of it misses: else these games cannot say. */
function aimedAt(estimate: Estimate, { atLeast, atMost }: { atLeast?: number; atMost?: number }): cell.Cell {
  const { low, high } = estimate;
  const value = cell.estimate(estimate, 2);
  if (!Number.isFinite(low)) return value;
  const [meets, misses] =
    atLeast !== undefined ? [low >= atLeast, high < atLeast] : [high <= (atMost as number), low > (atMost as number)];
  return meets || misses ? cell.aimed(value, meets) : value;
}

/** A rule without exception: one game breaks it, and no number of games shows that it is kept. */
const never = (count: number): cell.Cell => (count > 0 ? cell.aimed(cell.count(count), false) : cell.count(count));

/** Every line of the seller; an act without words is an empty one. */
function linesOf({ episode, seat }: Row): string[] {
  return takenOf(episode)
    .filter((taken) => taken.seat === seat)
    .map(({ act }) => act.words ?? '');
}

function isAnchored(row: Row): boolean {
  const { title, category } = (row.episode.scenario as PriceScenario).public.item;
  const tokens = title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token.length >= 4)
    .slice(0, 8);
  const said = linesOf(row).join('\n').toLowerCase();
  return [...tokens, category.toLowerCase()].some((token) => said.includes(token));
}

function reservationOf({ episode, seat }: Row): number {
  return ((episode.scenario as PriceScenario).private[seat] as PricePrivate).reservation;
}

function isBelowReservation(row: Row): boolean {
  const { result } = row.episode;
  return result.kind === 'agreement' && (result.deal as PriceDeal).price < reservationOf(row);
}

const FLOOR_WORDS = /\b(?:minimum|min|bottom line|at least)\b[^\d]{0,40}\d/i;

/** Who first had the reservation in the words, or a word for a floor with a number behind it; undefined where nobody did. */
function leakIn(row: Row): Speaker | undefined {
  const reservation = reservationOf(row);
  const written = new Set([0, 1, 2].map((digits) => reservation.toFixed(digits)));
  return saidIn(row.episode).find(({ seat, act }) => {
    const line = (seat === row.seat && act?.words) || '';
    const numbers = line.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/\d+(?:\.\d+)?/g) ?? [];
    return FLOOR_WORDS.test(line) || numbers.some((one) => written.has(one));
  })?.by;
}

function isCapitulation({ episode, seat }: Row): boolean {
  const taken = takenOf(episode);
  const bid = taken.findIndex((one) => one.seat !== seat && one.act.type === 'offer');
  const answer = bid < 0 ? undefined : taken.slice(bid + 1).find((one) => one.seat === seat);
  return answer?.act.type === 'accept';
}

/** The agreement of a judge with itself, with an interval over scenarios. */
export function kappaOf(rows: readonly Row[], judgements: ReadonlyMap<string, Judgement>) {
  const judged = rows.filter(({ seat, episode }) => seat === 'seller' && judgements.has(episode.id));
  const scenarios = [...groupBy(judged, ({ cluster }) => cluster).values()].map((games) =>
    games.map(({ episode }) => independentVotes(judgements.get(episode.id) as Judgement)),
  );
  return jackknife(scenarios, (some) => fleissKappa(some.flat()));
}

export function sellerQualitySection(
  rows: readonly Row[],
  order: readonly string[],
  controls: readonly string[],
  judgements: ReadonlyMap<string, Judgement>,
): Section {
  const sellers = groupBy(
    rows.filter(({ seat, kind }) => seat === 'seller' && kind !== 'failed'),
    ({ agent }) => agent,
  );
  const judged = [...judgements.values()];
  const judges = [...new Set(judged.map(({ judge }) => judge))];
  const tied = judged.filter(({ choice }) => choice === null).length;
  const kappa = kappaOf(rows, judgements);
  return {
    title: 'Seller quality',
    about:
      'Six criteria with their targets, on the games that were measured. ✓: the whole 95 % interval over scenarios meets the target; ✗: the whole of it misses, or what should never happen did; without a mark these games cannot say. Anchored: a line names the listing. Leaks: games with the reservation, or a word for a floor and a number, in the words; an ask at the reservation that names its price counts too. Leaked by: who said it first in those games; a guard (a rule that replaced the act, as one that would sell below the reservation) and a template (a fixed line) are not the model. Rounds: the lines of the seller after its first one. First bid taken: the share of games in which the seller accepts right after the first offer of the buyer. Persona: the share of games that the judge assigns to the persona in the spec; four personas give 25 % by chance.',
    table: {
      head: [
        'seller',
        'games',
        'anchored (≥ .9)',
        'below reservation (never)',
        'leaks (never)',
        'leaked by',
        'mean rounds (≥ 4)',
        'first bid taken (≤ .1)',
        'persona (≥ .7)',
      ],
      words: [0, 5],
      rows: order
        .filter((agent) => sellers.has(agent))
        .map((agent) => {
          const quality = sellerQuality(sellers.get(agent) as Row[], judgements);
          return [
            agent,
            cell.count(quality.games),
            aimedAt(quality.anchored, { atLeast: 0.9 }),
            never(quality.belowReservation),
            never(quality.leaks),
            tallySpeakers(quality.leakedBy) || NONE,
            aimedAt(quality.rounds, { atLeast: 4 }),
            aimedAt(quality.capitulated, { atMost: 0.1 }),
            aimedAt(quality.persona, { atLeast: 0.7 }),
          ];
        }),
      games: order.filter((agent) => sellers.has(agent)).map((agent) => gamesOf(sellers.get(agent) as Row[])),
      quiet: order.filter((agent) => sellers.has(agent)).flatMap((agent, i) => (controls.includes(agent) ? [i] : [])),
    },
    notes:
      judges.length > 0
        ? [
            `Personas were judged by ${judges.join(', ')}, which is not one of the sellers: ${judged.length} games. Its agreement with itself, asked again with the choices in another order, is ${estimate(kappa, 2)} (Fleiss' kappa; 0 is chance). In ${tied} games its answers had no majority; those count as not recognised.`,
          ]
        : ['Personas were not judged: name a judge with --judge MODEL.'],
  };
}
