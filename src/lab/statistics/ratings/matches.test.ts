/** Ratings from matches, each against a published number. */
import { describe, expect, test } from 'vitest';
import { createRng } from '../../../core/index.ts';
import { bradleyTerry } from './bradley-terry.ts';
import { eloOf } from './elo.ts';
import { type Match, scoreOf } from './match.ts';

const match = (first: string, second: string, score: number): Match => ({ first, second, score });
const repeat = (count: number, one: Match) => new Array<Match>(count).fill(one);

test('who came out ahead', () => {
  expect([scoreOf(0.6, 0.4), scoreOf(0.2, 0.4), scoreOf(0, 0), scoreOf(0.1 + 0.2, 0.3)]).toEqual([1, 0, 0.5, 0.5]);
});

test("Elo's scale: 400 points are ten to one", () => {
  expect(eloOf(Math.log(10)) - eloOf(0)).toBeCloseTo(400, 10);
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

describe('draws (Davidson 1970)', () => {
  test('two agents, by hand: the odds of a win to a loss, and of a draw to their geometric mean', () => {
    // 40 wins, 10 losses, 20 draws: x = ln 4, and nu = 20 / sqrt(40 10) = 1.
    const { strengths, draws } = bradleyTerry(
      [...repeat(40, match('a', 'b', 1)), ...repeat(10, match('a', 'b', 0)), ...repeat(20, match('b', 'a', 0.5))],
      { roleEffect: false },
    );
    expect((strengths.get('a') as number) - (strengths.get('b') as number)).toBeCloseTo(Math.log(4), 8);
    expect(draws).toBeCloseTo(1, 8);
  });

  test('draws come out as often as they happened', () => {
    const rng = createRng(4);
    const names = ['a', 'b', 'c', 'd'];
    const matches = Array.from({ length: 400 }, (_, k) => {
      const [first, second] = [names[k % 4] as string, names[(k + 1 + (k % 3)) % 4] as string];
      const u = rng.float() + 0.1 * (names.indexOf(second) - names.indexOf(first));
      return match(first, second, u < 0.4 ? 0 : u < 0.65 ? 0.5 : 1);
    });
    const { strengths, roleEffect, draws } = bradleyTerry(matches);
    const expected = matches.reduce((sum, { first, second }) => {
      const x = (strengths.get(first) as number) - (strengths.get(second) as number) + roleEffect;
      return sum + draws / (Math.exp(x / 2) + Math.exp(-x / 2) + draws);
    }, 0);
    expect(expected).toBeCloseTo(matches.filter(({ score }) => score === 0.5).length, 6);
  });

  test('the order of the matches changes nothing', () => {
    const rng = createRng(5);
    const matches = Array.from({ length: 300 }, (_, k) =>
      match(['a', 'b', 'c'][k % 3] as string, ['b', 'c', 'a'][k % 3] as string, rng.integer(3) / 2),
    );
    const [there, back] = [bradleyTerry(matches), bradleyTerry(rng.shuffle(matches))];
    for (const [name, strength] of there.strengths) expect(back.strengths.get(name)).toBeCloseTo(strength, 10);
  });

  test('nothing but draws: nobody is stronger', () => {
    const { strengths } = bradleyTerry(repeat(9, match('a', 'b', 0.5)), { prior: 1 });
    expect(strengths.get('a')).toBeCloseTo(0, 10);
  });
});
