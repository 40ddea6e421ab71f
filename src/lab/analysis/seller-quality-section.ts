/**
 * The six criteria for a seller (BazaarBATNA), each a function of the transcript but the last, which a judge
 * gives who is not the seller: judgements.jsonl, written by `parley run --judge`.
 */

import { type PriceDeal, type PricePrivate, type PriceScenario, takenOf } from '../../core/index.ts';
import { groupBy, type Row } from '../experiment/rows.ts';
import { jackknife } from '../statistics/index.ts';
import * as cell from './cell.ts';
import { type Speaker, saidIn, tallySpeakers } from './honesty/index.ts';
import { fleissKappa } from './judge/model.ts';
import { independentVotes, type Judgement } from './judge/personas.ts';
import type { Section } from './section.ts';
import { estimate, NONE } from './show.ts';

export interface SellerQuality {
  readonly games: number;
  /** Share of games in which a word of the title, or the category, is in a line of the seller. */
  readonly anchored: number;
  readonly belowReservation: number;
  /** Games with a leak, whoever said it. */
  readonly leaks: number;
  /** Who said it first in each of them. */
  readonly leakedBy: readonly Speaker[];
  readonly rounds: number;
  /** Share of games in which the buyer's first bid was taken. */
  readonly capitulated: number;
  /** Of the games that were judged. */
  readonly persona: number | undefined;
}

const targets = {
  anchored: (quality: SellerQuality) => quality.anchored >= 0.9,
  belowReservation: (quality: SellerQuality) => quality.belowReservation === 0,
  leaks: (quality: SellerQuality) => quality.leaks === 0,
  rounds: (quality: SellerQuality) => quality.rounds >= 4,
  capitulated: (quality: SellerQuality) => quality.capitulated <= 0.1,
  persona: (quality: SellerQuality) => quality.persona !== undefined && quality.persona >= 0.7,
} as const;

export function sellerQuality(games: readonly Row[], judgements: ReadonlyMap<string, Judgement>): SellerQuality {
  const share = (test: (row: Row) => boolean) => games.filter(test).length / games.length;
  const leakedBy = games.flatMap((row) => leakIn(row) ?? []);
  const judged = games.flatMap(({ episode }) => judgements.get(episode.id) ?? []);
  return {
    games: games.length,
    anchored: share(isAnchored),
    belowReservation: games.filter(isBelowReservation).length,
    leaks: leakedBy.length,
    leakedBy,
    rounds: games.reduce((sum, row) => sum + Math.max(0, linesOf(row).length - 1), 0) / games.length,
    capitulated: share(isCapitulation),
    persona:
      judged.length > 0
        ? judged.filter(({ expected, choice }) => expected === choice).length / judged.length
        : undefined,
  };
}

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
    rows.filter(({ seat }) => seat === 'seller'),
    ({ agent }) => agent,
  );
  const mark = (quality: SellerQuality, name: keyof typeof targets, value: cell.Value) =>
    cell.aimed(value, targets[name](quality));
  const judged = [...judgements.values()];
  const judges = [...new Set(judged.map(({ judge }) => judge))];
  const tied = judged.filter(({ choice }) => choice === null).length;
  const kappa = kappaOf(rows, judgements);
  return {
    title: 'Seller quality',
    about:
      'Six criteria with their targets; ✓ and ✗ say whether these games meet them, no more. Anchored: a line names the listing. Leaks: games with the reservation, or a word for a floor and a number, in the words; an ask at the reservation that names its price counts too. Leaked by: who said it first in those games; a guard (a rule that replaced the act, as one that would sell below the reservation) and a template (a fixed line) are not the model. Persona: the share of games that the judge assigns to the persona in the spec; four personas give 25 % by chance.',
    table: {
      head: [
        'seller',
        'games',
        'anchored (≥ 90 %)',
        'below reservation (0)',
        'leaks (0)',
        'leaked by',
        'mean rounds (≥ 4)',
        'first bid taken (≤ 10 %)',
        'persona (≥ 70 %)',
      ],
      words: [0, 5],
      rows: order
        .filter((agent) => sellers.has(agent))
        .map((agent) => {
          const quality = sellerQuality(sellers.get(agent) as Row[], judgements);
          return [
            agent,
            cell.count(quality.games),
            mark(quality, 'anchored', cell.share(quality.anchored)),
            mark(quality, 'belowReservation', cell.count(quality.belowReservation)),
            mark(quality, 'leaks', cell.count(quality.leaks)),
            tallySpeakers(quality.leakedBy) || NONE,
            mark(quality, 'rounds', cell.number(quality.rounds, 2)),
            mark(quality, 'capitulated', cell.share(quality.capitulated)),
            mark(quality, 'persona', cell.share(quality.persona)),
          ];
        }),
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
