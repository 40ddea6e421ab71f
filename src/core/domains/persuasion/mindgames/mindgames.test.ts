import { expect, test } from 'vitest';
import { createRng } from '../../../rng.ts';
import { mindgamesRegistries } from '../../../strategies/persuasion/mindgames/index.ts';
import { makeScript, type Strategy, strategyFingerprint } from '../../../strategy.ts';
import { checkDomain } from '../../../testing/index.ts';
import { playEpisode } from '../../../transcript.ts';
import type { Domain, Script } from '../../../types.ts';
import { CELLS, type Effect, strictBest, type TieRule, valuesOf } from './mind.ts';
import {
  type Answers,
  cellsOf,
  type Message,
  type MindgamesScenario,
  mindgames,
  type PersuaderSecret,
  withEffect,
} from './mindgames.ts';
import { classes, classOf, hiddenCells, mindOf, type Payoff, valuesAfter, winningSubsets } from './payoff.ts';
import { mindgamesQuestions } from './questions.ts';
import { mindgamesSamplers } from './samplers.ts';
import { mindgamesScenario } from './scenario.ts';
import { rows, solvableGame, solvableGames, solvableSets, VECTORS } from './solvable.ts';
import { fields, stories } from './stories.ts';

/** Rows A; B; C over x y z, hidden cells in brackets. */
function payoff(table: string, target: readonly Effect[], persuader: readonly Effect[] = [0, 0, 0]): Payoff {
  const cells = table.match(/\(?[+-]?[01]\)?/g) as string[];
  return {
    utilities: rows(cells.map((cell) => Number(cell.replace(/[()]/g, '')) as Effect)),
    hidden: rows(cells.map((cell) => cell.startsWith('('))),
    target,
    persuader,
  };
}

const NAMES = ['Ax', 'Ay', 'Az', 'Bx', 'By', 'Bz', 'Cx', 'Cy', 'Cz'];
const cells = (names: string) => (names === '' ? [] : names.split(',').map((name) => NAMES.indexOf(name)));

/** Each list of cells is one message. */
function played(game: Payoff, messages: readonly string[], tieRule: TieRule = 'end') {
  const scenario = mindgamesScenario('game', game, createRng(0), { roles: 'fixed', tieRule });
  const persuader: Script = {
    name: 'told',
    act: (view) => {
      const all = cellsOf(scenario.public);
      const disclose = cells(messages[(view.turn - 1) / 2] ?? '').map((cell) =>
        withEffect(view as never, all[cell] as never),
      );
      return { type: 'message', disclose, motivational: [], informational: [], inferential: [] } as Message;
    },
  };
  return play(scenario, persuader);
}

function script(name: string): Script {
  const found = mindgamesRegistries.mindgames.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return makeScript(name, found.strategy as Strategy, found.options);
}

function play(scenario: MindgamesScenario, persuader: Script, target = script('rational')) {
  const seated = (agent: Script) => ({ spec: agent.name, fingerprint: agent.name, agent });
  const episode = playEpisode({
    domain: mindgames as Domain,
    scenario,
    source: {},
    players: { persuader: seated(persuader), target: seated(target) },
    seed: 1,
  });
  const { result } = episode;
  if (result.kind !== 'concluded') throw new Error(JSON.stringify(result));
  return { ...episode, choice: (result.conclusion as { choice: string }).choice };
}

const said = (values: readonly number[]) => values.join('/');

// The golden vectors of the original's payoffs.
const golden = {
  'solution-000': payoff('(-1)(+1)+1 +1(-1)0 +1(+1)-1', [-1, -1, -1], [-1, 0, 0]),
  'solution-036': payoff('(+1)-1(-1) (-1)0 0 -1+1(+1)', [-1, 0, -1]),
  'solution-075': payoff('(+1)+1 0 +1(+1)(+1) (-1)+1+1', [1, 1, 1]),
  'solution-117': payoff('+1(-1)(+1) 0(+1)0 0+1(-1)', [0, 1, 1]),
  'can-000': payoff('+1+1-1 (0)+1(+1) 0(+1)(+1)', [-1, -1, -1], [1, 1, 0]),
  'never-000': payoff('(+1)+1+1 0(-1)(0) (+1)0-1', [-1, -1, -1], [-1, 1, 0]),
  'always-000': payoff('+1(-1)-1 +1+1+1 +1(-1)(+1)', [-1, -1, -1], [-1, -1, -1]),
} as const;

test.each([
  ['solution-000', '', '-1/-1/0', 'C'],
  ['solution-000', 'Ax,Cy', '0/-1/-1', 'A'],
  ['solution-000', 'Ax', '0/-1/0', 'C'],
  ['solution-000', 'Ax,Cy,By', '0/0/-1', 'C'],
  ['solution-000', 'Ax,Ay,By,Cy', '-1/0/-1', 'B'],
  ['solution-036', '', '0/0/1', 'C'],
  ['solution-036', 'Az,Cz', '1/0/0', 'A'],
  ['solution-036', 'Az,Cz,Ax', '0/0/0', 'C'],
  ['solution-036', 'Ax,Az,Bx,Cz', '0/1/0', 'B'],
  ['solution-075', '', '1/1/2', 'C'],
  ['solution-075', 'Ax,Cx', '2/1/1', 'A'],
  ['solution-075', 'Ax,Cx,Bz', '2/2/1', 'C'],
  ['solution-075', 'Ax,By,Bz,Cx', '2/3/1', 'B'],
  ['solution-117', '', '0/0/1', 'C'],
  ['solution-117', 'Az,Cz', '1/0/0', 'A'],
  ['solution-117', 'Az', '1/0/1', 'C'],
  ['solution-117', 'Ay,Az,By,Cz', '0/1/0', 'B'],
  ['can-000', '', '-1/-1/0', 'C'],
  ['can-000', 'Bz,Cy,Cz', '-1/-2/-2', 'A'],
  ['can-000', 'Bx,Bz,Cy,Cz', '-1/-2/-2', 'A'],
  ['never-000', '', '-2/0/1', 'C'],
  ['never-000', 'Cx', '-2/0/0', 'C'],
  ['never-000', 'By', '-2/1/1', 'C'],
  ['never-000', 'Ax,By,Bz,Cx', '-3/1/0', 'B'],
  ['always-000', '', '0/-3/-1', 'A'],
  ['always-000', 'Ay,Cy,Cz', '1/-3/-1', 'A'],
] as const)('%s, told %s: values %s, choice %s', (id, names, values, choice) => {
  expect(said(valuesAfter(golden[id], cells(names)))).toBe(values);
  expect(played(golden[id], [names]).choice).toBe(choice);
});

test('a tie keeps the last choice: of the start by the rule end, of the last message by the rule sticky', () => {
  const later = ['Ax,Cy', 'By'];
  expect(played(golden['solution-000'], later).choice).toBe('C');
  expect(played(golden['solution-000'], later, 'sticky').choice).toBe('A');
  expect(played(golden['solution-000'], ['Ax,Cy,By'], 'sticky').choice).toBe('C');
});

test('asked for its ranking the typed target chooses, and a later tie keeps that', () => {
  const scenario = mindgamesScenario('game', golden['solution-000'], createRng(0), { roles: 'fixed' });
  const all = cellsOf(scenario.public);
  const tell = (view: unknown, names: string) =>
    cells(names).map((cell) => withEffect(view as never, all[cell] as never));
  const asks = (inferential: readonly string[]): Script => ({
    name: 'asks',
    act: (view): Message => ({
      type: 'message',
      disclose: view.turn === 1 ? tell(view, 'Ax,Cy') : view.turn === 3 ? tell(view, 'By') : [],
      motivational: [],
      informational: [],
      inferential: view.turn === 1 ? inferential : [],
    }),
  });
  expect(play(scenario, asks(['B'])).choice).toBe('A');
  expect(play(scenario, asks([])).choice).toBe('C');
  const prose = mindgamesScenario('game', golden['solution-000'], createRng(0), { roles: 'fixed', talk: 'prose' });
  expect(play(prose, asks(['B'])).choice).toBe('C');
});

test('the winning sets of the four classes', () => {
  const counts = Object.values(golden).map((game) => winningSubsets(game).length);
  expect(counts).toEqual([1, 1, 1, 1, 2, 0, 8]);
  expect(winningSubsets(golden['solution-075'])).toEqual([cells('Ax,Cx')]);
});

test('answers: what was asked, after what was disclosed, and nothing else', () => {
  const scenario = mindgamesScenario('game', golden['solution-000'], createRng(0), { roles: 'fixed', story: 'ward' });
  const [x, y, z] = scenario.public.attributes as [string, string, string];
  const asks: Script = {
    name: 'asks',
    act: (): Message => ({
      type: 'message',
      disclose: [{ proposal: 'A', attribute: x, effect: -1 }],
      motivational: [z],
      informational: [
        { proposal: 'A', attribute: x },
        { proposal: 'A', attribute: y },
        { proposal: 'B', attribute: z },
      ],
      inferential: ['B'],
    }),
  };
  const { events } = play(scenario, asks);
  const reply = events.find((event) => event.type === 'action-taken' && event.seat === 'target') as unknown as {
    act: Answers;
  };
  expect(reply.act).toEqual({
    type: 'reply',
    motivational: [{ attribute: z, coefficient: -1 }],
    informational: [
      { proposal: 'A', attribute: x, effect: -1 },
      { proposal: 'B', attribute: z, effect: 0 },
    ],
    inferential: { ranking: [['A', 'C'], ['B']], values: [0, -1, 0], choice: 'C' },
  });
});

test('a false disclosure and a false answer are refused with the truth', () => {
  const scenario = mindgamesScenario('game', golden['solution-000'], createRng(0), { roles: 'fixed', story: 'ward' });
  const state = mindgames.start(scenario);
  const empty = { type: 'message', disclose: [], motivational: [], informational: [], inferential: [] } as const;
  const lie = { ...empty, disclose: [{ proposal: 'A', attribute: 'waiting time', effect: 1 }] };
  expect(mindgames.check(mindgames.view(state, 'persuader'), lie)).toBe(
    'disclose: only what is true can be disclosed: proposal A decreases waiting time (-1), got 1',
  );
  const asked: Message = { ...empty, motivational: ['privacy'] };
  const after = mindgames.view(mindgames.apply(state, [{ turn: 1, seat: 'persuader', act: asked }]), 'target');
  const answer = (coefficient: Effect) => ({
    type: 'reply',
    motivational: [{ attribute: 'privacy', coefficient }],
    informational: [],
    inferential: null,
  });
  expect(mindgames.check(after, answer(-1))).toBeUndefined();
  expect(mindgames.check(after, answer(1))).toMatch(/^the target answers truthfully/);
});

test('76,728 solvable games, each with four hidden cells that all count and one winning set', () => {
  expect(solvableGames()).toBe(76_728);
  let next = 0;
  for (const target of VECTORS) {
    const zeros = target.filter((coefficient) => coefficient === 0).length;
    if (zeros > 1) continue;
    const count = zeros === 0 ? 7140 : 1634;
    for (const index of [next, next + count - 1]) expect(solvableGame(index).target).toEqual(target);
    next += count;
  }
  expect(next).toBe(76_728);
  for (let index = 0; index < 76_728; index += 500) {
    const game = solvableGame(index);
    expect(classOf(game)).toBe('solution');
    expect(winningSubsets(game).map(({ length }) => length)).toEqual([2]);
    expect(hiddenCells(game)).toHaveLength(4);
  }
});

test('a neighbour of a solvable game is enumerated where it can be solved, and nowhere else', () => {
  const counts = [0, 0];
  for (let index = 0; index < 76_728; index += 1500) {
    const { utilities, hidden, target } = solvableGame(index);
    for (let cell = 0; cell < CELLS; cell++)
      for (const change of [0, 1, 2]) {
        // Another effect, or a hidden cell more or less.
        const effects = utilities
          .flat()
          .map((one, i) => (i === cell ? ((((one + 1 + change) % 3) - 1) as Effect) : one));
        const gaps = hidden.flat().map((one, i) => (i === cell && change === 0 ? !one : one));
        if (gaps.filter(Boolean).length > 4) continue;
        const game: Payoff = { utilities: rows(effects), hidden: rows(gaps), target, persuader: [0, 0, 0] };
        const [start, full] = [mindOf(game), mindOf(game, true)].map((mind) => strictBest(valuesOf(mind)));
        const solved = start === 2 && full === 1 && winningSubsets(game).length > 0;
        const mask = hiddenCells(game).reduce((bits, one) => bits | (1 << one), 0);
        expect(solvableSets(effects, target).includes(mask)).toBe(solved);
        counts[Number(solved)] = (counts[Number(solved)] as number) + 1;
      }
  }
  expect(Math.min(...counts)).toBeGreaterThan(50);
});

test.each(classes)('%s: the sampler draws its class, and roles stand in any order', (name) => {
  const goals = new Set<string>();
  for (let seed = 0; seed < 20; seed++) {
    const scenario = mindgamesSamplers[name](seed, { roles: 'permuted' }) as MindgamesScenario;
    goals.add((scenario.private.persuader as PersuaderSecret).goal);
    const straight = mindgamesSamplers[name](seed, { roles: 'fixed' }) as MindgamesScenario;
    const { table, coefficients } = straight.private.persuader as PersuaderSecret;
    const mind = straight.private.target as {
      known: readonly (readonly (Effect | null)[])[];
      coefficients: readonly Effect[];
    };
    const hidden = mind.known.map((row) => row.map((one) => one === null));
    expect(classOf({ utilities: table, hidden, target: mind.coefficients, persuader: coefficients })).toBe(name);
    const choice = play(scenario, script('dominant')).result;
    expect(choice.kind !== 'failed' && choice.utility.persuader).toBe(name === 'never-win' ? 0 : 1);
    if (name === 'always-win')
      expect(play(scenario, script('say_all')).choice).toBe((scenario.private.persuader as PersuaderSecret).goal);
  }
  expect([...goals].sort()).toEqual(['A', 'B', 'C']);
});

test('a scrambled game is lost by who knows the generator and won by who asks', () => {
  let [asked, unasked] = [0, 0];
  for (let seed = 0; seed < 20; seed++) {
    const scenario = mindgamesSamplers.scrambled(seed) as MindgamesScenario;
    const won = (name: string) =>
      Number(play(scenario, script(name)).choice === (scenario.private.persuader as PersuaderSecret).goal);
    asked += won('dominant');
    unasked += won('best_set');
  }
  expect(asked).toBe(20);
  expect(unasked).toBeLessThan(12);
});

test('the laws of a domain', () => {
  const samplers = Object.values(mindgamesSamplers);
  checkDomain(mindgames as Domain, {
    scenario: (seed) =>
      (samplers[seed % samplers.length] as (typeof samplers)[number])(seed, { talk: seed % 2 ? 'prose' : 'typed' }),
    games: 20,
    questions: mindgamesQuestions,
    roles: ['persuader', 'target'],
  });
  const revealed = (seed: number) => mindgamesSamplers.solution(seed, { condition: 'revealed' }) as MindgamesScenario;
  expect(mindgames.problem(revealed(1))).toBeUndefined();
  expect((revealed(1).private.persuader as PersuaderSecret).target).toEqual(revealed(1).private.target);
});

test('stories of our own, at least ten, in four fields', () => {
  expect(stories.length).toBeGreaterThanOrEqual(10);
  expect(new Set(stories.map(({ field }) => field))).toEqual(new Set(fields));
  expect(new Set(stories.map(({ id }) => id)).size).toBe(stories.length);
});

test('a script is pinned by its options', () => {
  const [first, , , , dominant, askFirst] = mindgamesRegistries.mindgames;
  const prints = [first, dominant, askFirst].map(({ strategy, options }) =>
    strategyFingerprint(strategy as Strategy, options),
  );
  expect(new Set(prints).size).toBe(3);
});

test('an act has no field beside its own, and an answer that is no JSON is refused', () => {
  const scenario = mindgamesSamplers.solution(3) as MindgamesScenario;
  const start = mindgames.start(scenario);
  const view = mindgames.view(start, 'persuader');
  const nothing = { type: 'message', disclose: [], motivational: [], informational: [], inferential: [] } as const;
  expect(mindgames.check(view, nothing)).toBeUndefined();
  expect(mindgames.check(view, { ...nothing, plan: 'hide A' } as never)).toMatch(/^there is no field "plan"/);
  expect(mindgames.check(view, { ...nothing, intent: 'inform' })).toBeUndefined();
  expect(mindgames.check(view, { ...nothing, intent: 'my goal is A' } as never)).toMatch(/^an intent is one of/);
  const cell = { proposal: 'A', attribute: scenario.public.attributes[0], goal: 'A' };
  expect(mindgames.check(view, { ...nothing, informational: [cell] } as never)).toMatch(/no field "goal"/);
  const target = mindgames.view(mindgames.apply(start, [{ turn: 1, seat: 'persuader', act: nothing }]), 'target');
  const answer = { type: 'reply', motivational: [{ coefficient: Number.NaN }], informational: [], inferential: null };
  expect(mindgames.check(target, answer as never)).toMatch(/^the target answers truthfully/);
});

test('a scenario has nothing that no rule knows: both sides would see it', () => {
  const scenario = mindgamesSamplers.solution(3) as MindgamesScenario;
  const { public: facts, private: secrets } = scenario;
  const { persuader, target } = secrets as { persuader: PersuaderSecret; target: object };
  expect(mindgames.problem(scenario)).toBeUndefined();
  for (const strange of [
    { ...scenario, goal: 'A' },
    { ...scenario, public: { ...facts, goal: 'A' } },
    { ...scenario, private: { ...secrets, goal: {} } },
    { ...scenario, private: { target, persuader: { ...persuader, goals: 'A' } } },
    { ...scenario, private: { persuader, target: { ...target, goal: 'A' } } },
  ])
    expect(mindgames.problem(strange)).toMatch(/and nothing else, got "goals?"$/);
  expect(mindgames.problem({ ...scenario, private: { persuader } })).toMatch(/^a scenario has/);
});
