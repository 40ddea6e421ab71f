/**
 * What a match was worth, and the leaderboard made of it.
 *
 * The score is the utility in the record, cut to -1 and 1: one deal past somebody's limit, by mistake or by agreement behind the
 * server's back, then moves a mean by no more than any other match. A match that was given up is a forfeit, worth 0 to both as a
 * walk is, so that leaving pays nothing; one whose rules or agent broke down measures nothing.
 *
 * Scores are made from what is stored and written once, whichever server looks first. Rows of the leaderboard are made again
 * for the two who played, from their own matches.
 */
import type { Result } from '../../core/index.ts';
import { bootstrapMean } from '../../lab/statistics/index.ts';
import { utilityOf } from '../games/show.ts';
import type { MatchStore, SeatResult, Standing } from '../storage/matches.ts';
import type { Storage } from '../storage/storage.ts';

/** The least and the most that a match can be worth. */
export const SCORES = [-1, 1] as const;
/** The latest matches of a row count. */
const MOST_MATCHES = 1000;
const RESAMPLES = 500;

/** Scores a match whose game is no longer played; does nothing to any other. */
export async function settle({ matches, game: find }: Pick<Storage, 'matches' | 'game'>, game: string): Promise<void> {
  const seats = (await matches.seatsOf(game)).filter(({ ended }) => ended === null);
  if (seats.length === 0) return;
  const { status = 'live', result = null } = (await find(game)) ?? {};
  if (status === 'live') return;
  const scores = seats.map(({ seat }) => ({ seat, score: status === 'abandoned' ? 0 : scoreOf(result, seat) }));
  await matches.score(game, scores, result?.kind ?? status, new Date().toISOString());
  for (const seat of seats) await renew(matches, seat);
}

function scoreOf(result: Result | null, seat: string): number | null {
  const utility = result && utilityOf(result, seat);
  return utility === null ? null : Math.min(SCORES[1], Math.max(SCORES[0], utility));
}

async function renew(store: MatchStore, { player, kind, domain, seat, opponents }: SeatResult): Promise<void> {
  const scores = await store.scores({ player, domain, seat, opponents }, MOST_MATCHES);
  if (scores.length === 0) return;
  // Every match has a scenario of its own.
  const { mean, low, high } = bootstrapMean(
    scores.map(({ game, score }) => ({ cluster: game, value: score })),
    { resamples: RESAMPLES, within: SCORES },
  );
  const standing: Standing = {
    player,
    kind,
    domain,
    seat,
    opponents,
    matches: scores.length,
    quit: scores.filter((one) => one.quit).length,
    mean: mean as number,
    low: Number.isFinite(low) ? low : null,
    high: Number.isFinite(high) ? high : null,
  };
  await store.putStanding(standing);
}
