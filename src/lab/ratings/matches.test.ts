/** Ratings from matches, each against a published number. */
import { describe, expect, test } from 'vitest';
import { bradleyTerry } from './bradley-terry.ts';
import { eloExpectation, eloRatings } from './elo.ts';
import { type Match, scoreOf } from './match.ts';
import { trueSkillRatings, trueSkillUpdate } from './trueskill.ts';

const match = (first: string, second: string, score: number): Match => ({ first, second, score });
const repeat = (count: number, one: Match) => new Array<Match>(count).fill(one);

test('who came out ahead', () => {
  expect([scoreOf(0.6, 0.4), scoreOf(0.2, 0.4), scoreOf(0, 0), scoreOf(0.1 + 0.2, 0.3)]).toEqual([1, 0, 0.5, 0.5]);
});

describe('Elo', () => {
  test('400 points are ten to one', () => {
    // Elo 1978: 10 / 11.
    expect(eloExpectation(1900, 1500)).toBeCloseTo(10 / 11, 14);
    expect(eloExpectation(1500, 1500)).toBe(0.5);
  });

  test('the worked tournament of the chess federation: 1613 becomes 1601', () => {
    // Expectations .506, .686, .785, .539, .351 against 1609, 1477, 1388, 1586, 1720 (Wikipedia, "Elo rating system").
    const opponents = [1609, 1477, 1388, 1586, 1720];
    for (const [i, expected] of [0.506, 0.686, 0.785, 0.539, 0.351].entries()) {
      expect(eloExpectation(1613, opponents[i] as number)).toBeCloseTo(expected, 3);
    }
    const total = opponents.reduce((sum, other) => sum + eloExpectation(1613, other), 0);
    expect(1613 + 32 * (2.5 - total)).toBeCloseTo(1601, 0);
  });

  test('points move from the loser to the winner, and nobody plays himself', () => {
    // By hand: equal ratings, K = 32: 16 points. Then 1516 against 1484: 1 / (1 + 10^(-32/400)) = .5459.
    const ratings = eloRatings([match('a', 'b', 1), match('a', 'a', 1), match('b', 'a', 0.5)]);
    expect(ratings.get('a')).toBeCloseTo(1516 + 32 * (0.5 - 0.5459), 2);
    expect((ratings.get('a') as number) + (ratings.get('b') as number)).toBeCloseTo(3000, 10);
    expect(() => eloRatings([match('a', 'b', 2)])).toThrow(/score of 2/);
  });
});

describe('Bradley-Terry with a role effect', () => {
  // American League East 1987: home wins-away wins of each row's team against the others in the same order (Agresti 2002, table 10.10).
  const teams = ['Milwaukee', 'Detroit', 'Toronto', 'New York', 'Boston', 'Cleveland', 'Baltimore'];
  const rows = [
    '4-3 4-2 4-3 6-1 4-2 6-0',
    '3-3 4-2 4-3 6-0 6-1 4-3',
    '2-5 4-3 2-4 4-3 4-2 6-0',
    '3-3 5-1 2-5 4-3 4-2 6-1',
    '5-1 2-5 3-3 4-2 5-2 6-0',
    '2-5 3-3 3-4 4-3 4-2 2-4',
    '2-5 1-5 1-6 2-4 1-6 3-4',
  ];
  const season = rows.flatMap((row, home) => {
    const away = teams.filter((_, i) => i !== home);
    return row.split(' ').flatMap((cell, k) => {
      const [won, lost] = cell.split('-').map(Number) as [number, number];
      const [first, second] = [teams[home] as string, away[k] as string];
      return [...repeat(won, match(first, second, 1)), ...repeat(lost, match(first, second, 0))];
    });
  });
  const overBaltimore = (strengths: ReadonlyMap<string, number>) =>
    teams.slice(0, 6).map((team) => (strengths.get(team) as number) - (strengths.get('Baltimore') as number));

  test('strengths without the role (Agresti 2002, table 10.11; BradleyTerry2)', () => {
    const { strengths, roleEffect } = bradleyTerry(season, { roleEffect: false });
    const published = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68];
    for (const [i, value] of overBaltimore(strengths).entries()) expect(value).toBeCloseTo(published[i] as number, 2);
    expect(roleEffect).toBe(0);
  });

  test('the home advantage is .302, and the abilities are those of the table', () => {
    const { strengths, roleEffect } = bradleyTerry(season);
    expect(roleEffect).toBeCloseTo(0.302, 3);
    const abilities = teams.map((team) => Math.exp(strengths.get(team) as number));
    const total = abilities.reduce((sum, ability) => sum + ability, 0);
    const shares = abilities.map((ability) => ability / total);
    for (const [i, share] of [0.22, 0.19, 0.164, 0.157, 0.137, 0.088, 0.044].entries()) {
      expect(shares[i]).toBeCloseTo(share, 3);
    }
  });

  test('an agent that always wins has no strength without a prior, and a finite one with it', () => {
    const lopsided = [...repeat(5, match('strong', 'weak', 1)), ...repeat(5, match('weak', 'strong', 0))];
    expect(() => bradleyTerry(lopsided)).toThrow(/no chain of wins.*give a prior/);
    const { strengths, roleEffect } = bradleyTerry(lopsided, { prior: 1 });
    expect(roleEffect).toBeCloseTo(0, 8);
    // s for strong and -s for weak solves 10 (1 - F(2s)) = F(s) - 1/2: at 1.671 both sides are .3417.
    expect(strengths.get('strong')).toBeCloseTo(1.671, 3);
  });

  test('a role that wins every game has no bound either', () => {
    expect(() => bradleyTerry([match('a', 'b', 1), match('b', 'a', 1)])).toThrow(/grow without bound.*give a prior/);
  });
});

describe('TrueSkill', () => {
  const fresh = { mean: 25, deviation: 25 / 3 };

  test('two new players: 29.396 and 20.604, both 7.171 (Moser 2010, "Computing Your Skill")', () => {
    const [winner, loser] = trueSkillUpdate(fresh, fresh, false);
    expect([winner.mean, winner.deviation].map((x) => x.toFixed(3))).toEqual(['29.396', '7.171']);
    expect([loser.mean, loser.deviation].map((x) => x.toFixed(3))).toEqual(['20.604', '7.171']);
  });

  test('a draw of new players leaves 25 and 6.458; a draw with a far stronger one lifts to 31.662', () => {
    // The same author's published test values.
    const [one] = trueSkillUpdate(fresh, fresh, true);
    expect([one.mean, one.deviation].map((x) => x.toFixed(3))).toEqual(['25.000', '6.458']);
    const [weak, strong] = trueSkillUpdate(fresh, { mean: 50, deviation: 12.5 }, true);
    expect([weak.mean, weak.deviation].map((x) => x.toFixed(3))).toEqual(['31.662', '7.137']);
    expect([strong.mean, strong.deviation].map((x) => x.toFixed(3))).toEqual(['35.011', '7.910']);
  });

  test('the loser may sit in the first role', () => {
    const skills = trueSkillRatings([match('a', 'b', 0), match('a', 'a', 1)]);
    expect(skills.get('b')?.mean).toBeCloseTo(29.396, 3);
    expect(skills.get('a')?.mean).toBeCloseTo(20.604, 3);
    expect(() => trueSkillRatings([match('a', 'b', 0.3)])).toThrow(/score of 0.3/);
  });
});
