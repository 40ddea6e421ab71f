import { describe, expect, test } from 'vitest';
import { askDisclose, sampleAskDisclose } from '../../test/games/ask-disclose.ts';
import {
  type Agent,
  addKit,
  arena,
  aside,
  type Belief,
  bazaarScenario,
  createRng,
  type Domain,
  defineStrategy,
  type Episode,
  type Event,
  entry,
  findKit,
  items,
  itemsSamplers,
  type Player,
  playEpisode,
  price,
  type Question,
  type Scenario,
  type View,
} from '../core/index.ts';
import { scriptedModel } from '../models/backends/scripted.ts';
import { believing, splitBeliefs } from './believing.ts';
import { resolveAgent } from './resolve.ts';
import { resolvePlayer } from './spec.ts';

const bazaar = bazaarScenario('single_deal+hard', { seed: 5, personality: 'impatient' }) as Scenario;
const split = itemsSamplers.casino(3) as Scenario;
const statedIn = (events: readonly Event[]) => events.filter((event) => event.type === 'belief-stated');
const actsIn = (events: readonly Event[]) => events.filter((event) => event.type !== 'belief-stated');

function play(domain: unknown, scenario: Scenario, players: Record<string, Player>) {
  return playEpisode({ domain: domain as Domain, scenario, source: {}, players, seed: 2 });
}

describe('the option', () => {
  test.each([
    ['x?beliefs=on', { spec: 'x', beliefs: true }],
    ['x?beliefs=off', { spec: 'x', beliefs: false }],
    ['x?a=1&beliefs=on&b=2', { spec: 'x?a=1&b=2', beliefs: true }],
    ['worded:x?beliefs=on@templates', { spec: 'worded:x?beliefs=on@templates', beliefs: false }],
    ['llm:a/b@c?beliefs=on', { spec: 'llm:a/b@c', beliefs: true }],
    ['x', { spec: 'x', beliefs: false }],
  ])('%s', (spec, parts) => expect(splitBeliefs(spec)).toEqual(parts));

  test('what is wrong with it is said in a sentence', () => {
    expect(() => splitBeliefs('x?beliefs=yes')).toThrow('beliefs must be one of on, off, got "yes"');
    expect(() => splitBeliefs('x?beliefs=on&beliefs=on')).toThrow('"beliefs" is given twice');
    expect(() => resolvePlayer('boulware?beliefs=on', price)).toThrow(
      'boulware holds no beliefs; those that do are llm:',
    );
    expect(() => resolvePlayer('sauda?steering=head&beliefs=on', price)).toThrow('holds no beliefs');
    expect(() => resolvePlayer('sauda?beliefs=on', arena)).toThrow('nothing to believe in a game of arena');
  });

  test('on is another agent, off is the same', () => {
    const [plain, on, off] = ['', '?beliefs=on', '?beliefs=off'].map((query) =>
      resolvePlayer(`pareto_walking${query}`, items),
    );
    expect(on).toMatchObject({ spec: 'pareto_walking?beliefs=on', agent: { name: 'pareto_walking?beliefs=on' } });
    expect(on!.fingerprint).not.toBe(plain!.fingerprint);
    expect(off!.fingerprint).toBe(plain!.fingerprint);
  });
});

describe('in play', () => {
  test.each([
    ['pareto_walking', items, split, { a: '', b: 'boulware' }, ['values']],
    ['pareto_walking_bayesian', items, split, { a: '', b: 'boulware' }, ['values']],
    ['sauda', price, bazaar, { buyer: '', seller: 'bazaar:seller' }, ['reservation', 'type', 'patience']],
    [
      'sauda@templates?tells=off',
      price,
      bazaar,
      { buyer: '', seller: 'bazaar:seller' },
      ['reservation', 'type', 'patience'],
    ],
  ] as const)(
    '%s says what it believes before each act, and acts as ever',
    (spec, domain, scenario, sitting, questions) => {
      const seat = Object.keys(sitting)[0] as string;
      const game = (own: string) =>
        play(
          domain,
          scenario,
          Object.fromEntries(Object.entries(sitting).map(([one, other]) => [one, resolvePlayer(other || own, domain)])),
        ) as Episode;
      const [plain, believer] = [game(spec), game(`${spec}${spec.includes('?') ? '&' : '?'}beliefs=on`)];
      expect(actsIn(believer.events)).toEqual(plain.events);
      const turns = plain.events.flatMap((event) =>
        event.type === 'action-taken' && event.seat === seat ? [event.turn] : [],
      );
      expect(turns.length).toBeGreaterThan(2);
      const stated = statedIn(believer.events).map(({ turn, question }) => `${turn} ${question}`);
      // In the last turn of a game no patience is asked about.
      const asked = turns.flatMap((turn) => questions.map((question) => `${turn} ${question}`));
      expect(asked).toEqual(expect.arrayContaining(stated));
      expect(stated.length).toBeGreaterThanOrEqual(asked.length - 1);
      expect(new Set(statedIn(believer.events).map(({ belief }) => JSON.stringify(belief))).size).toBeGreaterThan(
        questions.length,
      );
    },
  );

  test('whoever sits across is shown nothing of it', async () => {
    const shown = async (buyer: string) => {
      const model = scriptedModel(() => JSON.stringify({ act: 'offer', price: 55, words: '' }), { digest: 'x' });
      const seller = await resolveAgent('llm:scripted?reason=none&guards=off', price as Domain, { model: () => model });
      const { events } = await play(price, bazaar, { buyer: resolvePlayer(buyer, price), seller });
      return { requests: model.calls, stated: statedIn(events).length };
    };
    const [plain, believer] = [await shown('sauda'), await shown('sauda?beliefs=on')];
    expect(believer.stated).toBeGreaterThan(0);
    expect(plain.requests.length).toBeGreaterThan(1);
    expect(believer.requests).toEqual(plain.requests);
  });

  test('refused and asked again, it has said it once', () => {
    const stubborn = resolvePlayer('pareto_walking?beliefs=on', items);
    const said: string[] = [];
    const view = items.view(items.start(split as never), 'a');
    for (const attempt of [0, 1, 2])
      stubborn.agent.act(view as never, { ...aside(createRng(1)), attempt, state: (question) => said.push(question) });
    expect(said).toEqual(['values']);
  });

  test('guards and words hand it on', async () => {
    const guarded = resolvePlayer('sauda?guards=all&beliefs=on', price);
    const steered = await resolveAgent('sauda@scripted?beliefs=on', price as Domain, {
      model: () => scriptedModel([], { digest: 'x' }),
    });
    const view = price.view(price.start(bazaar as never), 'buyer') as View;
    const question = findKit('price')!.questions![0] as Question;
    // Nothing was asked yet: the list price says where costs lie, which is half of it or less.
    const belief = guarded.agent.answer!(view, question, aside(createRng(1))) as Belief & { kind: 'number' };
    const { listPrice } = (bazaar.public as { item: { listPrice: number } }).item;
    expect(belief.value / listPrice).toBeCloseTo(0.49, 1);
    expect(await steered.agent.answer!(view, question, aside(createRng(1)))).toEqual(belief);
    expect(guarded.agent.answer!({ ...view, seat: 'seller' }, question, aside(createRng(1)))).toBeUndefined();
  });

  test('a domain of one’s own brings its questions and its scripts', () => {
    const strong: Question = {
      name: 'strong',
      ask: ({ seat }) =>
        seat === 'target' ? { kind: 'choice', words: 'Which?', options: ['price', 'comfort', 'speed'] } : undefined,
      truth: (scenario) => (scenario.private.advocate as { strong: string }).strong,
    };
    const rules = askDisclose as unknown as Domain;
    const chances = { price: 0.2, comfort: 0.5, speed: 0.3 };
    const guesser = defineStrategy({
      name: 'guesser',
      domain: rules.name,
      version: 1,
      about: 'guesses',
      options: {},
      make:
        () =>
        (view, { rng }) =>
          rules.randomAct(view, rng),
      believes: () => () => ({ kind: 'choice', chances }),
    });
    const scripts = [entry('guesser', guesser)];
    addKit({ rules, about: '', utility: '', samplers: {}, control: 'guesser', questions: [strong], scripts });
    const players = Object.fromEntries(
      ['advocate', 'target'].map((seat) => [seat, resolvePlayer('guesser?beliefs=on', rules)]),
    );
    const { events } = play(rules, sampleAskDisclose(2), players) as Episode;
    expect(statedIn(events)[0]).toMatchObject({ seat: 'target', question: 'strong', belief: { chances } });
    expect(statedIn(events).some(({ seat }) => seat === 'advocate')).toBe(false);
  });
});

describe('what goes wrong with a belief is noted and changes no act', () => {
  const rules: Domain = { ...(askDisclose as unknown as Domain), name: 'ask-oddly', problem: () => undefined };
  const scenario = { ...sampleAskDisclose(2), domain: rules.name };
  const ask = ({ seat, history }: View) => {
    if (seat === 'advocate') return undefined;
    if (history.some((taken) => taken.seat === seat)) throw new Error('no words for this');
    return { kind: 'number', words: 'How much?', low: 0, high: 1 } as const;
  };
  addKit({
    rules,
    about: '',
    utility: '',
    samplers: {},
    control: 'random',
    questions: [{ name: 'much', ask, truth: () => 1 }],
  });
  const random: Agent = { name: 'random', act: (view, { rng }) => rules.randomAct(view, rng) };
  const player = (agent: Agent): Player => ({ spec: agent.name, fingerprint: agent.name, agent });
  const game = async (answer: unknown, signal?: AbortSignal) => {
    const agent = { ...random, ...(answer !== undefined && { answer: answer as Agent['answer'] }) };
    const target = answer === undefined ? player(agent) : believing(player(agent), 'odd', rules);
    const players = { advocate: player(random), target };
    return playEpisode({ domain: rules, scenario, source: {}, players, seed: 2, ...(signal && { signal }) });
  };
  const down = () => {
    throw new Error('the model is down');
  };

  test.each([
    ['a throw', down, 'Error: the model is down'],
    ['a rejection', async () => down(), 'Error: the model is down'],
    ['nought', () => 0, 'a belief of kind number, got undefined'],
    ['an empty text', () => '', 'a belief of kind number'],
    ['null', () => null, 'a belief of kind number'],
  ])('%s', async (_, answer, problem) => {
    const [plain, odd] = [await game(undefined), await game(answer)];
    expect(odd.result).toEqual(plain.result);
    const notes = odd.events.flatMap((event) => (event.type === 'agent-note' ? [event.note] : []));
    expect(notes[0]).toEqual({ question: 'much', problem: expect.stringContaining(problem) });
    expect(notes.slice(1).every((note) => (note as { problem: string }).problem === 'Error: no words for this')).toBe(
      true,
    );
    expect(notes.length).toBeGreaterThan(1);
    expect(odd.events.filter(({ type }) => type !== 'agent-note')).toEqual(plain.events);
  });

  test('a game that is broken off stays so', async () => {
    const stop = new AbortController();
    const answer = async () => {
      stop.abort(new Error('enough'));
      throw new Error('cut off');
    };
    await expect(game(answer, stop.signal)).rejects.toThrow('enough');
  });
});

describe('a model', () => {
  const walk = JSON.stringify({ act: 'walk', price: null, words: '' });
  const offer = JSON.stringify({ act: 'offer', price: 20, words: '' });
  const good = {
    reservation: JSON.stringify({ low: 20, value: 30, high: 40 }),
    type: JSON.stringify({ chances: { default: 0.33, deceptive: 0.33, impatient: 0.33, collaborative: 0 } }),
    patience: JSON.stringify({ low: 9, value: 11, high: 13 }),
  };
  const game = async (replies: string[], query = '&beliefs=on') => {
    const model = scriptedModel(replies, { digest: 'x' });
    const buyer = await resolveAgent(`llm:scripted?reason=none&guards=off${query}`, price as Domain, {
      model: () => model,
    });
    const seller = resolvePlayer('bazaar:seller', price);
    return { model, episode: await play(price, bazaar, { buyer, seller }) };
  };
  const all = Object.values(good);

  test('is asked on top of the prompt of its turn, which stays as it was', async () => {
    const { model, episode } = await game([...all, offer, ...all, walk]);
    const { model: plain } = await game([offer, walk], '');
    const calls = model.calls.map(({ messages }) => messages);
    expect([calls[3], calls[7]]).toEqual(plain.calls.map(({ messages }) => messages));
    for (const [i, turn] of [
      [0, 3],
      [1, 3],
      [2, 3],
      [4, 7],
      [6, 7],
    ] as const) {
      const [asked, acted] = [calls[i]!, calls[turn]!];
      expect(asked.slice(0, -1)).toEqual(acted.slice(0, -1));
      expect(asked.at(-1)!.content.startsWith(acted.at(-1)!.content)).toBe(true);
      expect(asked.at(-1)!.role).toBe('user');
    }
    expect(calls[0]!.at(-1)!.content).toContain('the least that the seller would take');
    expect(model.calls[1]!.schema).toMatchObject({
      properties: { chances: { required: ['default', 'deceptive', 'impatient', 'collaborative'] } },
    });
    const stated = statedIn(episode.events);
    expect(stated).toHaveLength(6);
    expect(stated[0]).toMatchObject({
      turn: 2,
      question: 'reservation',
      belief: { kind: 'number', value: 30, low: 20, high: 40 },
    });
    // Rounded chances are scaled; others are not.
    expect((stated[1]!.belief as Belief & { kind: 'choice' }).chances.default).toBeCloseTo(1 / 3, 12);
    expect(episode.result.kind).toBe('walked');
  });

  test('is asked again once, with the reason; then there is none, and a note', async () => {
    const bad = JSON.stringify({ low: 50, value: 30, high: 40 });
    const { model, episode } = await game([
      bad,
      good.reservation,
      'Well, impatient I guess.',
      bad,
      good.patience,
      walk,
    ]);
    expect(model.calls[1]!.messages.at(-1)!.content).toContain(
      'a belief lies between its ends, got 30 in 50 to 40. Reply again',
    );
    expect(statedIn(episode.events).map(({ question }) => question)).toEqual(['reservation', 'patience']);
    const notes = episode.events.flatMap((event) =>
      event.type === 'agent-note' ? [event.note as Record<string, unknown>] : [],
    );
    expect(notes.map(({ belief, problem }) => [belief, problem !== undefined])).toEqual([
      ['reservation', true],
      ['reservation', false],
      ['type', true],
      ['type', true],
      ['patience', false],
      [undefined, false],
    ]);
  });
});
