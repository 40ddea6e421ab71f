/**
 * Which scripts think long. Each is asked at the turns of a long game, with every number among its options at its highest and every
 * flag set, one after the other; what a server plays on its own thread answers at once.
 */
import { expect, test } from 'vitest';
import { type Act, aside, createRng, playEpisode, type Task, tasks, type View } from '../core/index.ts';
import { resolvePlayer, scriptNames } from './spec.ts';

/** Milliseconds of work. Ten are meant: the rest is for engines that have not warmed up and machines that are slow. */
const AT_ONCE = 60;
/** At an arena the scripts of price sit. */
const domains = new Set(
  tasks()
    .map(({ domain }) => domain.name)
    .filter((name) => name !== 'arena'),
);

const work = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The least of three, so that neither a collection of garbage nor a cold start counts. */
function costOf(ask: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 && least > AT_ONCE; i++) {
    const begun = work();
    ask();
    least = Math.min(least, work() - begun);
  }
  return least;
}

function longGame(task: Task) {
  for (const turnLimit of [60, undefined])
    try {
      return task.scenario(7, { turnLimit });
    } catch {
      // A game whose length is its own.
    }
  throw new Error(`${task.name} has no scenario`);
}

/** The act that cost most, in milliseconds, of the first seat before the weakest of the others; it is broken off once it is too much. */
function dearest(task: Task, spec: string, other: string): number {
  const game = longGame(task);
  const [first, ...rest] = task.domain.seats(game.scenario) as [string, ...string[]];
  const { agent, ...sitter } = resolvePlayer(spec, task.domain);
  let most = 0;
  const act = (view: View): Act => {
    const ask = () => agent.act(view, aside(createRng(1)));
    most = Math.max(most, costOf(ask));
    if (most > AT_ONCE) throw new Error('enough');
    return ask();
  };
  const others = rest.map((seat) => [seat, resolvePlayer(other, task.domain)]);
  const players = { ...Object.fromEntries(others), [first]: { ...sitter, agent: { name: spec, act } } };
  playEpisode({ domain: task.domain, ...game, source: { test: 1 }, seed: 7, players });
  return most;
}

test.each([...domains])('scripts of %s that take long say so', (domain) => {
  const task = tasks().find((one) => one.domain.name === domain) as Task;
  const names = scriptNames(domain);
  const weak = names.find(({ entry }) => entry.name === 'random') ?? names[0];
  const silent = new Set<string>();
  for (const { registry, entry } of names) {
    if (entry.strategy.thinks) continue;
    const dear = Object.entries(entry.strategy.options).flatMap(([name, option]) => {
      if (option.kind === 'number') return [`?${name}=${option.max}`];
      return option.kind === 'flag' ? [`?${name}=true`] : [];
    });
    for (const query of ['', ...dear]) {
      const spec = `${registry}:${entry.name}${query}`;
      if (dearest(task, spec, `${weak?.registry}:${weak?.entry.name}`) > AT_ONCE) silent.add(spec);
    }
  }
  expect([...silent]).toEqual([]);
});

test('whoever puts a script into words, or asks it what it believes, thinks as long', () => {
  const thinks = (spec: string, name = 'price') => resolvePlayer(spec, { name }).agent.thinks;
  expect(thinks('terms:terms_bayes')).toBe('long');
  expect(thinks('worded:terms_bayes@templates')).toBe('long');
  expect(thinks('terms_bayes?beliefs=on')).toBe('long');
  expect(thinks('ptom:planner?draws=4096', 'ptom')).toBe('long');
  expect(thinks('boulware_hard')).toBeUndefined();
});
