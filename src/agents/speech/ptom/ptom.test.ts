import { describe, expect, it, test } from 'vitest';
import {
  createRng,
  type Domain,
  type PtomAct,
  type PtomFact,
  type PtomScenario,
  type PtomTarget,
  type PtomView,
  playEpisode,
  ptom,
  ptomPersuaderOf,
  ptomTargetOf,
  replay,
  samplePtom,
  viewsOf,
} from '../../../core/index.ts';
import { asObject } from '../../../models/backends/hosted.ts';
import { scriptedModel } from '../../../models/index.ts';
import { valueReader } from '../../../models/structured.ts';
import { answerSchema, renderPrompt } from '../../prompt.ts';
import { resolveAgent } from '../../resolve.ts';
import { resolvePlayer } from '../../spec.ts';
import { ptomSpeech } from './index.ts';

const domain = ptom as Domain;
const scenario = samplePtom(5, { condition: 'HIDDEN', objective: 'fit' });
const seen = (seat: string, acts: readonly PtomAct[] = [], of: PtomScenario = scenario): PtomView =>
  ptom.view(
    acts.reduce(
      (state, act, i) => ptom.apply(state, [{ turn: i + 1, seat: i % 2 ? 'target' : 'persuader', act }]),
      ptom.start(of),
    ),
    seat,
  );
const prompt = (view: PtomView) =>
  renderPrompt(view, { persona: 'neutral', reasoning: 'none' })
    .map(({ content }) => content)
    .join('\n');

describe('a prompt', () => {
  it('says the objective that is paid', () => {
    expect(prompt(seen('persuader'))).toContain('fit their preferences best');
    const forA = samplePtom(5, { condition: 'HIDDEN', objective: 'A' });
    expect(prompt(seen('persuader', [], forA))).toContain('Your score is 1 when they choose A');
  });

  it('does not change with the secrets of the other side', () => {
    const other: PtomTarget = { ...ptomTargetOf(samplePtom(9)), strengths: {}, known: [] };
    const twin = { ...scenario, private: { ...scenario.private, target: other } };
    expect(prompt(seen('persuader', [], twin))).toBe(prompt(seen('persuader')));
    const wanting = { ...ptomPersuaderOf(scenario), objective: 'A' as const };
    const ask: PtomAct = { type: 'ask', about: 'everything' };
    const changed = { ...scenario, private: { ...scenario.private, persuader: wanting } };
    expect(prompt(seen('target', [ask], changed))).toBe(prompt(seen('target', [ask])));
  });
});

describe('the schema that replies are held to', () => {
  const blank = { about: null, fact: null, option: null, words: '' };
  const fits = (form: object, reasoning: 'none' | 'first' = 'none') =>
    valueReader(answerSchema(seen('persuader'), reasoning))(JSON.stringify(form)) !== undefined;
  const [known] = ptomPersuaderOf(scenario).facts;

  test.each([
    { act: 'ask', about: 'everything' },
    { act: 'disclose', fact: known?.id },
    { act: 'recommend', option: 'B' },
  ])('has %o, and no field that another act has', (form) => {
    expect(fits({ ...blank, ...form })).toBe(true);
    expect(fits({ act: form.act, ...blank })).toBe(false);
    const all = { about: 'everything', fact: known?.id, option: 'A' };
    for (const stray of Object.keys(all).filter((name) => !(name in form))) {
      const filled = { ...blank, ...form, [stray]: all[stray as keyof typeof all] };
      expect(fits(filled)).toBe(false);
      expect(ptomSpeech.read(JSON.stringify(filled), seen('persuader'))).toHaveProperty('problem');
    }
    expect(fits({ reasoning: 'so', ...blank, ...form }, 'first')).toBe(true);
  });

  test('is one object for a service that takes no choice of them, and holds less there', () => {
    const { anyOf, properties, required } = asObject(answerSchema(seen('persuader'), 'none')) as {
      anyOf?: unknown;
      properties: Record<string, { enum?: unknown[] }>;
      required: string[];
    };
    expect([anyOf, required]).toEqual([undefined, ['act', 'about', 'fact', 'option', 'words']]);
    expect(properties.act?.enum).toEqual(['ask', 'disclose', 'recommend']);
    expect(properties.option?.enum).toEqual([null, 'A', 'B']);
    expect(properties.words).toMatchObject({ type: 'string' });
  });

  test('of one act is that form alone', () => {
    const asked = seen('target', [{ type: 'ask', about: 'everything' }]);
    expect(answerSchema(asked, 'none')).toMatchObject({
      type: 'object',
      properties: {
        act: { enum: ['answer'] },
        news: { type: 'null' },
        matters: { enum: ['core', 'moderate', 'weak'] },
      },
    });
  });
});

describe('a line of a person', () => {
  const [fact] = ptomPersuaderOf(scenario).facts;
  const [dimension] = scenario.public.dimensions as [string];
  test.each<[string, PtomAct]>([
    ['ask everything', { type: 'ask', about: 'everything' }],
    [`ask ${dimension}: Hello.`, { type: 'ask', about: dimension, words: 'Hello.' }],
    ['DISCLOSE fact_1', { type: 'disclose', fact: fact as never }],
    ['recommend b: take B', { type: 'recommend', option: 'B', words: 'take B' }],
  ])('%s', (line, act) => expect(ptomSpeech.readLine(line, seen('persuader'))).toEqual({ act }));

  test('of a target', () => {
    const decided = (line: string) => ptomSpeech.readLine(line, seen('target', [{ type: 'recommend', option: 'A' }]));
    expect(decided('decide yes')).toEqual({ act: { type: 'decide', accept: true } });
    expect(decided('decide no: That one is not for me.')).toEqual({
      act: { type: 'decide', accept: false, words: 'That one is not for me.' },
    });
    for (const line of [
      'decide no because it is far',
      'decide no doubt, I accept',
      'decide accept nothing',
      'decide yes if it were B',
      'decide no, I accept',
    ])
      expect(decided(line), line).toHaveProperty('problem');
    // "know" holds a "no", and neither is a decision.
    expect(decided('I know what I want now')).toEqual({ problem: 'say decide, got "i"' });
    expect(decided('decide know')).toMatchObject({ problem: expect.stringContaining('accept') });
  });

  it.each([
    ['I suggest that you take Option A', 'say ask or disclose or recommend'],
    ['recommend C', 'recommend needs option, one of A, B, got "C"'],
    ['recommend a longer talk before we decide', 'words come after a colon'],
    ['recommend B? no, A', 'recommend'],
    ['{"act": "recommend", "option": ["A"]}', 'recommend needs option'],
    ['{"act": "ask", "about": "everything", "words": {"belief": 1}}', 'words are a text'],
    ['{"act": "disclose", "fact": "fact_99"}', 'disclose needs fact'],
    ['{"act": "ask", "about": "everything"} {"act": "recommend", "option": "A"}', 'several objects'],
    ['{"act": "ask", "about": "every', 'broken or cut off'],
  ])('is refused: %s', (line, problem) =>
    expect(ptomSpeech.read(line, seen('persuader'))).toMatchObject({ problem: expect.stringContaining(problem) }),
  );
});

test('a fact that comes as its id over a wire is filled in', () => {
  const view = seen('persuader');
  const sent = { type: 'disclose', fact: 'fact_2' } as unknown as PtomAct;
  const { facts } = ptomPersuaderOf(scenario);
  expect(ptomSpeech.complete(sent, view)).toEqual({ type: 'disclose', fact: facts[1] });
  expect(ptomSpeech.complete({ ...sent, fact: 'fact_99' } as never, view)).toEqual({ ...sent, fact: 'fact_99' });
});

describe('a model', () => {
  it('plays by forms, and a reply without one is asked for again', async () => {
    const model = scriptedModel(
      ['I suggest A.', '{"act":"ask","about":"everything"}', '{"act":"recommend","option":"A"}'],
      {
        digest: 'x',
      },
    );
    const persuader = await resolveAgent('llm:scripted?reason=none', domain, { model: () => model });
    const target = resolvePlayer('ptom:mind', domain);
    const episode = await playEpisode({ domain, scenario, source: {}, players: { persuader, target }, seed: 1 });
    expect(episode.events.filter(({ type }) => type === 'action-refused')).toHaveLength(1);
    expect(episode.result).toMatchObject({ kind: 'concluded', conclusion: { recommended: 'A' } });
    expect(replay(domain, episode).result).toEqual(episode.result);
  });

  it('plans: beliefs are stated, alternatives noted, and neither is heard', async () => {
    const hidden = 'a plan that nobody hears';
    const none = { about: null, fact: null, option: null, words: '' };
    const model = scriptedModel(
      ({ messages }) => {
        const text = messages.at(-1)?.content ?? '';
        if (text.includes('"values"'))
          return JSON.stringify({ values: Object.fromEntries(scenario.public.dimensions.map((name) => [name, 1])) });
        if (text.includes('"chances"')) return '{"chances":{"A":0.7,"B":0.3}}';
        const asking = { ...none, act: 'ask', about: 'everything', predicted: 0.4 };
        const closing = { ...none, act: 'recommend', option: 'A', predicted: 0.6 };
        return JSON.stringify({
          plan: hidden,
          alternatives: [asking, closing],
          choice: text.includes('answers') ? 2 : 1,
        });
      },
      { digest: 'x' },
    );
    const persuader = await resolveAgent('planner@scripted', domain, { model: () => model });
    const target = resolvePlayer('ptom:mind', domain);
    const episode = await playEpisode({ domain, scenario, source: {}, players: { persuader, target }, seed: 1 });
    expect(episode.result.kind).toBe('concluded');
    const stated = episode.events.flatMap((event) => (event.type === 'belief-stated' ? [event.question] : []));
    expect([...new Set(stated)]).toEqual(['strengths', 'fits']);
    const plans = episode.events.flatMap((event) =>
      event.type === 'agent-note' && (event.note as { plan?: object }).plan
        ? [(event.note as { plan: object }).plan]
        : [],
    );
    expect(plans[0]).toMatchObject({ predicted: 0.4, alternatives: [{ act: { type: 'recommend', option: 'A' } }] });
    for (const view of viewsOf(domain, episode, 'target')) expect(JSON.stringify(view)).not.toContain(hidden);
  });

  const worded = async (replies: string[]) => {
    const model = scriptedModel(replies, { digest: 'x' });
    const persuader = resolvePlayer('ptom:greedy', domain);
    const target = await resolveAgent('worded:rational_mind@scripted', domain, { model: () => model });
    const short = samplePtom(11, { turnLimit: 2, objective: 'A' });
    return playEpisode({ domain, scenario: short, source: {}, players: { persuader, target }, seed: 1 });
  };
  const decision = ({ events }: Awaited<ReturnType<typeof worded>>) =>
    events.findLast((event) => event.type === 'action-taken')?.act as PtomAct & { type: 'decide' };

  it('words a decision, and words that read as another are asked for again', async () => {
    const silent = decision(await worded(Array.from({ length: 3 }, () => 'nothing')));
    const [right, wrong] = silent.accept ? ['I accept.', 'I refuse.'] : ['I refuse.', 'I accept.'];
    const episode = await worded([JSON.stringify({ words: wrong }), JSON.stringify({ words: `Thank you. ${right}` })]);
    expect(decision(episode)).toMatchObject({ accept: silent.accept, words: `Thank you. ${right}` });
    const notes = episode.events.flatMap((event) => (event.type === 'agent-note' ? [event.note] : []));
    expect(notes[0]).toMatchObject({ problem: expect.stringContaining('something else') });
  });

  it('must say whether a fact was new, which fact was told, and nothing more', async () => {
    const view = { ...seen('persuader'), seat: 'target' } as PtomView;
    const [fact, other] = ptomPersuaderOf(scenario).facts as [PtomFact, PtomFact];
    const heard = { ...view, history: [{ turn: 1, seat: 'persuader', act: { type: 'disclose', fact } }] } as PtomView;
    const says = async (at: PtomView, act: PtomAct, words: string) => {
      const agent = ptomSpeech.wordedByModel(
        { name: 'x', act: () => act } as never,
        scriptedModel(() => JSON.stringify({ words }), { digest: 'x' }),
        { persona: 'neutral', maxTokens: 50, temperature: 0 } as never,
      );
      return ((await agent.act(at, { rng: createRng(1), note: () => undefined } as never)) as PtomAct).words;
    };
    const react = { type: 'react', news: true, lean: 'unsure' } as const;
    const tell = { type: 'disclose', fact } as const;
    for (const [at, act, words] of [
      [heard, react, 'I knew that already, and I could go either way.'],
      [heard, react, 'That is new to me.'],
      [seen('persuader'), tell, other.content],
      [seen('persuader'), tell, `Only this: ${fact.content}`],
      [seen('persuader'), tell, `${fact.content} I recommend A.`],
      [seen('persuader'), tell, `${fact.content} I did not want to tell you.`],
    ] as const)
      expect(await says(at, act, words), words).not.toBe(words);
    expect(await says(heard, react, 'That is new to me. I am undecided.')).toBe('That is new to me. I am undecided.');
  });

  it('is replaced by a template where its words never fit, which is noted', async () => {
    const episode = await worded(Array.from({ length: 6 }, () => 'nothing'));
    expect(decision(episode).words).toBeTruthy();
    expect(episode.events).toContainEqual(
      expect.objectContaining({ type: 'agent-note', note: expect.objectContaining({ worded: 'template' }) }),
    );
  });
});
