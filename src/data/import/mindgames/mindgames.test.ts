import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { itWithShared, shared } from '../../../../test/shared.ts';
import { importMindgames, type Mindgames, support, wilson } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-mindgames-'));
function file(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const payoff = {
  id: 'solution-000',
  class: 'solution',
  utilities: [
    [-1, 1, 1],
    [1, -1, 0],
    [1, 1, -1],
  ],
  hidden: [
    [1, 1, 0],
    [0, 1, 0],
    [0, 1, 0],
  ],
  ideal: [
    [1, 0, 0],
    [0, 0, 0],
    [0, 1, 0],
  ],
  target: [-1, -1, -1],
  persuader: [-1, 0, 0],
};
const network = {
  id: 'n',
  proposition: 'p',
  beliefs: ['b'],
  edges: [{ from: 1, to: 0, positive: true }],
  joint: [0.4, 0.1, 0.2, 0.3],
};
const HEAD =
  'run,used,persuader,condition,mode,variant,player,payoff,complete,success,success_sticky,tie,bad,asked,asked_direct';

it('reads payoffs, outcomes and minds, and finds what is wrong in them', () => {
  const read = importMindgames([
    file('payoffs.jsonl', [
      JSON.stringify(payoff),
      JSON.stringify({ ...payoff, id: 'wrong', class: 'never-win' }),
      JSON.stringify({ ...payoff, id: 'marked', ideal: payoff.hidden }),
      JSON.stringify(payoff),
      '{"id": 1}',
    ]),
    file('networks.jsonl', [JSON.stringify(network), JSON.stringify({ ...network, id: 'm', joint: [1, 1, 0, 0] })]),
    file('outcomes.csv', [
      HEAD,
      'r1,1,human,hidden,prose,plain,1,solution-000,1,1,1,0,0,1,0',
      'r1,1,model,hidden,prose,plain,,solution-000,1,0,1,1,2,0,0',
      'r1,1,model,hidden,prose,plain,,elsewhere,0,0,0,0,1,0,0',
      'r0,0,model,hidden,prose,plain,,solution-000,1,1,1,0,0,0,0',
    ]),
    file('nothing.jsonl', ['{"a": 1}']),
  ]);
  expect(
    read.payoffs.map(({ id, worked, winning, smallest, marked }) => [id, worked, winning, smallest, marked]),
  ).toEqual([
    ['solution-000', 'solution', 1, 2, true],
    ['wrong', 'solution', 1, 2, true],
    ['marked', 'solution', 1, 2, false],
  ]);
  expect(read.networks.map((one) => support(one))).toEqual([0.4]);
  expect(
    read.rates.map(({ persuader, wins, games, winsSticky, unfinished }) => [
      persuader,
      wins,
      games,
      winsSticky,
      unfinished,
    ]),
  ).toEqual([
    ['human', 1, 1, 1, 0],
    ['model', 0, 1, 1, 1],
  ]);
  expect(Object.fromEntries(read.findings.map(({ name, count, of }) => [name, [count, of]]))).toEqual({
    'class-differs': [1, 3],
    'mark-differs': [1, 3],
    'run-unused': [1, 4],
    unfinished: [1, 3],
    'tie-at-the-end': [1, 2],
    'tie-rule': [1, 2],
    'one-target': [1, 1],
  });
  expect(read.problems.map((one) => one.replace(folder, ''))).toEqual([
    expect.stringContaining('/payoffs.jsonl, line 4: solution-000 came before'),
    expect.stringContaining('/payoffs.jsonl, line 5: '),
    expect.stringContaining('/networks.jsonl, line 2: its chances add up to 2'),
  ]);
  expect(read.refused).toEqual([expect.stringContaining('nothing.jsonl holds nothing that can be read as payoffs')]);
});

it("Wilson's interval", () => {
  expect(wilson(59, 202).map((end) => (100 * (end as number)).toFixed(1))).toEqual(['23.4', '35.8']);
  expect(wilson(0, 0)).toEqual([null, null]);
});

const FILES = ['always-win', 'can-win', 'never-win', 'solution'].map((name) => `data/mindgames/payoffs.${name}.jsonl`);
const withFiles = itWithShared(...FILES, 'data/mindgames/outcomes.csv', 'data/mindgames/networks.jsonl');
let all: Mindgames | undefined;
const read = () => {
  all ??= importMindgames([...FILES, 'data/mindgames/outcomes.csv', 'data/mindgames/networks.jsonl'].map(shared));
  return all;
};

withFiles('the payoffs are of their classes, and have the winning sets of those', () => {
  const { payoffs, refused, problems } = read();
  expect([refused, problems]).toEqual([[], []]);
  for (const one of payoffs) {
    expect(one.worked).toBe(one.class);
    const hidden = one.payoff.hidden.flat().filter(Boolean).length;
    if (one.class === 'solution') expect([one.winning, one.smallest, one.marked]).toEqual([1, 2, true]);
    if (one.class === 'can-win')
      expect(one.winning >= 1 && one.winning <= 8 && [2, 3, 4].includes(one.smallest ?? 0)).toBe(true);
    if (one.class === 'never-win') expect(one.winning).toBe(0);
    if (one.class === 'always-win') expect(one.winning).toBe(1 << hidden);
  }
});

// Section 3 of the facts: won of games, and the ends of the interval in percent.
withFiles('every row of the published table comes out of the outcomes', () => {
  const published: readonly (readonly [string, string, string, string])[] = [
    ['human', 'hidden', 'prose', '59/202 23.4 35.8'],
    ['human', 'revealed', 'prose', '43/199 16.5 27.8'],
    ['o1-preview', 'hidden', 'prose', '35/200 12.9 23.4'],
    ['o1-preview', 'revealed', 'prose', '157/200 72.3 83.6'],
    ['o1-preview', 'hidden', 'discrete', '17/20 64.0 94.8'],
    ['deepseek-r1', 'hidden', 'discrete', '11/20 34.2 74.2'],
    ['gpt-4o', 'hidden', 'prose', '18/200 5.8 13.8'],
    ['gpt-4o', 'revealed', 'prose', '40/200 15.0 26.1'],
    ['gpt-4o', 'hidden', 'discrete', '3/20 5.2 36.0'],
    ['llama3.1-405b', 'hidden', 'prose', '28/199 9.9 19.6'],
    ['llama3.1-405b', 'revealed', 'prose', '40/200 15.0 26.1'],
    ['llama3.1-405b', 'hidden', 'discrete', '0/1 0.0 79.3'],
    ['llama3.1-8b', 'hidden', 'prose', '1/20 0.9 23.6'],
    ['llama3.1-8b', 'revealed', 'prose', '0/20 0.0 16.1'],
    ['llama3.1-8b', 'hidden', 'discrete', '0/14 0.0 21.5'],
    ['o3', 'hidden', 'prose', '1/20 0.9 23.6'],
    ['o3', 'revealed', 'prose', '15/20 53.1 88.8'],
    ['random-8', 'hidden', 'prose', '64/1000 5.0 8.1'],
  ];
  const ends = (end: number | null) => (100 * (end as number)).toFixed(1);
  for (const [persuader, condition, mode, row] of published) {
    const rate = read().rates.find(
      (one) =>
        one.persuader === persuader && one.condition === condition && one.mode === mode && one.variant === 'plain',
    );
    expect([persuader, mode, rate && `${rate.wins}/${rate.games} ${ends(rate.low)} ${ends(rate.high)}`]).toEqual([
      persuader,
      mode,
      row,
    ]);
  }
  const of = (persuader: string, variant: string) =>
    read().rates.find((one) => one.persuader === persuader && one.variant === variant)?.wins;
  const models = ['o1-preview', 'deepseek-r1', 'gpt-4o', 'llama3.1-405b', 'llama3.1-8b'];
  expect(models.map((name) => of(name, 'hint'))).toEqual([1, 1, 4, 3, 1]);
  expect(models.map((name) => of(name, 'example'))).toEqual([13, 1, 2, 2, 0]);
  expect(models.map((name) => of(name, 'nonmental'))).toEqual([0, 1, 0, 1, 0]);
});

withFiles('the card names two tie rules, five payoffs for people and forty for models', () => {
  const { findings, networks } = read();
  const says = Object.fromEntries(findings.map(({ name, says }) => [name, says]));
  expect(Object.keys(says)).toEqual([
    'run-unused',
    'unfinished',
    'tie-at-the-end',
    'tie-rule',
    'payoff-not-here',
    'payoffs-differ',
    'one-target',
  ]);
  expect(says['payoffs-differ']).toContain('o1-preview 40');
  expect(says['payoffs-differ']).toContain('human 5');
  expect(says['one-target']).toContain('human');
  expect(networks.map(support).map((one) => one.toFixed(6))).toEqual(expect.arrayContaining(['0.372947', '0.619217']));
});
