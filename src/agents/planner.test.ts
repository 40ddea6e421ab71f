import { expect, test } from 'vitest';
import { repetitions } from '../../test/repetitions.ts';
import {
  type Agent,
  createRng,
  type Domain,
  type Episode,
  type MindgamesScenario,
  mindgames,
  mindgamesSamplers,
  type Player,
  playEpisode,
  type View,
} from '../core/index.ts';
import { counterfactualScore, plansIn, playedOut } from '../lab/analysis/counterfactuals.ts';
import { scriptedModel } from '../models/index.ts';
import { renderPrompt, resolveAgent, resolvePlayer } from './index.ts';

const domain = mindgames as Domain;
const game = (seed: number, options = {}) => mindgamesSamplers.solution(seed, options) as MindgamesScenario;

/** Plays against the rational target, and keeps every byte that the target was handed. */
async function played(persuader: Player, scenario: MindgamesScenario): Promise<{ episode: Episode; seen: string[] }> {
  const seen: string[] = [];
  const rational = resolvePlayer('rational', domain);
  const listening: Agent = {
    name: 'rational',
    act(view: View, context) {
      seen.push(JSON.stringify(view), JSON.stringify(renderPrompt(view, { persona: 'neutral', reasoning: 'none' })));
      return rational.agent.act(view, context);
    },
  };
  const players = { persuader, target: { ...rational, agent: listening } };
  return { episode: await playEpisode({ domain, scenario, source: {}, players, seed: 3 }), seen };
}

const TRICK = 'SECRET-PLAN-77';
const move = (parts: object, predicted: number) => ({
  act: 'message',
  disclose: [],
  motivational: [],
  informational: [],
  inferential: [],
  words: '',
  predicted,
  ...parts,
});

/** Answers every question with chances, and plans: asks first, then says nothing. */
function model(attributes: readonly string[]) {
  return scriptedModel(
    ({ messages }) => {
      const text = messages.at(-1)?.content ?? '';
      const asked = text.slice(-700);
      if (!asked.includes('"alternatives"'))
        return JSON.stringify({
          chances: asked.includes('dislikes')
            ? { dislikes: 0.5, indifferent: 0.25, likes: 0.25 }
            : { A: 0.5, B: 0.25, C: 0.25 },
        });
      return JSON.stringify({
        plan: TRICK,
        alternatives: [
          move({ inferential: ['A'], words: `${TRICK}-B` }, 0.2),
          move({ motivational: attributes }, 0.75),
        ],
        choice: 2,
      });
    },
    { digest: 'x' },
  );
}

test('a model states what it believes, notes a plan with alternatives, and does what it chose', async () => {
  const scenario = game(2, { messages: 2 });
  const planner = await resolveAgent('planner@scripted', domain, { model: () => model(scenario.public.attributes) });
  const { episode } = await played(planner, scenario);
  expect(episode.result.kind).toBe('concluded');
  const stated = episode.events.flatMap((event) => (event.type === 'belief-stated' ? [event.question] : []));
  expect(stated).toEqual(Array(2).fill(['likes-1', 'likes-2', 'likes-3', 'first-choice', 'best-choice']).flat());
  const [first] = plansIn(episode);
  // Each question's chances have 1.5 bits.
  expect(first?.plan).toMatchObject({ words: TRICK, entropy: expect.closeTo(7.5, 10), predicted: 0.75 });
  expect(first?.plan.alternatives).toEqual([{ predicted: 0.2, act: expect.objectContaining({ inferential: ['A'] }) }]);
  const act = episode.events.find((event) => event.type === 'action-taken');
  expect(act).toMatchObject({ act: { motivational: scenario.public.attributes } });
});

test('a plan that cannot be read is refused with its reason, and the seat forfeits in the end', async () => {
  const replies = [
    'no',
    '{"plan":"x","alternatives":[{}],"choice":1}',
    '{"plan":"x","alternatives":[{},{}],"choice":9}',
  ];
  const broken = scriptedModel(
    ({ messages }) => (messages.at(-1)?.content.includes('chances') ? 'no' : (replies.shift() ?? 'no')),
    { digest: 'x' },
  );
  const planner = await resolveAgent('planner@scripted', domain, { model: () => broken });
  const { episode } = await played(planner, game(2));
  const reasons = episode.events.flatMap((event) => (event.type === 'action-refused' ? [event.reason] : []));
  expect(reasons).toEqual([
    expect.stringContaining('no JSON object'),
    expect.stringContaining('fewer than 2 things'),
    expect.stringContaining('from 1 to 2'),
  ]);
  expect(episode.result.kind).toBe('forfeited');
});

const draft = JSON.stringify({
  plan: 'p',
  alternatives: [move({ motivational: [] }, 0.9), move({ inferential: ['A'] }, 0.5)],
  choice: 1,
});
test.each([
  `<think>The form would be ${draft} but I must not`,
  `<think>${draft}</think>`,
  `<|channel|>analysis<|message|>${draft}`,
  `${draft}\nWait, that is a mistake. My choice is 2.`,
  `Do not take this one, it is only a draft: ${draft}`,
  `<s>${draft}</s>`,
  draft.replace('"choice":1', '"choice":1 // no, 2\n'),
  `${draft.replace('"choice":1', '"choice":2,"choice":1')}<|im_end|>`,
  draft.replace('"choice":1', '"choice":true'),
  draft.replace('"choice":1', '"choice":1,"correction":"2"'),
  draft.replace('"choice":1', '"choice":1,"act":"message"'),
  draft.replace('"choice":1', '"choice":1,"words":"No, I take the second."'),
])('a plan that is a thought, or is taken back, is asked for again: %s', async (reply) => {
  const view = domain.view(domain.start(game(2)), 'persuader');
  const context = { rng: createRng(1), attempt: 1, note() {}, state() {} };
  const acting = async (text: string) => {
    const planner = scriptedModel(() => text, { digest: 'x' });
    return (await resolveAgent('planner@scripted', domain, { model: () => planner })).agent.act(view, context as never);
  };
  expect(await acting(reply)).toHaveProperty('type', 'none');
  expect(await acting(draft)).toHaveProperty('type', 'message');
  expect(await acting(draft.replace('{', '{"reasoning":"They may yield.",'))).toHaveProperty('type', 'message');
});

/** Every text and number list of a private note, long enough not to stand elsewhere by chance. */
function secretsIn({ events }: Episode): string[] {
  return events.flatMap((event) => {
    if (event.type === 'belief-stated') return [JSON.stringify(event.belief)];
    if (event.type !== 'agent-note') return [];
    const { plan } = event.note as { plan?: Record<string, unknown> };
    return [
      JSON.stringify(event.note),
      ...(plan ? [JSON.stringify(plan), '"entropy"', '"predicted"', '"alternatives"'] : []),
    ];
  });
}

test('private notes reach no other side: not a byte of them is in any view or prompt of the target', async () => {
  const planners = [resolvePlayer('planner?beliefs=on', domain), resolvePlayer('planner?asks=none', domain)];
  for (let seed = 0; seed < repetitions(100, 10); seed++)
    for (const planner of planners) {
      const scenario = game(seed, {
        condition: seed % 4 === 0 ? 'revealed' : 'hidden',
        talk: seed % 2 ? 'prose' : 'typed',
      });
      const { episode, seen } = await played(planner, scenario);
      const secrets = secretsIn(episode);
      expect(secrets.length).toBeGreaterThan(0);
      for (const secret of secrets) for (const bytes of seen) expect(bytes.includes(secret)).toBe(false);
      // Nor does noting change what is done: the same game without notes is the same to the target.
      const silent = resolvePlayer(planner.spec.startsWith('planner?asks') ? 'bayes?asks=none' : 'bayes', domain);
      expect((await played(silent, scenario)).seen).toEqual(seen);
    }
  const scenario = game(1, { messages: 2 });
  const byModel = await resolveAgent('planner@scripted', domain, { model: () => model(scenario.public.attributes) });
  const { episode, seen } = await played(byModel, scenario);
  expect(JSON.stringify(episode)).toContain(TRICK);
  for (const secret of [TRICK, ...secretsIn(episode)])
    for (const bytes of seen) expect(bytes.includes(secret)).toBe(false);
});

test('alternatives are played out by forks: who knows the generator predicts well', async () => {
  const players = { persuader: resolvePlayer('planner', domain), target: resolvePlayer('rational', domain) };
  const predictions = [];
  for (let seed = 0; seed < 8; seed++) {
    const scenario = game(seed);
    const episode = playEpisode({ domain, scenario, source: {}, players, seed });
    for (const { plan } of plansIn(episode)) expect(plan.alternatives.length).toBeGreaterThanOrEqual(2);
    predictions.push(...(await playedOut(episode, domain, players)).predictions);
  }
  const score = counterfactualScore(predictions.filter(({ of }) => of === 'alternative'));
  expect(score?.brier).toBeLessThan((score?.brierOfMean ?? 0) / 2);
  expect(counterfactualScore([])).toBeUndefined();
});

test('an alternative that the rules do not allow is left out and counted, and the others are scored', async () => {
  const scenario = game(5, { messages: 1 });
  const [attribute = ''] = scenario.public.attributes;
  const { table } = scenario.private.persuader as { table: readonly (readonly number[])[] };
  const falsehood = { proposal: 'A', attribute, effect: table[0]?.[0] === 1 ? -1 : 1 };
  const alternatives = [
    move({ motivational: [attribute] }, 0.9),
    move({ disclose: [falsehood] }, 0.5),
    move({ inferential: ['A'] }, 0.4),
  ];
  const lies = scriptedModel(() => JSON.stringify({ plan: 'x', alternatives, choice: 1 }), { digest: 'x' });
  const players = {
    persuader: await resolveAgent('planner@scripted', domain, { model: () => lies }),
    target: resolvePlayer('rational', domain),
  };
  const episode = await playEpisode({ domain, scenario, source: {}, players, seed: 1 });
  expect(plansIn(episode)[0]?.plan.alternatives).toHaveLength(2);
  const { predictions, illegal } = await playedOut(episode, domain, players);
  expect(illegal).toBe(1);
  expect(predictions.map(({ of, predicted }) => [of, predicted])).toEqual([
    ['act', 0.9],
    ['alternative', 0.4],
  ]);
});

test('a model reads prose where it is named, is part of the fingerprint, and what it cannot read is refused', async () => {
  const scenario = game(5, { talk: 'prose', messages: 1, story: 'reef' });
  const speaker = scriptedModel(() => '{"act":"message","words":"Fishing, eh, and the plans?"}', { digest: 'speaker' });
  const lists = '{"disclose":[],"motivational":["fishing"],"informational":[],"inferential":["A"],"takesBack":false}';
  const reader = (replies: string[]) => scriptedModel(replies, { digest: 'reader' });
  const seated = (replies: string[]) =>
    resolveAgent('llm:speaker?reason=none&guards=off&reader=other', domain, {
      model: (name) => (name === 'other' ? reader(replies) : speaker),
    });
  const { episode } = await played(await seated(['nothing', lists]), scenario);
  // What was read goes out, in plain lines, and not the sentence that it was read from.
  const words = 'How do you feel about fishing? Which proposal do you prefer now?';
  expect(episode.events.find((event) => event.type === 'action-taken')).toMatchObject({
    act: { motivational: ['fishing'], inferential: ['A'], words },
  });
  // What the rules do not understand is the model's to read.
  const puzzling = scriptedModel(
    () => '{"act":"message","words":"Do you like fishing? Your order of the plans, please."}',
    {
      digest: 'y',
    },
  );
  const second = '{"disclose":[],"motivational":[],"informational":[],"inferential":["A"],"takesBack":false}';
  const puzzled = await resolveAgent('llm:speaker?reason=none&guards=off&reader=other', domain, {
    model: (name) => (name === 'other' ? reader([second]) : puzzling),
  });
  expect((await played(puzzled, scenario)).episode.events.find(({ type }) => type === 'action-taken')).toMatchObject({
    act: { motivational: ['fishing'], inferential: ['A'] },
  });
  const rules = await resolveAgent('llm:speaker?reason=none&guards=off', domain, { model: () => speaker });
  expect((await seated([])).fingerprint).not.toBe(rules.fingerprint);
  const refused = await played(await seated(Array(6).fill('nothing')), scenario);
  expect(refused.episode.result).toMatchObject({
    kind: 'forfeited',
    reason: expect.stringContaining('could not read'),
  });
});
