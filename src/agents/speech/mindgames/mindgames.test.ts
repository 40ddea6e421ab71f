import { expect, test } from 'vitest';
import {
  createRng,
  type MindgamesScenario,
  type MindgamesView,
  mindgames,
  mindgamesSamplers,
  type PersuaderMessage,
  playEpisode,
  storyOf,
} from '../../../core/index.ts';
import { scriptedModel } from '../../../models/index.ts';
import { renderPrompt, resolveAgent, resolvePlayer } from '../../index.ts';
import { denials } from './denials.fixture.ts';
import { further } from './further.fixture.ts';
import { mindgamesSpeech } from './index.ts';
import { messages } from './messages.fixture.ts';
import { namesOf } from './names.ts';
import { readProse } from './prose.ts';
import { readLine, readMindgames } from './read.ts';
import { strangers } from './strangers.fixture.ts';
import { unseen } from './unseen.fixture.ts';
import { messageWords } from './words.ts';

const SIGNS = ['-', '=', '+'];

/** What a reading found, in the form of the labels. */
function labelOf(story: string, words: string): Set<string> {
  const { attributes, target } = storyOf(story) as NonNullable<ReturnType<typeof storyOf>>;
  const at = (name: string) => attributes.indexOf(name) + 1;
  const read = readProse(words, { proposals: ['A', 'B', 'C'], attributes, target });
  return new Set([
    ...read.disclose.map(({ proposal, attribute, effect }) => `${proposal}${SIGNS[effect + 1]}${at(attribute)}`),
    ...read.motivational.map((attribute) => `?${at(attribute)}`),
    ...read.informational.map(({ proposal, attribute }) => `?${proposal}${at(attribute)}`),
    ...(read.inferential.length > 0 ? ['?rank'] : []),
  ]);
}

/** Precision and recall of what a message does, over all messages. */
function scored(all: typeof messages, isOne: (what: string) => boolean): { precision: number; recall: number } {
  const counts = { right: 0, read: 0, there: 0 };
  for (const [story, words, label] of all) {
    const [found, wanted] = [[...labelOf(story, words)], label === '-' ? [] : label.split(' ')].map((some) =>
      some.filter(isOne),
    ) as [string[], string[]];
    counts.right += found.filter((one) => wanted.includes(one)).length;
    counts.read += found.length;
    counts.there += wanted.length;
  }
  return { precision: counts.right / counts.read, recall: counts.right / counts.there };
}

test('the reader of prose on 200 messages that were labelled before it was written', () => {
  expect(messages).toHaveLength(200);
  const cells = scored(messages, (what) => !what.startsWith('?'));
  const questions = scored(messages, (what) => what.startsWith('?'));
  expect(cells.precision).toBe(1);
  expect(cells.recall).toBeGreaterThanOrEqual(0.54);
  expect(questions.precision).toBe(1);
  expect(questions.recall).toBeGreaterThanOrEqual(0.64);
});

test("what is denied, hedged, quoted, conditional or somebody else's tells nothing", () => {
  const cells = scored(denials, (what) => !what.startsWith('?'));
  const questions = scored(denials, (what) => what.startsWith('?'));
  expect(cells.precision).toBe(1);
  expect(questions.precision).toBe(1);
  for (const [story, words, label] of denials) if (label === '-') expect([...labelOf(story, words)], words).toEqual([]);
});

test('of messages that were written without a look at the reader none binds what it does not say', () => {
  for (const [story, words, label] of [...unseen, ...strangers, ...further]) {
    const wrong = [...labelOf(story, words)].filter((one) => !label.split(' ').includes(one));
    expect(wrong, words).toEqual([]);
  }
  const cells = scored(unseen, (what) => !what.startsWith('?'));
  const questions = scored(unseen, (what) => what.startsWith('?'));
  expect(cells.recall).toBeGreaterThanOrEqual(0.34);
  expect(questions.recall).toBeGreaterThanOrEqual(0.5);
});

test.each([
  ['A increases safety while B does not.', '-'],
  ['All but A increase noise.', '-'],
  ['A has less impact on noise.', '-'],
  ['A affects safety more.', '-'],
  ['A increases the impact on noise.', '-'],
  ['It has the same fares as B.', '-'],
  ['A does not affect safety but fares.', '-'],
  ['A increases safety, and so does B.', 'A+1 B+1'],
  ['A increases safety. A does not.', '-'],
  ['A increases safety. A does not increase safety.', '-'],
  ['Only A increases safety. B increases safety.', '-'],
  ['A increases safety. A decreases safety.', '-'],
  ['A lowers noise. B does too. C does not.', '-'],
  ['A or B has no effect on noise.', '-'],
  ['Noise is unaffected by A and B.', 'A=2 B=2'],
  ['With A, B increases safety.', '-'],
  ['A increases safety and noise, B too.', '-'],
  ['Safety improves with A, and B and C harm it.', '-'],
  ['Safety increases with A, and B and C reduce noise.', 'A+1 B-2 C-2'],
  ['Safety increases with A and B and C will reduce noise.', '-'],
  ['A increases safety and noise and fares fall with B.', '-'],
  ['Noise is the same under A and C.', '-'],
  ['A slows noise.', '-'],
  ['A protects safety.', '-'],
  ['A increases safety!?', '-'],
  ['A increases safety, A increases noise.', 'A+1 A+2'],
  ['A increases safety and lowers noise, B too.', '-'],
  ['A increases safety. Noise decreases.', '-'],
  ['A increases safety. What of noise? C increases it.', '-'],
  ['A increases noise. B does nothing.', '-'],
  ['A has to lower fares.', '-'],
  // What is better for fares may be less of them.
  ['A improves fares.', '-'],
  ['A improves safety.', '-'],
  ['Do you want tea?', '-'],
  ['Do you feel safer now?', '-'],
  ['What would you like?', '-'],
])('read to the letter: %s', (words, label) => {
  expect([...labelOf('night-buses', words)].join(' ') || '-').toBe(label);
});

function viewOf(scenario: MindgamesScenario, seat = 'persuader'): MindgamesView {
  return mindgames.view(mindgames.start(scenario), seat);
}
const game = (seed: number, options = {}) => mindgamesSamplers.solution(seed, options) as MindgamesScenario;

test('what the templates say is read back as the act', () => {
  for (let seed = 0; seed < 60; seed++) {
    const view = viewOf(game(seed, { talk: 'prose' }));
    const act = mindgames.randomAct(view, createRng(seed)) as PersuaderMessage;
    const read = readProse(messageWords(act), namesOf(view.public));
    const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
    for (const field of ['disclose', 'motivational', 'informational'] as const)
      expect(sorted(read[field])).toEqual(sorted(act[field]));
    expect(read.inferential.length > 0).toBe(act.inferential.length > 0);
  }
});

test('a row of zeros is read back whole', () => {
  const { public: facts } = viewOf(game(1, { talk: 'prose' }));
  for (const count of [2, 3]) {
    const disclose = facts.attributes
      .slice(0, count)
      .map((attribute) => ({ proposal: 'B', attribute, effect: 0 as const }));
    const act = { type: 'message', disclose, motivational: [], informational: [], inferential: [] } as const;
    expect(readProse(messageWords(act), namesOf(facts)).disclose).toEqual(disclose);
  }
});

test('a form: names are read whatever their case, unknown ones are dropped, and a false cell is for the rules to refuse', () => {
  const view = viewOf(game(1, { story: 'ward' }));
  const form = {
    act: 'message',
    disclose: [
      { proposal: 'Proposal A', attribute: 'Privacy', effect: 1 },
      { proposal: 'D', attribute: 'privacy', effect: 1 },
    ],
    motivational: ['OVERTIME', 'money'],
    informational: [{ proposal: 'b', attribute: 'waiting time' }],
    inferential: ['A', 'A'],
    words: 'Hello.',
  };
  expect(readMindgames(`\`\`\`json\n${JSON.stringify(form)}\n\`\`\``, view)).toEqual({
    act: {
      type: 'message',
      disclose: [{ proposal: 'A', attribute: 'privacy', effect: 1 }],
      motivational: ['overtime'],
      informational: [{ proposal: 'B', attribute: 'waiting time' }],
      inferential: ['A'],
      words: 'Hello.',
    },
  });
  expect(readMindgames('{"act": "message", "disclose": [', view)).toHaveProperty('problem');
});

test('where talk is typed a reply that is no form is asked for again, and thoughts reach nobody', () => {
  const typed = viewOf(game(3, { story: 'night-buses', roles: 'fixed' }));
  const prose = viewOf(game(3, { story: 'night-buses', roles: 'fixed', talk: 'prose' }));
  const thought =
    'BELIEF STATE: they like noise. REASONING: hide that A increases safety.\nACTION: which do you prefer?';
  for (const [view, reply] of [
    [typed, 'Which proposal do you prefer?'],
    [typed, thought],
    [prose, thought],
    [prose, JSON.stringify({ act: 'message', words: thought })],
    [typed, '<think>secret</think>Hello.'],
    [prose, '<think>A increases safety'],
  ] as const)
    expect(readMindgames(reply, view), reply).toHaveProperty('problem');
  expect(readMindgames('<think>secret</think>Hello.', prose)).toMatchObject({ act: { words: 'Hello.' } });
  expect(readLine('Which proposal do you prefer?', typed)).toMatchObject({ act: { inferential: ['A', 'B', 'C'] } });
});

test.each([
  '{"act":"message","disclose":[{"proposal":"A","attribute":"safety","effect":1}],"motivational":["noise"',
  '{"act":"message","disclose":[{"proposal":"A","attribute":"safety","effect":1}]} {"reasoning":"y"}',
  '{"act":"walk","disclose":[]}',
  '{}',
  '{"note":"nothing"}',
  '{"act":"message","disclose":[{"proposal":"A","attribute":"safety","effect":"up"}]}',
  '{"act":"message","disclose":[{"proposal":"A","attribute":"safety","effect":""}]}',
  '{"act":"message","disclose":[{"proposal":"A","attribute":"safety","effect":" "}]}',
  '{"act":"message","disclose":["A increases safety"]}',
])('the form %s is asked for again', (form) => {
  expect(readMindgames(form, viewOf(game(3, { story: 'night-buses' })))).toHaveProperty('problem');
});

test('a sentence that is not understood is said back, beside what binds and alone: it may be a thought', () => {
  const view = viewOf(game(3, { story: 'river-bank', talk: 'prose' }));
  for (const words of ['Do you like jobs? Perhaps.', 'Do you like jobs? The street will be jammed under B.'])
    expect(readMindgames(words, view), words).toMatchObject({ problem: expect.stringMatching(/Perhaps|jammed/) });
  expect(readMindgames('Hello. Do you like jobs?', view)).toMatchObject({ act: { motivational: ['jobs'] } });
  for (const words of [
    'The river is high this spring.',
    'They seem to like jobs, so I hide B.',
    'Hello. I will hide B now.',
  ]) {
    expect(readMindgames(words, view), words).toHaveProperty('problem');
    expect(readLine(words, view), words).toHaveProperty('problem');
  }
  expect(readMindgames('Good morning. Please choose A.', view)).toMatchObject({ act: { disclose: [] } });
});

test('beside a typed act words say nothing that it does not say, or it goes out alone and the fault is kept', () => {
  const view = viewOf(game(3, { story: 'river-bank' }));
  const form = {
    act: 'message',
    disclose: [{ proposal: 'A', attribute: 'jobs', effect: 1 }],
    motivational: ['traffic'],
  };
  const read = (words: string) => readMindgames(JSON.stringify({ ...form, words }), view);
  for (const words of ['Hello. A increases jobs.', 'What do you think of traffic?'])
    expect(read(words), words).toMatchObject({ act: { words } });
  for (const words of [
    'Only A increases jobs.',
    'A increases jobs. B does not.',
    'A increases jobs. Choose A.',
    'A increases jobs and traffic.',
    'They will never find out.',
  ]) {
    const parsed = read(words) as { act: object; fault: string };
    expect(parsed.act, words).not.toHaveProperty('words');
    expect(parsed.fault, words).toMatch(/not (?:meant|understood)/);
  }
});

test('what a model says beside the answers of a target is in them, or is left out; a person is told so', () => {
  const scenario = game(3, { story: 'river-bank', messages: 2 });
  const asks = { type: 'message', disclose: [], motivational: [], informational: [], inferential: [] } as const;
  const view = mindgames.view(
    mindgames.apply(mindgames.start(scenario), [{ turn: 1, seat: 'persuader', act: asks }]),
    'target',
  );
  expect(readMindgames('{"act":"reply","words":"Thank you."}', view)).toMatchObject({ act: { words: 'Thank you.' } });
  const secret = readMindgames('{"act":"reply","words":"I like jobs."}', view);
  expect(secret).toMatchObject({ fault: expect.stringContaining('not meant') });
  expect(JSON.stringify((secret as { act: object }).act)).not.toContain('I like jobs');
  expect(readLine('I wonder what you are up to.', view)).toHaveProperty('problem');
  expect(readLine('', view)).toHaveProperty('act');
});

test('a form whose words choose another proposal than its field is asked for again', () => {
  const scenario = game(3, { talk: 'prose', messages: 1 });
  const nothing = { type: 'message', disclose: [], motivational: [], informational: [], inferential: [] } as const;
  const state = mindgames.apply(mindgames.start(scenario), [{ turn: 1, seat: 'persuader', act: nothing }]);
  const view = mindgames.view(state, 'target');
  expect(readMindgames('{"choice":"A","words":"I choose C."}', view)).toHaveProperty('problem');
  for (const words of ['C it is.', 'I have made up my mind: C.', 'Not A.'])
    expect(
      (readMindgames(JSON.stringify({ choice: 'A', words }), view) as { act?: object }).act ?? {},
      words,
    ).not.toHaveProperty('words');
  expect(readMindgames('{"choice":"A","words":"Thank you. I choose A."}', view)).toMatchObject({
    act: { words: 'Thank you. I choose A.' },
  });
});

test.each([
  ['Thank you. I choose C.', 'C'],
  ['My choice is B.', 'B'],
  ['Well, I will go with B, thank you.', 'B'],
  ['A tough decision. I choose C.', undefined],
  ['I would choose A, but C is better, so my choice is C.', undefined],
  ['I would pick A last.', undefined],
  ['I take B for a mistake, so C it is.', undefined],
  ['At first I would go with A. Now it is C.', undefined],
  ['So take A for example: it raises noise. My choice is B.', undefined],
  ['I choose A. Wait, C.', undefined],
  ['I choose a plan that is good: C.', undefined],
  ['I choose a quiet one.', undefined],
  ['We choose a.', undefined],
  ['They want that I choose A. C is mine.', undefined],
  ['proposal b', 'B'],
  ['c.', 'C'],
  ['Choose B', 'B'],
  ['A hard one; C in the end.', undefined],
  ['I choose neither', undefined],
  ['I choose not B but C', undefined],
  ['I choose A or B', undefined],
  ['Should I choose B?', undefined],
])('the choice in %j', (line, choice) => {
  const scenario = game(3, { talk: 'prose', messages: 1 });
  const nothing = { type: 'message', disclose: [], motivational: [], informational: [], inferential: [] } as const;
  const state = mindgames.apply(mindgames.start(scenario), [{ turn: 1, seat: 'persuader', act: nothing }]);
  const read = readMindgames(line, mindgames.view(state, 'target'));
  expect('act' in read ? (read.act as { choice?: string }).choice : undefined).toBe(choice);
});

test('prose of more than 300 characters is refused, and none of it is read', () => {
  const view = viewOf(game(1, { story: 'ward', talk: 'prose' }));
  const greetings = (count: number) => `${'Good day. '.repeat(count)}Do you like privacy?`;
  const problem = 'a message has at most 300 characters, got 310; say less';
  for (const read of [readMindgames, readLine]) {
    expect(read(greetings(29), view)).toEqual({ problem });
    expect(read(greetings(28), view)).toMatchObject({ act: { motivational: ['privacy'] } });
  }
  expect(readMindgames('Do you like privacy?', view)).toMatchObject({ act: { motivational: ['privacy'] } });
  expect(readMindgames('  ', view)).toHaveProperty('problem');
});

test('hidden: nothing of the target is in the prompt of the persuader; revealed: its mind is', () => {
  const scenario = game(3);
  const text = (one: MindgamesScenario) =>
    JSON.stringify(renderPrompt(viewOf(one), { persona: 'neutral', reasoning: 'none' }));
  const other = game(4);
  const twin = { ...scenario, private: { ...scenario.private, target: other.private.target } } as MindgamesScenario;
  expect(text(twin)).toBe(text(scenario));
  expect(text(scenario)).toContain('You do not know what');
  expect(text(game(3, { condition: 'revealed' }))).toMatch(/knows: Proposal/);
});

test('a model plays in prose and a person chooses', async () => {
  const scenario = game(5, { talk: 'prose', messages: 2, story: 'reef' });
  const replies = [
    '{"act":"message","words":"How do you feel about fishing, tourism and coral growth?"}',
    '{"act":"message","words":"I trust you."}',
  ];
  const model = scriptedModel(replies, { digest: 'x' });
  const lines = ['hello', 'which?', 'B'];
  const episode = await playEpisode({
    domain: mindgames as never,
    scenario,
    source: {},
    players: {
      persuader: await resolveAgent('llm:scripted?reason=none&guards=off', mindgames as never, { model: () => model }),
      target: await resolveAgent('human', mindgames as never, { ask: async () => lines.shift() as string }),
    },
    seed: 1,
  });
  expect(episode.result).toMatchObject({ kind: 'concluded', turn: 4, conclusion: { choice: 'B' } });
  const acts = episode.events.flatMap((event) => (event.type === 'action-taken' ? [event.act] : []));
  expect(acts[0]).toMatchObject({ motivational: ['fishing', 'tourism', 'coral growth'] });
  expect((acts[1] as { motivational?: unknown[] }).motivational).toHaveLength(3);
  expect(lines).toEqual([]);
});

test('a worded script plays as it does without words', () => {
  for (let seed = 0; seed < 5; seed++) {
    const scenario = game(seed, { talk: 'prose' });
    const play = (spec: string) =>
      playEpisode({
        domain: mindgames as never,
        scenario,
        source: {},
        players: { persuader: resolvePlayer(spec, mindgames), target: resolvePlayer('rational', mindgames) },
        seed,
      });
    const worded = play('worded:ask_first@templates');
    expect(worded.result).toEqual(play('ask_first').result);
    expect(worded.events.filter((event) => event.type === 'action-taken' && event.act.words).length).toBeGreaterThan(0);
  }
});

test('the adviser wins what can be won, though no solvable game', () => {
  for (const [name, seed] of [0, 1, 2, 3, 4, 5, 6, 7].flatMap((one) => [
    ['scrambled', one] as const,
    ['can-win', one] as const,
  ])) {
    const { result } = playEpisode({
      domain: mindgames as never,
      scenario: mindgamesSamplers[name](seed),
      source: {},
      players: {
        persuader: resolvePlayer(mindgamesSpeech.adviser as string, mindgames),
        target: resolvePlayer('rational', mindgames),
      },
      seed,
    });
    expect(result, `${name} ${seed}`).toMatchObject({ utility: { persuader: 1 } });
  }
});
