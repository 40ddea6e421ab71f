/**
 * TrueSkill for two players (Herbrich, Minka and Graepel 2007): a normal belief about each skill, updated after every match.
 *
 * Defaults of the paper's software: mean 25, deviation 25/3, beta 25/6, dynamics 25/300, a tenth of draws. Like Elo it depends
 * on the order of the matches; unlike Elo it says how sure it is. A conservative rank is mean - 3 deviations.
 */

import { normalCdf, normalDensity, normalQuantile } from '../statistics/index.ts';
import { checkMatch, type Match } from './match.ts';

export interface Skill {
  readonly mean: number;
  readonly deviation: number;
}

export interface TrueSkillSettings {
  readonly initial: Skill;
  /** Deviation of one performance around the skill. */
  readonly beta: number;
  /** Deviation that the skill itself gains before each match. */
  readonly dynamics: number;
  readonly drawChance: number;
}

export const trueSkillDefaults: TrueSkillSettings = {
  initial: { mean: 25, deviation: 25 / 3 },
  beta: 25 / 6,
  dynamics: 25 / 300,
  drawChance: 0.1,
};

/** Both skills after a match: the winner's first. */
export function trueSkillUpdate(
  winner: Skill,
  loser: Skill,
  drawn: boolean,
  settings = trueSkillDefaults,
): [Skill, Skill] {
  const { beta, dynamics, drawChance } = settings;
  const [first, second] = [winner, loser].map((skill) => skill.deviation ** 2 + dynamics ** 2) as [number, number];
  const total = Math.sqrt(2 * beta ** 2 + first + second);
  const gap = (winner.mean - loser.mean) / total;
  const margin = (normalQuantile((1 + drawChance) / 2) * Math.SQRT2 * beta) / total;
  const { shift, shrink } = drawn ? drawCorrection(gap, margin) : winCorrection(gap, margin);
  const update = (skill: Skill, variance: number, sign: number): Skill => ({
    mean: skill.mean + (sign * variance * shift) / total,
    deviation: Math.sqrt(variance * (1 - (variance * shrink) / total ** 2)),
  });
  return [update(winner, first, 1), update(loser, second, -1)];
}

/** v and w of the paper for a win: mean and variance of a normal cut off below the draw margin. */
function winCorrection(gap: number, margin: number) {
  const x = gap - margin;
  const shift = normalDensity(x) / Math.max(normalCdf(x), 1e-300);
  return { shift, shrink: shift * (shift + x) };
}

/** The same for a draw: cut off on both sides of the margin. */
function drawCorrection(gap: number, margin: number) {
  const [above, below] = [margin - gap, -margin - gap];
  const inside = Math.max(normalCdf(above) - normalCdf(below), 1e-300);
  const shift = (normalDensity(below) - normalDensity(above)) / inside;
  return { shift, shrink: shift ** 2 + (above * normalDensity(above) - below * normalDensity(below)) / inside };
}

/** Skills after the matches, in the order they were played. An agent that meets itself is skipped. */
export function trueSkillRatings(matches: readonly Match[], settings = trueSkillDefaults): Map<string, Skill> {
  const skills = new Map<string, Skill>();
  for (const match of matches) {
    checkMatch(match);
    const { first, second, score } = match;
    if (first === second) continue;
    if (score !== 0 && score !== 0.5 && score !== 1) {
      throw new RangeError(`TrueSkill knows wins, losses and draws (1, 0, a half), got a score of ${score}`);
    }
    const [winner, loser] = score === 0 ? [second, first] : [first, second];
    const skill = (name: string) => skills.get(name) ?? settings.initial;
    const [up, down] = trueSkillUpdate(skill(winner), skill(loser), score === 0.5, settings);
    skills.set(winner, up).set(loser, down);
  }
  return skills;
}
