/** What to know of these files before they are compared with anything, found in the files themselves. */
import type { Mindgames } from './index.ts';
import type { Outcome } from './outcomes.ts';

export interface MindgamesFinding {
  readonly name: string;
  readonly count: number;
  readonly of: number;
  readonly says: string;
}

export function mindgamesFindings({ payoffs, outcomes }: Pick<Mindgames, 'payoffs' | 'outcomes'>): MindgamesFinding[] {
  const used = outcomes.filter((row) => row.used === '1');
  const done = used.filter((row) => row.complete === '1');
  const known = new Set(payoffs.map(({ id }) => id));
  const findings: MindgamesFinding[] = [
    finding(
      'class-differs',
      payoffs,
      ({ class: said, worked }) => said !== worked,
      'The numbers are not of the class that the file says.',
    ),
    finding(
      'mark-differs',
      payoffs,
      ({ class: said, marked }) => said === 'solution' && marked === false,
      'The one set that wins is not the one that is marked.',
    ),
    finding(
      'run-unused',
      outcomes,
      (row) => row.used !== '1',
      'Games of runs that the authors’ loader leaves out without a word; they are in no rate here.',
    ),
    finding(
      'unfinished',
      used,
      (row) => row.complete !== '1',
      'Games that did not come to their end: forfeits, which published rates drop.',
    ),
    finding(
      'tie-at-the-end',
      done,
      (row) => row.tie === '1',
      'The top is tied at the end, so that the tie rule decides.',
    ),
    finding(
      'tie-rule',
      done,
      (row) => row.success !== row.success_sticky,
      `Won under one tie rule and lost under the other. People’s games were played by the rule sticky, models’ by the rule end: compare people only under sticky and models only under end.`,
    ),
    finding(
      'payoff-not-here',
      known.size === 0 ? [] : done,
      (row) => !known.has(row.payoff),
      'Games on payoffs that are not among the files given.',
    ),
    ...payoffSpread(done),
    ...oneTarget(done, payoffs),
  ];
  return findings.filter(({ count }) => count > 0);
}

function finding<T>(name: string, all: readonly T[], is: (one: T) => boolean, says: string): MindgamesFinding {
  return { name, count: all.filter(is).length, of: all.length, says };
}

/** Rates of persuaders who played different payoffs are not of the same games. */
function payoffSpread(done: readonly Outcome[]): MindgamesFinding[] {
  const sets = new Map<string, Set<string>>();
  for (const { persuader, payoff } of done) sets.set(persuader, (sets.get(persuader) ?? new Set()).add(payoff));
  const sizes = [...sets].map(([name, set]) => `${name} ${set.size}`);
  if (new Set([...sets.values()].map(({ size }) => size)).size < 2) return [];
  const says = `Persuaders played different payoffs (${sizes.join(', ')}): compare them on those they share.`;
  return [{ name: 'payoffs-differ', count: sets.size, of: sets.size, says }];
}

function oneTarget(done: readonly Outcome[], payoffs: Mindgames['payoffs']): MindgamesFinding[] {
  const targets = new Map(payoffs.map(({ id, payoff }) => [id, payoff.target.join(', ')]));
  const by = new Map<string, Set<string>>();
  for (const { persuader, payoff } of done) {
    const target = targets.get(payoff);
    if (target !== undefined) by.set(persuader, (by.get(persuader) ?? new Set()).add(target));
  }
  return [...by].flatMap(([persuader, seen]) => {
    const [only] = [...seen];
    if (seen.size > 1) return [];
    const games = done.filter((row) => row.persuader === persuader).length;
    return [
      {
        name: 'one-target',
        count: games,
        of: games,
        says: `As far as the payoffs are here, ${persuader} met one kind of target only, with the coefficients (${only}).`,
      },
    ];
  });
}
