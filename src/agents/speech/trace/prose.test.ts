/** What the reader of trace's prose binds: never what was not said, and its own templates always. */
import { expect, test } from 'vitest';
import { repetitions } from '../../../../test/repetitions.ts';
import {
  createRng,
  type Domain,
  playEpisode,
  sampleTrace,
  type TraceAct,
  type TraceView,
  trace,
} from '../../../core/index.ts';
import { scriptedModel } from '../../../models/index.ts';
import { resolveAgent } from '../../resolve.ts';
import { resolvePlayer } from '../../spec.ts';
import { further } from './further.fixture.ts';
import { traceSpeech } from './index.ts';
import {
  beliefs,
  messages,
  proposition,
  strangers,
  strangersBeliefs,
  strangersProposition,
} from './messages.fixture.ts';
import { readTraceProse } from './prose.ts';
import { unseen } from './unseen.fixture.ts';
import { traceLines } from './words.ts';

const viewAfter = (before: string, about = proposition, around = beliefs): TraceView => {
  const [type = '', node = '0'] = before.split(' ');
  const act = { argue: { type, about: [0], holds: true, appeal: 'logos' }, ask: { type, about: Number(node) } }[type];
  return {
    domain: 'trace',
    seat: act ? 'target' : 'persuader',
    turn: 2,
    turnLimit: 8,
    public: {
      proposition: about,
      beliefs: around.map(([text]) => text),
      edges: around.map(([, positive], i) => ({ from: i + 1, to: 0, positive })),
      start: 50,
      talk: 'prose',
      turnLimit: 8,
    },
    own: {},
    history: act ? [{ turn: 1, seat: 'persuader', act }] : [],
  } as unknown as TraceView;
};

function labelOf(act: TraceAct): string {
  switch (act.type) {
    case 'argue':
      return `argue ${act.about.join('>')} ${act.holds} ${act.appeal}`;
    case 'assert':
      return `assert ${act.holds}`;
    case 'ask':
      return `ask ${act.about}`;
    case 'report':
      return `report ${act.belief}`;
    case 'answer':
      return `answer ${act.belief} ${act.held}`;
    default:
      return act satisfies never;
  }
}

test('of the labelled messages none binds what was not said, and most that say something are understood', () => {
  const all = messages.map(([before, words, label]) => {
    const parsed = readTraceProse(words, viewAfter(before));
    return { words, label, got: 'act' in parsed ? labelOf(parsed.act) : '-' };
  });
  expect(all.filter(({ label, got }) => got !== '-' && got !== label)).toEqual([]);
  const said = all.filter(({ label }) => label !== '-');
  const missed = said.filter(({ got }) => got === '-').map(({ words }) => words);
  // Precision 1.000, recall as the log has it.
  expect([said.length, said.length - missed.length]).toEqual([36, 23]);
});

test('of messages that were written without a look at the reader none binds what it does not say', () => {
  const all = [...unseen, ...further].map(([before, words, label]) => {
    const parsed = readTraceProse(words, viewAfter(before));
    return { words, label, got: 'act' in parsed ? labelOf(parsed.act) : '-' };
  });
  expect(all.filter(({ label, got }) => got !== '-' && got !== label)).toEqual([]);
  const said = all.filter(({ label }) => label !== '-');
  expect([said.length, said.filter(({ got }) => got !== '-').length]).toEqual([52, 35]);
});

test('a "not" in a clause inside another denies no belief', () => {
  const read = (text: string, words: string) => readTraceProse(words, viewAfter('', proposition, [[text, true]]));
  expect(
    read(
      'New people learn less when they are alone.',
      'Experts say that new people learn less when they are not alone.',
    ),
  ).toHaveProperty('problem');
  const buses = read(
    'Buses could carry those who drive today.',
    'Experts say that buses could not carry those who drive today.',
  );
  expect(buses).toMatchObject({ act: { holds: false } });
});

test.each([
  'It is false that experts say that shops lose customers who come by car.',
  'It is not true that the figures show that shops lose customers who come by car.',
  'Experts say so and it is false that shops lose customers who come by car.',
  'Experts say that shops lose customers who come by car. That is false.',
])('a source that is denied says neither: %s', (words) => {
  expect(readTraceProse(words, viewAfter(''))).toHaveProperty('problem');
});

test('what is hedged, doubled or about something else binds nothing', () => {
  for (const [before, words, label] of strangers) {
    const parsed = readTraceProse(words, viewAfter(before, strangersProposition, strangersBeliefs));
    if ('act' in parsed) expect(labelOf(parsed.act), words).toBe(label);
  }
});

test.each([
  ['argue', 'My belief went up 10.', '-'],
  ['argue', 'My belief went up to 90.', 'report 90'],
  ['argue', 'My belief rose 10.', '-'],
  ['argue', 'I am down 10.', '-'],
  ['', 'It is false that buses could carry those who drive today, experts say so.', '-'],
  [
    '',
    'Experts say that buses could carry those who drive today. It is false that buses could carry those who drive today.',
    '-',
  ],
  ['', 'What? The city should close its centre to cars.', '-'],
  ['', 'So the city should close its centre to cars!', '-'],
  ['', 'The city should close its centre to cars!', '-'],
  ['', 'Hello! The city should close its centre to cars.', 'assert true'],
])('after %j, %j is read as %s', (before, words, label) => {
  const parsed = readTraceProse(words, viewAfter(before));
  expect('act' in parsed ? labelOf(parsed.act) : '-').toBe(label);
});

test('beside a typed act words say that act, are asked for again where they say another, and else a plain line stands for them and the fault is kept', () => {
  const view = viewAfter('');
  const typed = { ...view, public: { ...view.public, talk: 'typed' as const } };
  const read = (words: string) => traceSpeech.read(JSON.stringify({ act: 'assert', holds: true, words }), typed);
  expect(read('The proposition is true.')).toEqual({
    act: { type: 'assert', holds: true, words: 'The proposition is true.' },
  });
  expect(read('The proposition is false.')).toHaveProperty('problem');
  expect(read('The proposition is true. Or not.')).toHaveProperty('problem');
  for (const words of ['They believe anything.', 'The proposition is true. Or so they say.'])
    expect(read(words), words).toEqual({
      act: { type: 'assert', holds: true, words: 'Believe me: the city should close its centre to cars.' },
      fault: expect.stringContaining('not understood'),
    });
  expect(traceSpeech.readLine('assert true: the proposition is false', typed)).toHaveProperty('problem');
  expect(traceSpeech.readLine('assert true: trust me', typed)).toHaveProperty('problem');
  expect(traceSpeech.readLine('assert true: the proposition is true', typed)).toHaveProperty('act');
});

const FILLERS =
  'hardly never perhaps only no if or almost they else than yesterday my by again the you so more once'.split(' ');

test('of lines with a word too many, or of two lines, nothing is read but what they say', () => {
  for (let seed = 0; seed < repetitions(5000, 200); seed++) {
    const rng = createRng(seed).split('made');
    const before = rng.pick(['', 'argue', 'ask 2']);
    const all = [...messages, ...unseen].filter(([when, , label]) => when === before && label !== '-');
    const [[, first, label], [, second, other]] = [rng.pick(all), rng.pick(all)] as const;
    const tokens = first.split(' ');
    const at = rng.integer(tokens.length + 1);
    const spoilt = [...tokens.slice(0, at), rng.pick(FILLERS), ...tokens.slice(at)].join(' ');
    const got = (words: string) => {
      const parsed = readTraceProse(words, viewAfter(before));
      return 'act' in parsed ? labelOf(parsed.act) : '-';
    };
    expect(['-', ...(spoilt.replace(/ the /i, ' ') === first ? [label] : [])], spoilt).toContain(got(spoilt));
    expect(['-', ...(label === other ? [label] : [])], `${first} ${second}`).toContain(got(`${first} ${second}`));
  }
});

test('every line of the templates is read back as the act it was made from', () => {
  const rng = createRng(3);
  for (let seed = 1; seed <= 20; seed++) {
    let state = trace.start(sampleTrace(seed, { talk: 'prose' }));
    for (let turn = 1; turn <= 8; turn++) {
      const seat = turn % 2 ? 'persuader' : 'target';
      const view = trace.view(state, seat);
      const act = trace.randomAct(view, rng.split(seed).split(turn));
      for (const words of traceLines(view, act))
        expect(readTraceProse(words, view), words).toEqual({ act: { ...act, words } });
      state = trace.apply(state, [{ turn, seat, act }]);
    }
  }
});

test('scripts are worded by templates, and a model in prose plays against them', async () => {
  const scenario = sampleTrace(4, { talk: 'prose' });
  const model = scriptedModel(() => '{"act":"message","words":"The proposition is true, the evidence shows it."}', {
    digest: 'x',
  });
  const persuader = await resolveAgent('llm:scripted?reason=none', trace as Domain, { model: () => model });
  const target = resolvePlayer('worded:trace:network@templates', trace as Domain);
  const { events, result } = await playEpisode({
    domain: trace as Domain,
    scenario,
    source: {},
    players: { persuader, target },
    seed: 1,
  });
  expect(result.kind).toBe('concluded');
  const acts = events.flatMap((event) => (event.type === 'action-taken' ? [event.act] : []));
  expect(acts[0]).toMatchObject({ type: 'argue', about: [0], holds: true, appeal: 'logos' });
  expect(acts[1]?.words).toMatch(/[\d.]+/);
});

test('worded by a model: words that say something else are asked for again, then a template stands in', async () => {
  const scenario = sampleTrace(4);
  const said: string[] = [];
  const model = scriptedModel(
    ({ messages: sent }) => {
      said.push(sent.at(-1)?.content ?? '');
      return said.length === 2
        ? '{"words":"Hello. The evidence shows that the proposition is true."}'
        : '{"words":"The proposition is false."}';
    },
    { digest: 'x' },
  );
  const persuader = await resolveAgent('worded:trace:direct@scripted', trace as Domain, { model: () => model });
  const target = resolvePlayer('trace:network', trace as Domain);
  const forIt = { ...scenario, private: { ...scenario.private, persuader: { goal: true } } };
  const { events } = await playEpisode({
    domain: trace as Domain,
    scenario: forIt,
    source: {},
    players: { persuader, target },
    seed: 1,
  });
  const words = events.flatMap((event) =>
    event.type === 'action-taken' && event.seat === 'persuader' ? [event.act.words] : [],
  );
  expect(said[1]).toContain('not taken');
  expect(words[0]).toBe('Hello. The evidence shows that the proposition is true.');
  expect(words[1]).toMatch(/^Those who know the matter say that/);
});

test('a person may write a short line or plain words', () => {
  expect(traceSpeech.readLine('assert false', viewAfter(''))).toEqual({ act: { type: 'assert', holds: false } });
  expect(traceSpeech.readLine('The proposition is false.', viewAfter(''))).toMatchObject({
    act: { type: 'assert', holds: false },
  });
  expect(traceSpeech.readLine('My belief: 40', viewAfter('argue'))).toMatchObject({
    act: { type: 'report', belief: 40 },
  });
});
