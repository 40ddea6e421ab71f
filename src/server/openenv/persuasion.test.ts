/** Persuasion by hand over HTTP: reset, step, and the reward of what was achieved, in all three rule sets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PtomFact } from '../../core/index.ts';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

/** An episode of its own, by its cookie. */
async function begin(body: object) {
  const first = await server.ask('POST /reset', body);
  expect(first.status, first.text).toBe(200);
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  const step = async (action: object) => (await server.ask('POST /step', { action }, { cookie })).json;
  return { first: first.json, step };
}

test('mindgames: asked for its likes the target answers, told what it likes it is won, and nothing private is in what one sees', async () => {
  const { first, step } = await begin({ task: 'mindgames-hidden', seat: 'persuader', seed: 5 });
  const { facts, own } = first.observation;
  expect(first).toMatchObject({ reward: 0, done: false });
  expect(JSON.stringify(first.observation)).not.toContain('"known"');
  const asked = await step({ type: 'message', motivational: facts.attributes });
  const { act: answer } = asked.observation.history.at(-1);
  expect(answer.motivational.map(({ attribute }: { attribute: string }) => attribute)).toEqual(facts.attributes);
  const likes: number[] = answer.motivational.map(({ coefficient }: { coefficient: number }) => coefficient);
  const disclose = facts.proposals.flatMap((proposal: string, p: number) =>
    facts.attributes.flatMap((attribute: string, a: number) => {
      const product = own.table[p][a] * (likes[a] as number);
      const helps = proposal === own.goal ? product > 0 : product < 0;
      return helps ? [{ proposal, attribute, effect: own.table[p][a] }] : [];
    }),
  );
  let now = await step({ type: 'message', disclose });
  while (!now.done) now = await step({ type: 'message' });
  expect(now).toMatchObject({
    reward: 1,
    observation: { result: { kind: 'concluded', conclusion: { choice: own.goal } } },
  });
});

test.each([undefined, 'none'])('mindgames: a target replies with data, prompts %s', async (prompts) => {
  const { step } = await begin({ task: 'mindgames-hidden', seat: 'target', seed: 5, ...(prompts && { prompts }) });
  const { observation } = await step({ type: 'reply' });
  expect(observation.refused).toBeNull();
  const replies = ({ seat, act }: { seat: string; act: object }) => seat === 'target' && 'motivational' in act;
  expect(observation.history.filter(replies)).toHaveLength(1);
  expect((await step({ type: 'reply', words: 'I choose B.' })).observation.refused).toContain('choose');
  expect((await step({ type: 'reply', words: 'Thank you.' })).observation.refused).toBeNull();
});

test('mindgames: a false disclosure is refused with what is true, and the game goes on', async () => {
  const { first, step } = await begin({ task: 'mindgames-hidden', seat: 'persuader', seed: 5 });
  const { facts, own } = first.observation;
  const [proposal, attribute] = [facts.proposals[0], facts.attributes[0]];
  const refused = await step({
    type: 'message',
    disclose: [{ proposal, attribute, effect: own.table[0][0] === 1 ? -1 : 1 }],
  });
  expect(refused.observation.refused).toContain('only what is true can be disclosed');
  expect(refused.done).toBe(false);
  expect((await step({ type: 'message' })).observation.refused).toBeNull();
});

test('ptom: a question, a fact by its id and a recommendation end in a decision', async () => {
  const { first, step } = await begin({ task: 'ptom-a', seat: 'persuader', seed: 5 });
  const { own } = first.observation;
  expect(JSON.stringify(first.observation)).not.toMatch(/personality|"strengths"|"trust"/);
  const asked = await step({ type: 'ask', about: 'everything' });
  expect(asked.observation.history.at(-1).act.type).toBe('answer');
  const fact = own.facts.find(({ favours }: PtomFact) => favours === 'A');
  const told = await step({ type: 'disclose', fact: fact.id });
  expect(told.observation.history.at(-1).act.type).toBe('react');
  const last = await step({ type: 'recommend', option: 'A' });
  const { accept } = last.observation.history.at(-1).act;
  expect(last).toMatchObject({ done: true, reward: Number(accept) });
});

test('trace: four arguments and the last belief is the reward', async () => {
  const { first, step } = await begin({ task: 'trace', seat: 'persuader', seed: 5 });
  const { goal } = first.observation.own;
  let now = first;
  for (const appeal of ['logos', 'ethos', 'pathos', 'logos'])
    now = await step({ type: 'argue', about: [0], holds: goal, appeal });
  const { belief } = now.observation.history.at(-1).act;
  expect(now.done).toBe(true);
  expect(now.reward).toBeCloseTo((goal ? belief : 100 - belief) / 100, 12);
});
