/** What the reader of ptom's prose binds: never what was not said, and its own templates always. */
import { expect, test } from 'vitest';
import { repetitions } from '../../../../test/repetitions.ts';
import {
  type Context,
  createRng,
  type Domain,
  type PtomAct,
  type PtomFact,
  type PtomScenario,
  type PtomView,
  playEpisode,
  ptom,
  samplePtom,
  type Taken,
} from '../../../core/index.ts';
import { scriptedModel } from '../../../models/index.ts';
import { answerSchema, renderPrompt } from '../../prompt.ts';
import { resolveAgent } from '../../resolve.ts';
import { resolvePlayer } from '../../spec.ts';
import { further } from './further.fixture.ts';
import { ptomSpeech } from './index.ts';
import { facts as labelled, messages, strangers, strangersFacts } from './messages.fixture.ts';
import { readPtomProse } from './prose.ts';
import { unseen } from './unseen.fixture.ts';
import { lineFor } from './words.ts';

const factsOf = (list: typeof labelled): PtomFact[] =>
  list.map(([id, content, favours, dimension]) => ({ id, content, favours, dimension }));
const table = {
  options: { A: { name: 'Lisbon', description: '' }, B: { name: 'Kyoto', description: '' } },
  dimensions: ['fine_dining', 'travel_cost', 'outdoor_adventure', 'cultural_depth', 'easy_travel'],
  talk: 'prose',
  turnLimit: 14,
};
const flats = {
  ...table,
  options: { A: { name: 'the harbour hotel', description: '' }, B: { name: 'the garden flat', description: '' } },
  dimensions: ['room_comfort', 'price_per_night', 'activities_nearby', 'local_life', 'convenience'],
};
const viewAfter = (before: string, of = table, facts = factsOf(labelled)): PtomView => {
  const [type = '', value = ''] = before.split(' ');
  const fact = facts.find(({ id }) => id === value);
  const act = {
    ask: { type: 'ask', about: value },
    tell: { type: 'disclose', fact },
    recommend: { type, option: value },
  }[type];
  return {
    domain: 'ptom',
    seat: act ? 'target' : 'persuader',
    turn: 2,
    turnLimit: 14,
    public: of,
    own: { facts },
    history: act ? [{ turn: 1, seat: 'persuader', act }] : [],
  } as unknown as PtomView;
};

function labelOf(act: PtomAct): string {
  switch (act.type) {
    case 'ask':
      return `ask ${act.about}`;
    case 'disclose':
      return `tell ${act.fact.id}`;
    case 'recommend':
      return `recommend ${act.option}`;
    case 'answer':
      return `answer ${act.dimension} ${act.matters}`;
    case 'react':
      return `react ${act.news ? 'new' : 'known'} ${act.lean}`;
    case 'decide':
      return act.accept ? 'accept' : 'refuse';
    default:
      return act satisfies never;
  }
}
const read = (before: string, words: string) => {
  const parsed = readPtomProse(words, viewAfter(before));
  return 'act' in parsed ? labelOf(parsed.act) : '-';
};

test('of the labelled messages none binds what was not said, and most that say something are understood', () => {
  const all = messages.map(([before, words, label]) => ({ words, label, got: read(before, words) }));
  expect(all.filter(({ label, got }) => got !== '-' && got !== label)).toEqual([]);
  const said = all.filter(({ label }) => label !== '-');
  const missed = said.filter(({ got }) => got === '-').map(({ words }) => words);
  // Precision 1.000, recall as the log has it.
  expect([said.length, said.length - missed.length]).toEqual([64, 54]);
});

test('of messages that were written without a look at the reader none binds what it does not say', () => {
  const all = [...unseen, ...further].map(([before, words, label]) => ({ words, label, got: read(before, words) }));
  expect(all.filter(({ label, got }) => got !== '-' && got !== label)).toEqual([]);
  const said = all.filter(({ label }) => label !== '-');
  expect([said.length, said.filter(({ got }) => got !== '-').length]).toEqual([53, 26]);
});

test("idioms, hedges and others' words bind nothing", () => {
  for (const [before, words, label] of strangers) {
    const parsed = readPtomProse(words, viewAfter(before, flats, factsOf(strangersFacts)));
    if ('act' in parsed) expect(labelOf(parsed.act), words).toBe(label);
  }
});

test.each([
  ['', 'No, there is a train to the lake.', '-'],
  ['', 'There is no train to the lake.', 'tell fact_1'],
  ['', 'I will take Lisbon.', '-'],
  ['', 'What is the matter with you?', '-'],
  ['', 'What do you care?', '-'],
  ['ask travel_cost', 'Not trivial at all.', '-'],
  ['ask travel_cost', 'It is not unimportant at all.', '-'],
  ['tell fact_1', 'I have not heard that. I lean to Kyoto.', '-'],
  ['tell fact_1', 'I doubt that is new. I lean to Kyoto.', '-'],
  ['recommend A', 'I will not take Kyoto.', '-'],
  ['recommend A', 'I will not take Lisbon.', 'refuse'],
  ['recommend A', 'Not Kyoto.', '-'],
])('after %j, %j is read as %s', (before, words, label) => {
  const facts = factsOf([['fact_1', 'There is no train to the lake.', 'B', 'easy_travel']]);
  const parsed = readPtomProse(words, viewAfter(before, table, facts));
  expect('act' in parsed ? labelOf(parsed.act) : '-').toBe(label);
});

test('beside a typed act words say that act, are asked for again where they say another, and else a plain line stands for them and the fault is kept', () => {
  const view = viewAfter('');
  const typed = { ...view, public: { ...view.public, talk: 'typed' as const } };
  const read = (words: string) => ptomSpeech.read(JSON.stringify({ act: 'recommend', option: 'A', words }), typed);
  expect(read('Hello. I recommend Lisbon.')).toEqual({
    act: { type: 'recommend', option: 'A', words: 'Hello. I recommend Lisbon.' },
  });
  expect(read('I recommend Kyoto.')).toHaveProperty('problem');
  expect(read('I recommend Lisbon. Kyoto is dear.')).toHaveProperty('problem');
  for (const words of ['They will fall for it.', 'I recommend Lisbon. It is near.'])
    expect(read(words), words).toEqual({
      act: { type: 'recommend', option: 'A', words: 'I would take Lisbon.' },
      fault: expect.stringContaining('not understood'),
    });
  expect(ptomSpeech.readLine('recommend A: I recommend Kyoto', typed)).toHaveProperty('problem');
  expect(ptomSpeech.readLine('recommend A: it is cheaper', typed)).toHaveProperty('problem');
  expect(ptomSpeech.readLine('recommend A: I recommend Lisbon', typed)).toHaveProperty('act');
});

const FILLERS =
  'hardly never perhaps only not no if or almost they else than yesterday my much again the that you so more'.split(
    ' ',
  );

test('of lines with a word too many, or of two lines, nothing is read but what they say', () => {
  const moments = ['', 'ask travel_cost', 'ask everything', 'tell fact_2', 'recommend A'];
  for (let seed = 0; seed < repetitions(5000, 200); seed++) {
    const rng = createRng(seed).split('made');
    const before = rng.pick(moments);
    const all = [...messages, ...unseen].filter(([when, , label]) => when === before && label !== '-');
    const [[, first, label], [, second, other]] = [rng.pick(all), rng.pick(all)] as const;
    const tokens = first.split(' ');
    const at = rng.integer(tokens.length + 1);
    const filler = rng.pick(FILLERS);
    const spoilt = [...tokens.slice(0, at), filler, ...tokens.slice(at)].join(' ');
    // A "not" may turn the sense round, and some words change nothing where they fit.
    const turned = [
      { accept: 'refuse', refuse: 'accept' }[label] ??
        label.replace(/new|known/, (one) => (one === 'new' ? 'known' : 'new')),
      label.replace(/core|moderate|weak/, 'weak'),
    ];
    const denies = /^(?:not|no|hardly|never)$/.test(filler);
    const idle = /^(?:the|that|so|much|more)$/.test(filler);
    expect(['-', ...(denies ? turned : idle ? [label] : [])], spoilt).toContain(read(before, spoilt));
    expect(['-', ...(label === other ? [label] : [])], `${first} ${second}`).toContain(
      read(before, `${first} ${second}`),
    );
  }
});

test('every line of the templates is read back as the act it was made from', () => {
  for (let seed = 1; seed <= 24; seed++) {
    const scenario = samplePtom(seed, { talk: 'prose' });
    const players = {
      persuader: resolvePlayer(seed % 2 ? 'ptom:ask_first' : 'ptom:random', ptom as Domain),
      target: resolvePlayer('ptom:mind', ptom as Domain),
    };
    const { events } = playEpisode({ domain: ptom as Domain, scenario, source: {}, players, seed });
    let state = ptom.start(scenario as PtomScenario);
    for (const event of events) {
      if (event.type !== 'action-taken') continue;
      const act = event.act as PtomAct;
      const view = ptom.view(state, event.seat);
      for (let i = 0; i < 3; i++) {
        const words = lineFor(view, act, { rng: createRng(i) } as Context);
        expect(readPtomProse(words, view), words).toEqual({ act: { ...act, words } });
      }
      state = ptom.apply(state, [{ turn: event.turn, seat: event.seat, act } as Taken<PtomAct>]);
    }
  }
});

test('a model in prose writes words alone, hears words, and what it thinks aloud is refused', async () => {
  const scenario = samplePtom(3, { talk: 'prose', condition: 'HIDDEN', objective: 'A' });
  const replies = [
    '{"act":"message","words":"REASONING: they want A. I recommend A."}',
    'What matters most to you?',
    '{"act":"message","words":"I recommend option A."}',
  ];
  const prompts: string[] = [];
  const model = scriptedModel(
    ({ messages: sent }) => {
      prompts.push(sent.map(({ content }) => content).join('\n'));
      return replies[prompts.length - 1] ?? '';
    },
    { digest: 'x' },
  );
  const persuader = await resolveAgent('llm:scripted?reason=none', ptom as Domain, { model: () => model });
  const target = resolvePlayer('worded:ptom:mind@templates', ptom as Domain);
  const episode = await playEpisode({
    domain: ptom as Domain,
    scenario,
    source: {},
    players: { persuader, target },
    seed: 1,
  });
  const acts = episode.events.flatMap((event) => (event.type === 'action-taken' ? [event.act] : []));
  expect(acts.map(({ type }) => type)).toEqual(['ask', 'answer', 'recommend', 'decide']);
  expect(prompts[1]).toContain('which the other side would hear');
  expect(prompts[2]).toContain(`"${acts[1]?.words}"`);
  expect(prompts[2]).not.toContain('[answers');
  const view = ptom.view(ptom.start(scenario), 'persuader');
  expect(Object.keys(answerSchema(view, 'none').properties as object)).toEqual(['act', 'words']);
  expect(renderPrompt(view, { persona: 'neutral', reasoning: 'none' })[0]?.content).toContain('I recommend');
});

test('a person may write a short line or plain words, in either talk', () => {
  const view = viewAfter('');
  const typed = { ...view, public: { ...view.public, talk: 'typed' as const } };
  for (const one of [view, typed]) {
    expect(ptomSpeech.readLine('recommend B', one)).toEqual({ act: { type: 'recommend', option: 'B' } });
    expect(ptomSpeech.readLine('I recommend Kyoto.', one)).toMatchObject({ act: { type: 'recommend', option: 'B' } });
    expect(ptomSpeech.readLine('I would never recommend Kyoto.', one)).toHaveProperty('problem');
  }
  // A model in a typed game that leaves the form thinks aloud.
  expect(ptomSpeech.read('I recommend Kyoto.', typed)).toHaveProperty('problem');
});

test('a planner in prose weighs messages, and only the chosen one is heard', async () => {
  const scenario = samplePtom(3, { talk: 'prose', condition: 'HIDDEN', objective: 'A' });
  const alternatives = [
    { act: 'message', words: 'I recommend option A.', predicted: 0.6 },
    { act: 'message', words: 'What matters most to you?', predicted: 0.4 },
    { act: 'message', words: 'Nothing that anybody could read.', predicted: 0.1 },
  ];
  const model = scriptedModel(
    ({ messages: sent }) => {
      const text = sent.at(-1)?.content ?? '';
      if (text.includes('"values"'))
        return JSON.stringify({ values: Object.fromEntries(scenario.public.dimensions.map((name) => [name, 1])) });
      return text.includes('"chances"')
        ? '{"chances":{"A":0.7,"B":0.3}}'
        : JSON.stringify({ plan: 'a plan that nobody hears', alternatives, choice: 1 });
    },
    { digest: 'x' },
  );
  const persuader = await resolveAgent('planner@scripted', ptom as Domain, { model: () => model });
  const target = resolvePlayer('ptom:mind', ptom as Domain);
  const episode = await playEpisode({
    domain: ptom as Domain,
    scenario,
    source: {},
    players: { persuader, target },
    seed: 1,
  });
  const acts = episode.events.flatMap((event) => (event.type === 'action-taken' ? [event.act] : []));
  expect(acts[0]).toEqual({ type: 'recommend', option: 'A', words: 'I recommend option A.' });
  expect(JSON.stringify(acts)).not.toContain('nobody');
  const plan = episode.events.flatMap((event) =>
    event.type === 'agent-note' && (event.note as { plan?: object }).plan
      ? [(event.note as { plan: object }).plan]
      : [],
  )[0] as { alternatives: { act: PtomAct }[] };
  // What no rule could read is no alternative.
  expect(plan.alternatives.map(({ act }) => act.type)).toEqual(['ask']);
});
