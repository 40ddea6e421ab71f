/** A script worded by a model: what the rules read from the words is what was decided, or they are not taken. */
import { expect, test } from 'vitest';
import {
  type Domain,
  type MindgamesAct,
  type MindgamesView,
  mindgames,
  mindgamesSamplers,
  playEpisode,
} from '../../../core/index.ts';
import { scriptedModel } from '../../../models/index.ts';
import { resolveAgent } from '../../resolve.ts';
import { resolvePlayer } from '../../spec.ts';
import { readAnswers } from './answers.ts';
import { mindgamesWording } from './wording.ts';

const domain = mindgames as Domain;

test('what the templates say in either seat is read back, whatever was decided', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const scenario = mindgamesSamplers.solution(seed, { talk: seed % 2 ? 'typed' : 'prose' });
    const players = {
      persuader: resolvePlayer(seed % 3 ? 'random' : 'ask_first', domain),
      target: resolvePlayer('rational', domain),
    };
    const { events } = playEpisode({ domain, scenario, source: {}, players, seed });
    let state = mindgames.start(scenario as never);
    for (const event of events) {
      if (event.type !== 'action-taken') continue;
      const act = event.act as MindgamesAct;
      const view = mindgames.view(state, event.seat) as MindgamesView;
      const words = mindgamesWording.template(view, act);
      // A message that is cut off cannot say all.
      if (words.length > 0 && words.length < 290)
        expect(mindgamesWording.problem(view, act, words), words).toBeUndefined();
      state = mindgames.apply(state, [{ turn: event.turn, seat: event.seat, act }]);
    }
  }
});

test('words that tell more, less or something else are asked for again, and the act stays the script’s', async () => {
  const scenario = mindgamesSamplers.solution(3, { story: 'night-buses', messages: 2 });
  const tries: string[] = [];
  const model = scriptedModel(
    ({ messages }) => {
      tries.push(messages.at(-1)?.content ?? '');
      const words = [
        'Do you like safety? A increases safety.',
        'Do you like safety?',
        'Tell me, how do you feel about safety, noise and fares?',
      ];
      return JSON.stringify({ words: words[tries.length - 1] ?? 'Good day.' });
    },
    { digest: 'x' },
  );
  const persuader = await resolveAgent('worded:dominant@scripted', domain, { model: () => model });
  const plain = playEpisode({
    domain,
    scenario,
    source: {},
    players: { persuader: resolvePlayer('dominant', domain), target: resolvePlayer('rational', domain) },
    seed: 1,
  });
  const episode = await playEpisode({
    domain,
    scenario,
    source: {},
    players: { persuader, target: resolvePlayer('rational', domain) },
    seed: 1,
  });
  expect(episode.result).toMatchObject({ kind: 'concluded', utility: { persuader: 1 } });
  const acts = (of: typeof plain) =>
    of.events.flatMap((event) => (event.type === 'action-taken' && event.seat === 'persuader' ? [event.act] : []));
  expect(acts(episode).map(({ words: _, ...act }) => act)).toEqual(acts(plain));
  expect(acts(episode)[0]?.words).toBe('Tell me, how do you feel about safety, noise and fares?');
  expect(tries[1]).toMatch(/tell safety of A .*not meant|do not plainly/);
  // What it would not say after two more tries a template says.
  expect(acts(episode)[1]?.words).toMatch(/^Proposal /);
});

test('a simulated person: likes, knowledge, ranking and choice must be in the words, and no others', async () => {
  const scenario = mindgamesSamplers.solution(3, { story: 'night-buses', messages: 1 });
  const lies = scriptedModel(() => '{"words":"I like safety, noise and fares. I choose A."}', { digest: 'x' });
  const target = await resolveAgent('worded:rational@scripted', domain, { model: () => lies });
  const { events, result } = await playEpisode({
    domain,
    scenario,
    source: {},
    players: { persuader: resolvePlayer('dominant', domain), target },
    seed: 1,
  });
  const last = events.flatMap((event) => (event.type === 'action-taken' ? [event.act] : [])).at(-1) as MindgamesAct & {
    choice: string;
  };
  expect(result.kind).toBe('concluded');
  expect(last.words).toContain(`I choose ${last.choice}.`);
  const facts = scenario.public as never;
  expect([...readAnswers(last.words ?? '', facts).likes].map(([, effect]) => effect)).toEqual(
    (last as unknown as { motivational: { coefficient: number }[] }).motivational
      .map(({ coefficient }) => coefficient)
      .sort((a, b) => order(a) - order(b)),
  );
  // Liked first, then disliked, then indifferent, as they are said.
  function order(effect: number): number {
    return [1, -1, 0].indexOf(effect);
  }
});

test.each([
  ['I rank A over B over C.', [['A'], ['B'], ['C']]],
  ['I rank them, the best first: B, then A and C tied.', [['B'], ['A', 'C']]],
  ['A, B and C are tied.', [['A', 'B', 'C']]],
  ['I prefer A.', undefined],
  ['I would not rank A over B over C.', undefined],
  ['A, B, C.', undefined],
])('a ranking in words: %s', (words, ranking) => {
  const { public: facts } = mindgamesSamplers.solution(3, { story: 'night-buses' });
  expect(readAnswers(words, facts as never).ranking).toEqual(ranking);
});

test.each([
  'I like safety or noise.',
  'I like safety?',
  'I like safety. Just kidding.',
  'A increases safety while B does not. I like "noise".',
])('a target that says %j has not said it plainly', (words) => {
  const { public: facts } = mindgamesSamplers.solution(3, { story: 'night-buses' });
  expect(readAnswers(words, facts as never).unread).toBeDefined();
});

const none = { motivational: [], informational: [], inferential: undefined };
test.each([
  [{ type: 'choose', ...none, choice: 'A' }, 'At first I would go with A. Now it is C.'],
  [{ type: 'choose', ...none, choice: 'A' }, 'I choose a quiet one.'],
  [
    { type: 'reply', ...none, motivational: [{ attribute: 'jobs', coefficient: 1 }] },
    'I like jobs. I am only saying that to be polite.',
  ],
  [{ type: 'reply', ...none, motivational: [{ attribute: 'jobs', coefficient: 1 }] }, 'I like jobs. Not.'],
  [
    {
      type: 'reply',
      ...none,
      informational: ['B', 'A'].map((proposal) => ({ proposal, attribute: 'jobs', effect: 0 })),
    },
    'B has no effect on jobs while A does.',
  ],
  [
    {
      type: 'message',
      disclose: [{ proposal: 'A', attribute: 'jobs', effect: 1 }],
      motivational: [],
      informational: [],
      inferential: [],
    },
    'A increases jobs. At least that is what the papers say.',
  ],
  [
    { type: 'message', disclose: [], motivational: ['jobs'], informational: [], inferential: [] },
    'Do you like jobs? By the way, the street will be jammed under B.',
  ],
])('words that say more or less than %j are not taken', (act, words) => {
  const { public: facts } = mindgamesSamplers.solution(1, { story: 'river-bank', talk: 'prose' });
  const view = { seat: act.type === 'message' ? 'persuader' : 'target', public: facts, history: [] };
  expect(mindgamesWording.problem(view as never, act as never, words)).toBeDefined();
});

test.each(['Only A increases jobs.', 'A increases jobs, B does not.', 'A increases jobs. Choose A.'])(
  'words that deny or urge beside what was meant are not taken: %s',
  (words) => {
    const { public: facts } = mindgamesSamplers.solution(1, { story: 'river-bank', talk: 'prose' });
    const disclose = [{ proposal: 'A', attribute: 'jobs', effect: 1 }];
    const act = { type: 'message', disclose, motivational: [], informational: [], inferential: [] };
    const view = { seat: 'persuader', public: facts, history: [] };
    expect(mindgamesWording.problem(view as never, act as never, words)).toBeDefined();
    expect(mindgamesWording.problem(view as never, act as never, 'Hello. A increases jobs.')).toBeUndefined();
  },
);
