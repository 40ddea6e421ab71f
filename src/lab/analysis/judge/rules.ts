/**
 * A judge without a model: which of two games on one scenario went better for a seat.
 *
 * The ladder of BazaarBATNA's `compare_rollouts`: a deal beats none, then the larger share, then the better last
 * offer of the other side. Two things are mended. A deal counts whoever accepted: theirs looked for accepts of the buyer, found
 * none, and called every pair a tie. And near-ties are broken softly: inside the band (a share gap under .05, a last offer within
 * 2 % of the own reservation) the verdict leans to the shorter game, then to the larger share, with a strength below a half;
 * `winner` stays a tie there, so that whoever wants clear pairs only can drop them. A deal past the own reservation is worse
 * than none, and a game that failed is not judged. Where a game came to a conclusion there was no deal to be had: the higher
 * utility is better, and no deal is worth 0. The last offer counts where one number is at issue.
 */
import { contentHash, type Episode, findKit, type Seat, takenOf } from '../../../core/index.ts';

export interface Judgement {
  readonly winner: 'a' | 'b' | 'tie';
  /** The side that a tie leans to; the winner otherwise. Undefined: alike in everything, or not judged. */
  readonly leaning: 'a' | 'b' | undefined;
  /** 0 to 1; a clear win is a half or more. */
  readonly strength: number;
  readonly reason: string;
}

const SHARE_BAND = 0.05;
const PRICE_BAND = 0.02;

export function judgeByRules(a: Episode, b: Episode, seat: Seat): Judgement {
  if (contentHash(a.scenario) !== contentHash(b.scenario)) {
    throw new RangeError(`got the scenarios ${a.scenario.id} and ${b.scenario.id}, expected two games on the same one`);
  }
  const failed = [a, b].some(({ result }) => result.kind === 'failed');
  if (failed) return { winner: 'tie', leaning: undefined, strength: 0, reason: 'a game that failed is not judged' };
  const concluded = [a, b].some(({ result }) => result.kind === 'concluded');
  const [first, second] = concluded ? [worthOf(a, seat), worthOf(b, seat)] : [shareOf(a, seat), shareOf(b, seat)];
  const gap = (first ?? 0) - (second ?? 0);
  if ((first === undefined) !== (second === undefined)) {
    const share = (first ?? second) as number;
    const closed = first !== undefined ? 'a' : 'b';
    if (share >= 0) return clear(closed, 1, 'one game closed, the other did not');
    return clear(closed === 'a' ? 'b' : 'a', 1, 'the only deal lies past the own reservation');
  }
  if (first !== undefined) {
    const reason = concluded ? 'the higher utility' : 'the larger share';
    if (Math.abs(gap) >= SHARE_BAND) return clear(gap > 0 ? 'a' : 'b', beyond(gap / SHARE_BAND), reason);
    return soft(a, b, gap / SHARE_BAND);
  }
  const ahead = offerGap(a, b, seat);
  if (ahead === undefined) return soft(a, b, 0);
  if (Math.abs(ahead) > PRICE_BAND) {
    return clear(ahead > 0 ? 'a' : 'b', beyond(ahead / PRICE_BAND), 'no deal in either, but the better last offer');
  }
  return soft(a, b, ahead / PRICE_BAND);
}

/** The seat's utility of the deal; undefined without one. */
function shareOf({ result }: Episode, seat: Seat): number | undefined {
  return result.kind === 'agreement' ? result.utility[seat] : undefined;
}

/** What a game that did not fail was worth to the seat. */
function worthOf({ result }: Episode, seat: Seat): number {
  return result.kind === 'failed' ? 0 : (result.utility[seat] as number);
}

/** How much better the other side's last offer was in `a`, as a share of the own reservation; undefined where one lacks it. */
function offerGap(a: Episode, b: Episode, seat: Seat): number | undefined {
  const issue = findKit(a.domain)?.issue;
  const [first, second] = [lastOffer(a, seat), lastOffer(b, seat)];
  if (!issue || !first || !second) return undefined;
  const { side, reservation } = issue.facts(a.scenario, seat);
  if (!reservation) return undefined;
  const ahead = issue.amount(first) - issue.amount(second);
  return (side === 'buyer' ? -ahead : ahead) / reservation;
}

function lastOffer(episode: Episode, seat: Seat) {
  return takenOf(episode).findLast((taken) => taken.seat !== seat && taken.act.type === 'offer')?.act;
}

/** From a half at the edge of the band toward one: twice the band is three quarters. */
function beyond(bands: number): number {
  return 1 - 0.5 / Math.abs(bands);
}

function clear(winner: 'a' | 'b', strength: number, reason: string): Judgement {
  return { winner, leaning: winner, strength, reason };
}

/** Inside the band: the shorter game, then whatever is left of the gap. */
function soft(a: Episode, b: Episode, bands: number): Judgement {
  const turns = b.result.turn - a.result.turn;
  const tie = (lead: number, strength: number, reason: string): Judgement => ({
    winner: 'tie',
    leaning: lead > 0 ? 'a' : 'b',
    strength,
    reason,
  });
  if (turns !== 0) return tie(turns, 0.25, 'as good as equal, and the shorter game');
  if (Math.abs(bands) > 1e-9) return tie(bands, 0.25 * Math.abs(bands), 'as good as equal, a little ahead');
  return { winner: 'tie', leaning: undefined, strength: 0, reason: 'alike in deal, share and length' };
}
