import { afterAll, expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Episode, findTask, type Player, playEpisode, type Task } from '../../core/index.ts';
import { createPlayers } from '../players.ts';
import type { ActJob } from './thinking.ts';
import { thinkingElsewhere } from './thinking.ts';

const players = createPlayers(undefined);
afterAll(() => players.close());

const play = (task: Task, across: Player, turnLimit: number | undefined): Promise<Episode> | Episode => {
  const game = task.scenario(3, { turnLimit });
  const [first, second] = task.domain.seats(game.scenario) as [string, string];
  const other = resolvePlayer(task.name === 'ptom-a' ? 'ptom:mind' : 'controls:constant?share=0.9', task.domain);
  const request = { domain: task.domain, ...game, source: { test: 1 }, seed: 3 };
  return playEpisode({ ...request, players: { [first]: across, [second]: other } });
};

test.each([
  ['price-wide', 'worded:terms_bayes@templates?beliefs=on', 6],
  ['ptom-a', 'ptom:planner?draws=64', undefined],
])('in %s, %s plays in a thread as it plays here, remarks and all', async (name, spec, turns) => {
  const task = findTask(name) as Task;
  const found = await players.find(spec, task.domain, false, 'somebody');
  const elsewhere = await play(task, found, turns);
  expect(elsewhere).toEqual(await play(task, resolvePlayer(spec, task.domain), turns));
  expect(elsewhere.events.some(({ type }) => type === 'agent-note' || type === 'belief-stated')).toBe(true);
});

test('an act that takes too long fails the game in a sentence, and the server never works it out itself', async () => {
  const task = findTask('price-wide') as Task;
  const asked: ActJob[] = [];
  const jobs = {
    run: async (job: unknown) => {
      asked.push(job as ActJob);
      throw new Error('this takes longer than there is time for');
    },
  };
  const { agent, ...sitter } = resolvePlayer('terms_bayes', task.domain);
  const mine = () => {
    throw new Error('on the thread of the server');
  };
  const made = { ...sitter, agent: { ...agent, act: mine } };
  const { result } = await play(task, { ...sitter, agent: thinkingElsewhere(made, task.domain, jobs, 'a') }, 1000);
  expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining('longer than there is time for') });
  expect(asked).toMatchObject([{ kind: 'act', spec: 'terms_bayes', domain: 'price' }]);
});
