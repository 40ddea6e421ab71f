/** What stands beside a form, a short line or an act that came as data, in the three games of persuasion. */
import { describe, expect, test } from 'vitest';
import {
  type Act,
  answersOf,
  createRng,
  houseTexts,
  type MindgamesScenario,
  type MindgamesView,
  mindgamesSamplers,
  type PtomAct,
  type PtomFact,
  type PtomPersuader,
  ptom,
  samplePtom,
  sampleTrace,
  type TargetView,
  type TraceAct,
  trace,
} from '../../core/index.ts';
import { scriptedModel } from '../../models/backends/scripted.ts';
import { chosenIn } from './mindgames/choices.ts';
import { mindgamesSpeech } from './mindgames/index.ts';
import { namesOf } from './mindgames/names.ts';
import { proseIn } from './mindgames/prose.ts';
import { readByModel } from './mindgames/prose-by-model.ts';
import { readMindgames } from './mindgames/read.ts';
import { ptomSpeech } from './ptom/index.ts';
import { readPtomProse } from './ptom/prose.ts';
import { traceSpeech } from './trace/index.ts';
import { readTraceProse } from './trace/prose.ts';

const ptomStart = ptom.start(samplePtom(3));
const ptomAfter = (act: PtomAct) => ptom.view(ptom.apply(ptomStart, [{ turn: 1, seat: 'persuader', act }]), 'target');
const deciding = ptomAfter({ type: 'recommend', option: 'A' });
const traceStart = trace.start(sampleTrace(2));
const reporting = trace.view(
  trace.apply(traceStart, [{ turn: 1, seat: 'persuader', act: { type: 'assert', holds: true } as TraceAct }]),
  'target',
);
const reportingAfter = (start: number) => ({ ...reporting, public: { ...reporting.public, start } });
const game = mindgamesSamplers.solution(5, { story: 'night-buses', messages: 1 });
const nothing = { type: 'message', disclose: [], motivational: [], informational: [], inferential: [] };
const choosing = {
  domain: 'mindgames',
  seat: 'target',
  turn: 2,
  turnLimit: 2,
  public: game.public,
  own: game.private.target,
  history: [{ turn: 1, seat: 'persuader', act: nothing as Act }],
} as unknown as MindgamesView;

describe.each<[string, (reply: string) => object, string]>([
  ['ptom', (reply) => ptomSpeech.read(reply, deciding), '{"act":"decide","accept":true}'],
  ['trace', (reply) => traceSpeech.read(reply, reporting), '{"act":"report","belief":90}'],
  ['mindgames', (reply) => readMindgames(reply, choosing), '{"act":"choose","choice":"A"}'],
])('a form of %s', (_, read, form) => {
  test.each([
    form,
    `\`\`\`json\n${form}\n\`\`\``,
    `~~~\n${form}\n~~~`,
    `<think>I could say {"act":"nothing"}.</think>\n${form}`,
    `<|channel|>analysis<|message|>{"act":"nothing"}<|end|><|channel|>final<|message|>${form}`,
    JSON.stringify(form),
  ])('is read: %s', (reply) => expect(read(reply)).toHaveProperty('act'));

  test.each([
    `<think>${form}</think>`,
    `<|channel|>analysis<|message|>${form}`,
    `${form}\nCorrection: I take that back.`,
    `I will not say ${form}`,
    `Never ${form}!`,
    `${form} {"correction":"no"}`,
    form.replace('}', ' // no, rather not\n}'),
    form.replace(',', ', // not yet\n'),
    `\`\`\`json\n${form}\n\`\`\`\nNot really.`,
    `\`\`\`draft\n${form}\n\`\`\``,
    `\`\`\`json\n${form}\n\`\`\`no`,
    `${form}\n~~~wrong`,
    `${form}\n\`\`\`json`,
  ])('is asked for again: %s', (reply) => expect(read(reply)).toHaveProperty('problem'));
});

test('words outside a form are named as such, in prose too', () => {
  const problem = 'the reply has words outside its form; give the form alone';
  expect(ptomSpeech.read('{"act":"decide","accept":true}\nCorrection: I refuse.', deciding)).toEqual({ problem });
  const prose = { ...deciding, public: { ...deciding.public, talk: 'prose' as const } };
  expect(ptomSpeech.read('I will not say {"words":"I accept."}', prose)).toEqual({ problem });
  expect(ptomSpeech.read('{"words":"I accept."}', prose)).toMatchObject({ act: { accept: true } });
});

describe("words behind a person's short line", () => {
  const arguing = trace.view(traceStart, 'persuader');
  const advising = ptom.view(ptomStart, 'persuader');
  const dimension = advising.public.dimensions[0] as string;
  const answering = ptomAfter({ type: 'ask', about: dimension });

  test.each([
    'decide no - wait, I accept',
    'decide yes: only if it is B',
    'decide yes: I take it. I refuse.',
    'decide no: hello. I accept!',
    "decide yes: I don't",
  ])('%s is said back', (line) => expect(ptomSpeech.readLine(line, deciding)).toHaveProperty('problem'));

  test.each(['report 40 - no, 60', 'report 40 - 60 it is', 'report 40: no, 60', 'report 40 because 60 is too much'])(
    '%s is said back',
    (line) => expect(traceSpeech.readLine(line, reporting)).toHaveProperty('problem'),
  );

  test.each(['recommend A - no, B', 'recommend A: I recommend B. Trust me.', 'recommend A: Trust me. B, that is'])(
    '%s is said back',
    (line) => expect(ptomSpeech.readLine(line, advising)).toHaveProperty('problem'),
  );

  test.each(['core - no, weak', 'weak: I mean core'])('answer: %s is said back', (said) =>
    expect(ptomSpeech.readLine(`answer ${dimension} ${said}`, answering)).toHaveProperty('problem'),
  );

  test('what says the act, or nothing at all, goes with it', () => {
    for (const line of ['decide no: No, thank you.', 'decide yes: I accept.', 'decide yes: Thank you.'])
      expect(ptomSpeech.readLine(line, deciding), line).toHaveProperty('act');
    expect(ptomSpeech.readLine('recommend A: I recommend A.', advising)).toHaveProperty('act');
    expect(traceSpeech.readLine('report 40: My belief is 40.', reporting)).toHaveProperty('act');
    expect(traceSpeech.readLine('assert true: false it is', arguing)).toHaveProperty('problem');
  });
});

test.each(['new', 'known', 'news'])('decide %s is no decision', (said) =>
  expect(ptomSpeech.readLine(`decide ${said}`, deciding)).toMatchObject({ problem: expect.stringContaining('accept') }),
);

test('after a courtesy of which more may be said, nothing that reaches back is an answer', () => {
  const [dimension = ''] = samplePtom(3).public.dimensions;
  const asked = ptomAfter({ type: 'ask', about: dimension });
  const plain = dimension.replaceAll('_', ' ');
  for (const words of [
    'I trust you. Very much.',
    'I respect your opinion. It matters a lot to me.',
    'I trust you. A lot.',
    'Thank you for your time. It is very important to me.',
    'Thanks for listening. Somewhat.',
    'That helps. A lot.',
    'Nice to meet you. That matters a lot to me.',
    'Thanks. Very little.',
  ])
    expect(readPtomProse(words, asked), words).toHaveProperty('problem');
  for (const words of [
    'Very much.',
    `I trust you. ${plain} matters a lot to me.`,
    'Hello. Very much.',
    'A lot.',
    'A great deal.',
    'Thank you. It is very important to me.',
    'Hello, and thank you. It matters a lot to me.',
  ])
    expect(readPtomProse(words, asked), words).toMatchObject({ act: { matters: 'core' } });
  for (const words of ['I trust you. 50 percent.', 'How are you? About 100 percent.', 'How are you? I am at 60.'])
    expect(readTraceProse(words, reporting), words).toHaveProperty('problem');
  expect(readTraceProse('I trust you. My belief is 50.', reporting)).toMatchObject({ act: { belief: 50 } });
  const names = choosing.public;
  for (const words of ['I respect your choice. B.', 'Thank you for your answer. Proposal B.'])
    expect(chosenIn(words, names), words).toBeUndefined();
  for (const words of ['Thank you. B.', 'I respect your choice. I choose B.', 'B. Goodbye.'])
    expect(chosenIn(words, names), words).toBe('B');
});

test.each<[string, number | undefined]>([
  ['My belief rose from 80 to 20.', undefined],
  ['My belief fell from 20 to 80.', undefined],
  ['I moved down from 5 to 90.', undefined],
  ['My belief went up from 50 to 50.', undefined],
  ['My belief rose from 50 to 80.', 80],
  ['I moved down from 50 to 5.', 5],
  ['I moved from 50 to 5.', 5],
  ['I am still at 50.', 50],
  // The belief before was another.
  ['My belief rose from 20 to 80.', undefined],
  ['My belief fell from 90 to 40.', undefined],
  ['You moved me from 90 to 40.', undefined],
  ['I am still at 40.', undefined],
])('%s', (words, belief) => {
  const read = readTraceProse(words, reportingAfter(50));
  expect('act' in read ? (read.act as { belief: number }).belief : undefined).toBe(belief);
});

test.each<[string, string, boolean]>([
  ['The village should build the wind farm.', 'The village should not build the wind farm.', true],
  ['Some buses are late.', 'Some buses are not late.', false],
  ['Parts of the centre are unsafe at night.', 'Parts of the centre are not unsafe at night.', false],
  ['Sometimes the buses are late.', 'Sometimes the buses are not late.', false],
  ['Two of the three bridges are unsafe.', 'Two of the three bridges are not unsafe.', false],
  ['Perhaps the hall will close.', 'Perhaps the hall will not close.', false],
  ['The mayor thinks the tax is fair.', 'The mayor thinks the tax is not fair.', false],
  ['Experts doubt the dam is safe.', 'Experts doubt the dam is not safe.', false],
  ['The tax should rise only in towns.', 'The tax should not rise only in towns.', false],
])('of "%s" a plain denial is "%s": %s', (proposition, words, is) => {
  const view = trace.view(traceStart, 'persuader');
  const own = { ...view, public: { ...view.public, proposition } };
  expect('act' in readTraceProse(`Experts say that ${words}`, own)).toBe(is);
  const denial = `Experts say that it is not true that ${proposition}`;
  expect(readTraceProse(denial, own)).toMatchObject({ act: { about: [0], holds: false } });
});

test('of the texts of the house these have a plain denial', () => {
  const view = trace.view(traceStart, 'persuader');
  const denied = [...houseTexts].flatMap((proposition) => {
    const own = { ...view, public: { ...view.public, proposition, beliefs: [] } };
    const not = (word: string) => proposition.replace(` ${word} `, ` ${word} not `);
    const words = ['should', 'could', 'can', 'will', 'would', 'is', 'are'].map(not);
    return words.filter((one) => one !== proposition && 'act' in readTraceProse(one, own));
  });
  expect(denied).toEqual([
    'The city should not close its centre to cars.',
    'Buses could not carry those who drive today.',
    'Deliveries would not become slower.',
    'Schools should not begin at nine.',
    'The museum should not be free of charge.',
    'The company should not let people work from home.',
    'Work at home is not done with more care.',
    'The village should not build the wind farm.',
    'The rent would not pay for the school.',
    'The turbines can not be heard at night.',
    'The club should not sell its old hall.',
    'The roof will not cost more than the hall earns.',
    'A smaller room would not do.',
  ]);
});

test.each(['\u2028', '\r', '\r\n', '\u2029'])('a line ends with %j', (end) => {
  const words = `Hello${end}My belief is 50${end}Thank you`;
  expect(readTraceProse(words, reporting)).toMatchObject({ act: { belief: 50 } });
});

describe('mindgames', () => {
  test.each([
    'Noise is not affected by all three proposals.',
    'Noise is not affected by both A and B.',
    'Noise does not change with both A and B.',
    'Noise does not change under all three proposals.',
    'Please rank A, B and B.',
    'Noise does not change with A and rise with B.',
    'Noise will not change with A but fall with B.',
    'Noise does not change with A and up with B.',
  ])('%s is not understood', (words) => expect(proseIn(words, namesOf(game.public as never)).unread).toBeDefined());

  test.each([
    'Noise is not affected by A and B.',
    'Noise is unaffected by both A and B.',
    'Noise does not change with A.',
    'With A noise does not change.',
    'Please rank A, B and C.',
    'Noise does not change with A and rises with B.',
    'Noise does not change with A, falls with B and does not change with C.',
    'Noise rises with A and does not change with B.',
  ])('%s is', (words) => expect(proseIn(words, namesOf(game.public as never)).unread).toBeUndefined());

  const scenario = mindgamesSamplers.solution(5, { story: 'night-buses' }) as MindgamesScenario;
  const [attribute = '', other = ''] = scenario.public.attributes;
  const speaking = {
    ...choosing,
    seat: 'persuader',
    turn: 1,
    public: { ...scenario.public, talk: 'prose' },
    own: scenario.private.persuader,
    history: [],
  } as unknown as MindgamesView;

  const reader = (...found: object[]) =>
    scriptedModel(found.map((lists) => JSON.stringify({ ...nothing, takesBack: false, ...lists })));
  const heard = (words: string, ...found: object[]) => {
    const act = { ...nothing, words } as never;
    return readByModel(act, speaking, reader(...found), { rng: createRng(1), note() {} } as never);
  };
  const told = (of: string, on: string, effect: number) => ({ disclose: [{ proposal: of, attribute: on, effect }] });

  test('what the rules read stands, and no model is asked about it', async () => {
    expect(await heard(`A increases ${attribute}.`)).toMatchObject({ act: told('A', attribute, 1) });
    expect(await heard('Hello.')).toMatchObject({ act: { inferential: [] } });
    const words = `A increases ${attribute}. Riders will find that B is bad for ${other}.`;
    const act = { disclose: [...told('A', attribute, 1).disclose, ...told('B', other, -1).disclose] };
    expect(await heard(words, told('B', other, -1))).toMatchObject({ act });
  });

  test('what the other side hears of a sentence that a model read is the plain line of what binds', async () => {
    const said = (act: object) => (act as { act: { words: string } }).act.words;
    expect(said(await heard(`Hello. A increases ${attribute}.`))).toBe(`Hello. A increases ${attribute}.`);
    for (const words of [
      `They will fall for it: A lowers ${attribute}.`,
      `Hello. Opponents allege that A lowers ${attribute}.`,
    ]) {
      const line = said(await heard(words, told('A', attribute, -1)));
      expect(line).toBe(`Proposal A decreases ${attribute}.`);
      expect(proseIn(line, namesOf(speaking.public))).toMatchObject(told('A', attribute, -1));
    }
  });

  test('a sentence that gives neither reader anything refuses the message, as does one that says the contrary of another', async () => {
    const thinks = `I must hide from them what it costs. A increases ${attribute}.`;
    expect(await heard(thinks, {})).toMatchObject({ problem: expect.stringContaining('I must hide') });
    expect(await heard(thinks, told('A', attribute, 1))).toHaveProperty('problem');
    const twice = `A increases ${attribute}. Or else it lowers it.`;
    expect(await heard(twice, told('A', attribute, -1))).toHaveProperty('problem');
  });

  test('a sentence that takes back or quotes another refuses the message, and the reader is shown all of it', async () => {
    const words = `A increases ${attribute}. Scrap that, tell me instead whether ${other} is to your liking.`;
    const asks = { motivational: [other] };
    expect(await heard(words, { ...asks, takesBack: true })).toHaveProperty('problem');
    expect(await heard(words, asks)).toMatchObject({ act: { motivational: [other] } });
    expect(await heard(words, { ...asks, takesBack: null }, { ...asks, takesBack: null })).toHaveProperty('problem');
    const seen: string[] = [];
    const model = scriptedModel(({ messages }) => {
      seen.push(messages.at(-1)?.content ?? '');
      return '{}';
    });
    await readByModel({ ...nothing, words } as never, speaking, model, { rng: createRng(1), note() {} } as never);
    expect(JSON.parse(seen[0] as string)).toEqual({
      before: `A increases ${attribute}.`,
      sentence: `Scrap that, tell me instead whether ${other} is to your liking.`,
      after: '',
    });
    const first = `My rival claims the following, but does ${other} appeal to you? A increases ${attribute}.`;
    expect(await heard(first, { ...asks, takesBack: true })).toHaveProperty('problem');
    seen.length = 0;
    await readByModel({ ...nothing, words: first } as never, speaking, model, {
      rng: createRng(1),
      note() {},
    } as never);
    expect(JSON.parse(seen[0] as string)).toMatchObject({ before: '', after: `A increases ${attribute}.` });
  });

  test('a ranking is of the proposals where nothing else is said or asked, or they are named', () => {
    const names = namesOf(game.public as never);
    const [x = '', y = '', z = ''] = names.attributes;
    for (const words of [
      `How do you feel about ${x} and ${y}? Which do you prefer?`,
      `How do you feel about ${x} and ${y}? Which one would you choose?`,
      `Do you like ${x}, ${y} or ${z}? How would you rank them?`,
      'What matters most to you? Please rank them.',
      `How important are ${x} and ${y} to you? What is your favourite?`,
      `What do you know about ${x} and ${y}? Which of the three do you prefer?`,
      `Do you like ${x}? What is your current ranking?`,
      `A increases ${x}, ${y} and ${z}. Which of the three do you prefer?`,
      `A increases ${x}, ${y} and ${z}. Please rank them.`,
      `A increases ${x}, ${y} and ${z}. What is your favourite?`,
      'Which effects of A do you know? Which do you like?',
      'What do you know about A? Which do you prefer?',
      `Do you like ${x} or ${y}? Which option would you pick?`,
      `A increases ${x}. Please rank the options.`,
      'Which do you prefer? Please choose A.',
    ])
      expect(proseIn(words, names).unread, words).toBeDefined();
    for (const words of [
      `How do you feel about ${x} and ${y}? Which proposal do you prefer?`,
      `Do you like ${x}? Please rank A, B and C.`,
      'What do you know about A? Which plan do you prefer?',
      'Good morning. Which do you prefer?',
      'Please rank the options. Thank you.',
    ])
      expect(proseIn(words, names), words).toMatchObject({ unread: undefined, inferential: names.proposals });
  });

  test('so it is where a model reads a sentence of the message', async () => {
    const asks = { motivational: [attribute] };
    const ranks = { inferential: scenario.public.proposals };
    const appeals = `Does ${attribute} appeal to you?`;
    for (const [words, ...found] of [
      [`How do you feel about ${attribute} and ${other}? Which do you prefer?`],
      [`${appeals} Which do you prefer?`, asks],
      [`Which do you prefer? ${appeals}`, asks],
      [`Do you like ${attribute}? And your pick would be?`, ranks],
      [`A increases ${attribute}, so what is the best of them to you?`, { ...told('A', attribute, 1), ...ranks }],
    ] as [string, ...object[]][])
      expect(await heard(words, ...found), words).toEqual({ problem: expect.stringContaining('not understood') });
    for (const [words, ...found] of [
      [`${appeals} Which proposal do you prefer?`, asks],
      ['Hello. And your pick would be?', ranks],
      [`Do you like ${attribute}? And your pick of the plans would be?`, ranks],
    ] as [string, ...object[]][])
      expect(await heard(words, ...found), words).toMatchObject({ act: ranks });
  });

  test('an entry that fills in what it does not have is asked for again', () => {
    const typed = { ...speaking, public: scenario.public };
    const cell = { proposal: 'A', attribute, effect: 1 };
    const form = (lists: object) => readMindgames(JSON.stringify({ ...nothing, act: 'message', ...lists }), typed);
    expect(form({ disclose: [cell] })).toHaveProperty('act');
    expect(form({ disclose: [{ ...cell, skip: true }] })).toEqual({ problem: expect.stringContaining('no skip') });
    for (const name of ['words', 'act', 'reasoning'])
      expect(form({ disclose: [{ ...cell, [name]: 'not this one' }] }), name).toHaveProperty('problem');
    expect(form({ disclose: [cell], reasoning: 'They may yield.' })).toHaveProperty('act');
    expect(form({ informational: [cell] })).toEqual({ problem: expect.stringContaining('no effect') });
  });

  test('a target says that it does not know only what was asked and is not known', () => {
    const mind = scenario.private.target as { known: readonly (readonly (number | null)[])[] };
    const cells = scenario.public.proposals.flatMap((proposal, p) =>
      scenario.public.attributes.map((on, a) => ({ proposal, attribute: on, known: mind.known[p]?.[a] !== null })),
    );
    const said = ({ proposal, attribute: on }: { proposal: string; attribute: string }, asks: boolean) => {
      const words = `I have no information about the effect of ${proposal} on ${on}.`;
      const message = { ...nothing, informational: asks ? [{ proposal, attribute: on }] : [] };
      const view = {
        ...choosing,
        turnLimit: scenario.public.turnLimit,
        public: scenario.public,
        own: scenario.private.target,
        history: [{ turn: 1, seat: 'persuader', act: message }],
      } as unknown as MindgamesView;
      return readMindgames(JSON.stringify({ act: 'reply', words }), view);
    };
    const gap = cells.find(({ known }) => !known)!;
    const known = cells.find((cell) => cell.known)!;
    expect(said(gap, true)).toHaveProperty('act.words');
    expect(said(gap, false)).not.toHaveProperty('act.words');
    expect(said(known, true)).toMatchObject({ fault: expect.stringContaining('know nothing of') });
  });
});

describe('a form that fills in what its act does not take', () => {
  const advising = ptom.view(ptomStart, 'persuader');
  const arguing = trace.view(traceStart, 'persuader');
  const asksAgain = (read: object, field: string) =>
    expect(read).toEqual({ problem: expect.stringContaining(`has no ${field}`) });
  const said = (form: object) => JSON.stringify(form);

  test('is asked for again in all three rule sets', () => {
    asksAgain(traceSpeech.read(said({ act: 'assert', about: '2', holds: false }), arguing), 'about');
    asksAgain(traceSpeech.read(said({ act: 'report', belief: 40, held: 70 }), reporting), 'held');
    asksAgain(ptomSpeech.read(said({ act: 'recommend', option: 'A', fact: 'fact_1' }), advising), 'fact');
    asksAgain(ptomSpeech.read(said({ act: 'decide', accept: true, correction: 'no' }), deciding), 'correction');
    asksAgain(readMindgames(said({ act: 'choose', choice: 'A', inferential: ['B'] }), choosing), 'inferential');
    const prose = { ...deciding, public: { ...deciding.public, talk: 'prose' as const } };
    asksAgain(ptomSpeech.read(said({ words: 'I accept.', accept: false }), prose), 'accept');
  });

  test('is taken where that is null or empty, or a thought', () => {
    const none = { about: null, appeal: null, words: '', reasoning: 'They may yield.' };
    expect(traceSpeech.read(said({ act: 'assert', holds: false, ...none }), arguing)).toHaveProperty('act');
    expect(ptomSpeech.read(said({ act: 'recommend', option: 'A', fact: '' }), advising)).toHaveProperty('act');
    expect(readMindgames(said({ act: 'choose', choice: 'A', disclose: [] }), choosing)).toHaveProperty('act');
  });
});

describe('words of a model beside its form', () => {
  const advising = ptom.view(ptomStart, 'persuader');
  const arguing = trace.view(traceStart, 'persuader');
  const { options } = advising.public;
  const denied = (text: string) => `The evidence shows that it is not true that ${text.replace(/\.$/, '')}.`;

  test.each<[string, () => object]>([
    ['decide', () => ptomSpeech.read('{"act":"decide","accept":true,"words":"I refuse."}', deciding)],
    [
      'decide, in part',
      () => ptomSpeech.read('{"act":"decide","accept":true,"words":"Hm, well. I refuse."}', deciding),
    ],
    [
      'recommend',
      () =>
        ptomSpeech.read(
          JSON.stringify({ act: 'recommend', option: 'A', words: `I recommend ${options.B.name}.` }),
          advising,
        ),
    ],
    ['report', () => traceSpeech.read('{"act":"report","belief":40,"words":"I believe it to 90 of 100."}', reporting)],
    [
      'argue',
      () => {
        const words = denied(arguing.public.beliefs[0] as string);
        return traceSpeech.read(
          JSON.stringify({ act: 'argue', about: '1', holds: true, appeal: 'logos', words }),
          arguing,
        );
      },
    ],
    [
      'choose',
      () => readMindgames('{"act":"choose","choice":"A","words":"I choose A. No, wait. I choose B."}', choosing),
    ],
    ...['My ranking is B, then A, then C.', 'B over A over C.', 'B it is.', 'Well, I would not take it.'].map(
      (words): [string, () => object] => [
        `choose, ${words}`,
        () => readMindgames(JSON.stringify({ act: 'choose', choice: 'A', words }), choosing),
      ],
    ),
    ['choose, bare', () => readMindgames('{"act":"choose","choice":"A","words":"b"}', choosing)],
  ])('that say another act are asked for again: %s', (_, read) => expect(read()).toHaveProperty('problem'));

  describe('that are sentences of the grammar and no such act', () => {
    const { dimensions } = advising.public;
    const [asked = '', another = ''] = dimensions;
    const { facts } = advising.own as PtomPersuader;
    const [fact] = facts;
    const answering = ptomAfter({ type: 'ask', about: asked });
    const open = ptomAfter({ type: 'ask', about: 'everything' });
    const reacting = ptomAfter({ type: 'disclose', fact: fact as PtomFact });
    const inTrace = (acts: TraceAct[], seat: 'persuader' | 'target') => {
      const turns = acts.map((act, i) => ({ turn: i + 1, seat: 'persuader', act }) as const);
      return trace.view(
        turns.reduce((state, one) => trace.apply(state, [one]), trace.start(sampleTrace(0))),
        seat,
      );
    };
    const village = inTrace([], 'persuader');
    const replying = inTrace([{ type: 'ask', about: 1 } as TraceAct], 'target');
    const text = village.public.proposition.replace(/\.$/, '');
    const denial = text.replace(/\bshould\b/, 'should not');
    const belief = (village.public.beliefs[1] as string).replace(/\.$/, '');
    const [edge] = village.public.edges;
    const against = edge?.positive ? 'against' : 'for';
    const argue = (about: string) => ({ act: 'argue', about, holds: true, appeal: 'logos' });
    const says = (form: object, words: string) => JSON.stringify({ ...form, words });

    test.each<[object, string, object]>([
      [{ act: 'decide', accept: true }, 'I will take B.', deciding],
      [{ act: 'decide', accept: true }, `Hm, well. ${options.B.name} it is.`, deciding],
      [{ act: 'decide', accept: false }, 'I will not take B.', deciding],
      [{ act: 'decide', accept: true }, 'I lean to B.', deciding],
      [
        { act: 'answer', dimension: asked, matters: 'core' },
        `I care most about ${another.replaceAll('_', ' ')}.`,
        answering,
      ],
      [{ act: 'answer', dimension: asked, matters: 'core' }, 'It hardly matters to me.', open],
      [{ act: 'react', news: true, lean: 'A' }, 'I lean to B.', reacting],
      [{ act: 'react', news: true, lean: 'A' }, 'I knew that.', reacting],
      [{ act: 'react', news: true, lean: 'A' }, 'That is new to me. I lean to B. I lean to A.', reacting],
      [{ act: 'recommend', option: 'A' }, 'I recommend A over A.', advising],
      [{ act: 'recommend', option: 'A' }, 'Did you know?', advising],
    ])('ptom %j: %s is asked for again', (form, words, view) =>
      expect(ptomSpeech.read(says(form, words), view as never)).toEqual({
        problem: expect.stringContaining('say one'),
      }),
    );

    test.each<[object, string, object]>([
      [{ act: 'assert', holds: false }, `${text}!`, village],
      [{ act: 'assert', holds: true }, `Trust me: ${belief}.`, village],
      [argue('2'), `It is not true that ${belief}, the data show it.`, village],
      [argue('1>0'), `The evidence shows that belief 1 speaks ${against} the proposition.`, village],
      [argue('1>0'), `Belief 1 speaks ${against} the proposition.`, village],
      [{ act: 'report', belief: 60 }, 'My belief rose from 80 to 20.', reporting],
      [{ act: 'report', belief: 100 }, 'My belief fell to 100.', reporting],
      [{ act: 'report', belief: 40 }, 'I believe belief 1 to 70.', reporting],
      [{ act: 'report', belief: 70 }, '0.3', reporting],
      [{ act: 'answer', belief: 40, held: 70 }, 'The proposition: 70.', replying],
      [{ act: 'answer', belief: 40, held: 70 }, 'My belief is 60.', replying],
    ])('trace %j: %s is asked for again', (form, words, view) =>
      expect(traceSpeech.read(says(form, words), view as never)).toEqual({
        problem: expect.stringContaining('say one'),
      }),
    );

    const may = { problem: expect.stringContaining('not understood') };
    test.each<[object, readonly string[], object]>([
      [
        { act: 'decide', accept: true },
        [
          `No, I will take ${options.B.name}.`,
          `I will take ${options.B.name}, thank you.`,
          'Hello, I choose B.',
          'I choose B: it is cheaper.',
          '"No."',
          '*No.*',
          'No…',
          'No?',
          'Hm, I can’t.',
        ],
        deciding,
      ],
      [
        { act: 'decide', accept: false },
        [`I will take ${options.A.name}, thank you.`, 'Well, I will not take B then.'],
        deciding,
      ],
      [
        { act: 'recommend', option: 'A' },
        [`${options.B.name}, trust me.`, 'It earns 81 % more.', 'I would not take A, honestly.'],
        advising,
      ],
      [
        { act: 'decide', accept: true },
        [
          'Unfortunately, I must decline.',
          'I have to refuse.',
          'I reject your advice.',
          'I disagree with that.',
          'I am unable to accept.',
          'I dont accept that.',
          'I wont take it, sorry.',
          'Nobody would.',
        ],
        deciding,
      ],
      [{ act: 'disclose', fact: fact?.id }, [`It is not true that ${fact?.content}`], advising],
      ...facts
        .filter(({ content }) => content.includes(options.B.name))
        .map(({ id }): [object, string[], object] => [
          { act: 'disclose', fact: id },
          [`${options.A.name} is cheaper that week.`, `You should really consider ${options.A.name}.`],
          advising,
        ]),
      [{ act: 'ask', about: asked }, [`I think ${options.A.name} would be perfect for you!`], advising],
      [{ act: 'react', news: true, lean: 'A' }, ['B, I would say.', 'Not A, surely.'], reacting],
      [
        { act: 'answer', dimension: asked, matters: 'core' },
        [`Well, ${another.replaceAll('_', ' ')}, honestly.`, 'Not that important, I would say.'],
        answering,
      ],
    ])('ptom %j beside what may contradict it is asked for again: %j', (form, lines, view) => {
      for (const words of lines) expect(ptomSpeech.read(says(form, words), view as never), words).toEqual(may);
    });

    test.each<[object, readonly string[], object]>([
      [
        { act: 'assert', holds: true },
        ['The proposition is false, trust me.', `No, ${denial}.`, `${denial}, trust me.`],
        village,
      ],
      [{ act: 'assert', holds: false }, ['The proposition is true, trust me.', `${text}, trust me.`], village],
      [argue('1'), ['Think of belief 2.', `Surely ${belief}.`], village],
      [
        argue('2'),
        [
          `It is untrue that ${belief}.`,
          `Nobody thinks that ${belief}.`,
          `I doubt that ${belief}.`,
          'Belief 2 is wrong.',
        ],
        village,
      ],
      [
        { act: 'report', belief: 40 },
        ['I believe it to 60 of 100 now, thank you.', '60/100', 'I am at fifty.', 'I am at \uff16\uff10.', 'Not 40.'],
        reporting,
      ],
    ])('trace %j beside what may contradict it is asked for again: %j', (form, lines, view) => {
      for (const words of lines) expect(traceSpeech.read(says(form, words), view as never), words).toEqual(may);
    });

    test('for what is not understood and holds nothing of the kind the plain line goes out', () => {
      for (const [form, words, view] of [
        [{ act: 'decide', accept: true }, 'I will go with that one, A, sounds great.', deciding],
        [{ act: 'decide', accept: false }, `No, ${options.A.name} is too far for me.`, deciding],
        [{ act: 'decide', accept: false }, `I reject ${options.A.name}.`, deciding],
        [{ act: 'ask', about: asked }, `${options.A.name} or ${options.B.name}, what counts?`, advising],
        [{ act: 'decide', accept: false }, `I prefer ${options.B.name}, thank you.`, deciding],
      ] as const)
        expect(ptomSpeech.read(says(form, words), view), words).toMatchObject({ fault: expect.any(String) });
      expect(traceSpeech.read(says({ act: 'report', belief: 40 }, '40/100, I would say'), reporting)).toMatchObject({
        act: { belief: 40 },
        fault: expect.any(String),
      });
      expect(traceSpeech.read(says({ act: 'assert', holds: false }, `${denial}, trust me.`), village)).toMatchObject({
        fault: expect.any(String),
      });
    });

    test('what says a part of the act is no other act, and its plain line goes out', () => {
      for (const [form, words, view] of [
        [{ act: 'decide', accept: false }, 'I will take B.', deciding],
        [{ act: 'react', news: true, lean: 'A' }, 'That is new to me.', reacting],
        [{ act: 'answer', dimension: asked, matters: 'core' }, 'It matters a lot to me.', open],
      ] as const)
        expect(ptomSpeech.read(says(form, words), view), words).toMatchObject({ act: {}, fault: expect.any(String) });
      for (const [form, words, view] of [
        [{ act: 'assert', holds: true }, `${text}!`, village],
        [argue('2'), `${belief}.`, village],
        [{ act: 'answer', belief: 40, held: 70 }, 'The proposition: 40.', replying],
      ] as const)
        expect(traceSpeech.read(says(form, words), view), words).toMatchObject({ act: {}, fault: expect.any(String) });
      expect(readPtomProse('I will take B.', deciding)).toHaveProperty('problem');
      expect(readPtomProse('That is new to me.', reacting)).toHaveProperty('problem');
      expect(readTraceProse(`${belief}.`, village)).toHaveProperty('problem');
    });
  });

  test.each(['{"act":"report","belief":1}', '{"act":"report","belief":1,"words":"Thank you."}', 'report 1'])(
    '%s may be of 1',
    (reply) => expect(traceSpeech.read(reply, reporting)).toHaveProperty('problem'),
  );

  test('that are not understood are left out', () => {
    const hides = '{"act":"decide","accept":true,"words":"They must guess what I want."}';
    expect(ptomSpeech.read(hides, deciding)).toMatchObject({
      act: { accept: true, words: 'Good, I will take that one.' },
      fault: expect.stringContaining('not understood'),
    });
    const chooses = readMindgames('{"act":"choose","choice":"A","words":"Well, A it is."}', choosing);
    expect(chooses).toMatchObject({ act: { choice: 'A' }, fault: expect.any(String) });
    expect(chooses).not.toHaveProperty('act.words');
  });
});

describe('words beside an act as data', () => {
  const advising = ptom.view(ptomStart, 'persuader');
  const [fact] = (advising.own as PtomPersuader).facts;
  const { options } = advising.public;
  const about = advising.public.dimensions[0] as string;
  const tells = (words: string) => ptomSpeech.beside({ type: 'disclose', fact: fact as PtomFact, words }, advising);

  test('a fact is told as it stands, or not beside it', () => {
    for (const words of [fact?.content, `Did you know? ${fact?.content}`, 'Hello.', ''])
      expect(tells(words as string), words).toBeUndefined();
    for (const words of [`${options.B.name} is closed.`, 'It costs 95 % more.', 'It was in the news.'])
      expect(tells(words), words).toBeDefined();
    const plain = about.replaceAll('_', ' ');
    const asks = (words: string) => ptomSpeech.beside({ type: 'ask', about, words }, advising);
    expect(asks(`How much does ${plain} matter to you?`)).toBeUndefined();
    expect(asks(`${options.A.name} has a festival.`)).toBeDefined();
  });

  test.each([
    'I cannot accept that.',
    'I cant.',
    'I am unable to.',
    'I reject it.',
    'I refuse to go there.',
    'I decline your offer.',
    'Never.',
    'Unless it rains.',
    'The other one, please.',
  ])('%s takes back', (words) => {
    expect(ptomSpeech.beside({ type: 'decide', accept: true, words }, deciding)).toBeDefined();
    expect(ptomSpeech.readLine(`decide yes: ${words}`, deciding)).toHaveProperty('problem');
  });

  test.each<[PtomAct | TraceAct, string[]]>([
    [{ type: 'decide', accept: true }, ['I pass.', 'Count me out.', 'Over my dead body.', 'I will think about it.']],
    [{ type: 'decide', accept: false }, ['Sure.', 'Sounds great, sign me up.', 'You win.']],
    [{ type: 'recommend', option: 'A' }, ['It is the worst of the two.', 'It earns 81 % more.']],
    [{ type: 'report', belief: 40 }, ['I believe every word.', 'Half and half.', 'I am at \uff16\uff10.']],
    [{ type: 'assert', holds: true }, ['The opposite is the case.', 'Think of the children!']],
    [{ type: 'ask', about: 1 }, ['What do you think of it?', 'Moreover it is so.']],
  ])('beside %j what is not understood whole is said back', (act, lines) => {
    for (const words of lines) {
      const problem =
        act.type === 'decide' || act.type === 'recommend'
          ? ptomSpeech.beside({ ...act, words }, act.type === 'decide' ? deciding : advising)
          : traceSpeech.beside(
              { ...act, words } as TraceAct,
              act.type === 'report' ? reporting : trace.view(traceStart, 'persuader'),
            );
      expect(problem, words).toContain('not understood');
    }
  });

  test('a refusal is taken back by a yes, a number by another in words', () => {
    expect(ptomSpeech.beside({ type: 'decide', accept: false, words: 'Yes please!' }, deciding)).toBeDefined();
    expect(traceSpeech.beside({ type: 'report', belief: 40, words: 'Make it 60ish.' }, reporting)).toBeDefined();
    expect(traceSpeech.beside({ type: 'report', belief: 40, words: 'I am at fifty.' }, reporting)).toBeDefined();
    expect(traceSpeech.beside({ type: 'report', belief: 40, words: 'I am at 40.' }, reporting)).toBeUndefined();
  });

  const chosen = (words: string) =>
    mindgamesSpeech.beside?.({ type: 'choose', ...answersOf(choosing as TargetView), choice: 'A', words }, choosing);
  test.each([
    'I choose A. No, wait: I choose B.',
    'I choose A. I choose B.',
    'I choose B because it is safer.',
    'I do not choose A.',
    'B it is.',
    'b',
  ])('%s does not choose A', (words) => expect(chosen(words)).toBeDefined());
  test.each(['I choose A.', 'Thank you. I choose A.', ''])('%j does', (words) => expect(chosen(words)).toBeUndefined());

  test('a reply says what the rules answer, or nothing, at every door', () => {
    const replying = { ...choosing, turnLimit: 16 } as TargetView;
    const reply = (words: string) =>
      mindgamesSpeech.beside?.({ type: 'reply', ...answersOf(replying), words }, replying);
    for (const words of ['I like noise.', 'I choose B.', 'My coefficients are 1, 1, 1.']) {
      expect(reply(words), words).toBeDefined();
      expect(mindgamesSpeech.readLine?.(words, replying), words).toHaveProperty('problem');
      expect(readMindgames(JSON.stringify({ act: 'reply', words }), replying)).not.toHaveProperty('act.words');
    }
    expect(reply('Thank you.')).toBeUndefined();
    expect(mindgamesSpeech.readLine?.('Thank you.', replying)).toMatchObject({ act: { words: 'Thank you.' } });
  });
});

test.each<[string, number | undefined]>([
  ['My belief rose to 99.', 99],
  ['My belief rose to 1.', undefined],
  ['My belief fell to 99.', undefined],
  ['My belief is 0.7.', undefined],
  ['My belief is 1.', undefined],
  ['My belief is 1.0.', undefined],
  ['1.00', undefined],
  ['My belief is 1 of 100.', 1],
  ['1.5', 1.5],
  ['0', 0],
  ['My belief is at 0.7 of 100 now.', 0.7],
  ['Thank you. 40.', 40],
])('a report: %s', (words, belief) =>
  expect(readTraceProse(words, reporting)).toMatchObject(
    belief === undefined ? { problem: expect.any(String) } : { act: { belief } },
  ),
);

test('"Thank you. Very much." is no answer, and two levels set against each other are no effects', () => {
  const [about = ''] = samplePtom(3).public.dimensions;
  expect(readPtomProse('Thank you. Very much.', ptomAfter({ type: 'ask', about }))).toHaveProperty('problem');
  expect(readPtomProse('Thank you. Yes.', deciding)).toMatchObject({ act: { accept: true } });
  const names = namesOf(game.public as never);
  const [on = ''] = names.attributes;
  expect(proseIn(`A has higher ${on} while B has lower ${on}.`, names).unread).toBeDefined();
  expect(proseIn(`A has higher ${on}.`, names).disclose).toHaveLength(1);
  expect(proseIn(`A increases ${on} while B lowers it.`, names).disclose).toHaveLength(2);
});

describe('in prose a form that names another act than its words say', () => {
  const prose = { ...deciding, public: { ...deciding.public, talk: 'prose' as const } };
  const spoken = { ...reporting, public: { ...reporting.public, talk: 'prose' as const } };

  test.each(['"refuse"', '"decline"', '{"decide":false}', '["no"]', '"recommend"', 'false', '60'])(
    '%s: again',
    (act) => {
      expect(ptomSpeech.read(`{"act":${act},"words":"I accept."}`, prose)).toHaveProperty('problem');
      expect(traceSpeech.read(`{"act":${act},"words":"My belief is 40."}`, spoken)).toHaveProperty('problem');
    },
  );

  test.each(['"message"', '"say"', 'null', '""'])('%s says no more than that it speaks', (act) => {
    expect(ptomSpeech.read(`{"act":${act},"words":"I accept."}`, prose)).toHaveProperty('act');
    expect(traceSpeech.read(`{"act":${act},"words":"My belief is 40."}`, spoken)).toHaveProperty('act');
  });

  test('the act of the words may be named', () => {
    expect(ptomSpeech.read('{"act":"decide","words":"I accept."}', prose)).toHaveProperty('act');
    expect(traceSpeech.read('{"act":"report","words":"My belief is 40."}', spoken)).toHaveProperty('act');
  });

  test.each(['<s>I accept.</s>', '<s>I accept.</s> I decline.', '{"words":"<S>I accept.</S>"}', 'I <s>accept</s>.'])(
    '%s may be struck out',
    (reply) => expect(ptomSpeech.read(reply, prose)).toMatchObject({ problem: expect.stringContaining('struck out') }),
  );
});
