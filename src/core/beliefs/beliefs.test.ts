import { describe, expect, it, test } from 'vitest';
import { askDisclose, sampleAskDisclose } from '../../../test/games/ask-disclose.ts';
import { parseEpisode } from '../../data/episodes.ts';
import { replay } from '../replay.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Domain, Script } from '../types.ts';
import { type Asked, type Belief, beliefProblem, ignorance } from './belief.ts';
import { scoreBelief } from './score.ts';

const limit: Asked = { kind: 'number', words: 'the least they take?', low: 100, high: 300 };
const type: Asked = { kind: 'choice', words: 'which are they?', options: ['soft', 'firm', 'sly'] };
const values: Asked = { kind: 'values', words: 'what is each worth?', keys: ['book', 'hat', 'ball'] };

describe('scores, worked out by hand', () => {
  test('a number: distance over the range, and whether the ends hold the truth', () => {
    const belief: Belief = { kind: 'number', value: 180, low: 150, high: 210 };
    expect(scoreBelief(limit, belief, 210)).toEqual({ error: 0.15, covered: true });
    expect(scoreBelief(limit, belief, 220)).toEqual({ error: 0.2, covered: false });
    expect(scoreBelief(limit, { kind: 'number', value: 100 }, 300)).toEqual({ error: 1 });
  });

  test('a choice: the sum of squares over the options (Brier 1950)', () => {
    const belief: Belief = { kind: 'choice', chances: { soft: 0.5, firm: 0.3, sly: 0.2 } };
    expect(scoreBelief(type, belief, 'firm').brier).toBeCloseTo(0.25 + 0.49 + 0.04, 12);
    expect(scoreBelief(type, { kind: 'choice', chances: { soft: 1, firm: 0, sly: 0 } }, 'sly').brier).toBe(2);
    expect(scoreBelief(type, ignorance(type), 'soft').brier).toBeCloseTo(2 / 3, 12);
  });

  test('values: the mean distance in proportions, and the order', () => {
    const truth = { book: 1, hat: 3, ball: 6 };
    const { error, rank } = scoreBelief(values, { kind: 'values', values: { book: 2, hat: 2, ball: 4 } }, truth);
    expect(error).toBeCloseTo((0.15 + 0.05 + 0.1) / 3, 12);
    // Ranks 1.5, 1.5, 3 against 1, 2, 3.
    expect(rank).toBeCloseTo(1.5 / Math.sqrt(1.5 * 2), 12);
    expect(scoreBelief(values, ignorance(values), truth)).not.toHaveProperty('rank');
  });

  test('a number outside the range asked about is taken at its end', () => {
    expect(scoreBelief(limit, { kind: 'number', value: 9000, low: 250, high: 1e300 }, 100)).toEqual({
      error: 1,
      covered: false,
    });
    expect(scoreBelief(limit, { kind: 'number', value: -5, low: -9, high: 20 }, 90)).toEqual({
      error: 0,
      covered: true,
    });
  });

  test('large numbers overflow nowhere', () => {
    const large = Number.MAX_VALUE;
    const { error, rank } = scoreBelief(
      values,
      { kind: 'values', values: { book: large, hat: large, ball: 0 } },
      {
        book: large,
        hat: 0,
        ball: large,
      },
    );
    expect(error).toBeCloseTo(1 / 3, 12);
    expect(rank).toBeCloseTo(-0.5, 12);
    const wide: Asked = { kind: 'number', words: '?', low: -large, high: large };
    expect(scoreBelief(wide, { kind: 'number', value: large }, -large)).toEqual({ error: 1 });
    expect(scoreBelief(wide, ignorance(wide), large)).toEqual({ error: 0.5, covered: false });
  });

  test.each([
    ['no room between the ends', { ...limit, high: 100 }, ignorance(limit), 100],
    ['a truth that is no number', limit, ignorance(limit), 'firm'],
    ['NaN', limit, ignorance(limit), Number.NaN],
    ['no option', type, ignorance(type), 'odd'],
    ['a number for an option', type, ignorance(type), 3],
    ['a text for values', values, ignorance(values), 'book'],
    ['null', values, ignorance(values), null],
    ['values that are none', values, ignorance(values), { book: Number.NaN, hat: 1, ball: 1 }],
    ['no keys', { ...values, keys: [] }, { kind: 'values', values: {} }, {}],
  ] as const)('no score: %s', (_, asked, belief, truth) => {
    expect(scoreBelief(asked, belief, truth as never)).toEqual({});
  });

  test('a belief that answers another question is refused', () => {
    expect(() => scoreBelief(limit, ignorance(type), 200)).toThrow(
      'a belief of kind choice does not answer a question of kind number',
    );
  });
});

describe('knowing nothing but the question', () => {
  it('is an answer to it', () => {
    for (const asked of [limit, type, values]) expect(beliefProblem(asked, ignorance(asked))).toBeUndefined();
    expect(ignorance(limit)).toEqual({ kind: 'number', value: 200, low: 120, high: 280 });
  });
});

test.each([
  [limit, undefined, 'a belief of kind number'],
  [limit, { kind: 'number', value: Number.NaN }, 'a finite number'],
  [limit, { kind: 'number', value: 5, sure: true }, 'has kind, value, low, high, got "sure" too'],
  [type, { kind: 'choice', chances: { soft: 1, firm: 0, sly: 0 }, value: 1 }, 'got "value" too'],
  [limit, { kind: 'number', value: 5, low: 6, high: 7 }, 'between its ends'],
  [type, { kind: 'choice', chances: { soft: 1 } }, 'the chance of firm'],
  [type, { kind: 'choice', chances: { soft: 1, firm: 1, sly: 0 } }, 'add up to 1'],
  [type, { kind: 'choice', chances: { soft: 1, firm: 0, sly: 0, odd: 0 } }, 'got one for "odd"'],
  [values, { kind: 'values', values: { book: -1, hat: 0, ball: 0 } }, 'a number from 0'],
] as const)('no answer: %j %j', (asked, belief, problem) => {
  expect(beliefProblem(asked, belief)).toContain(problem);
});

describe('in play', () => {
  const domain = askDisclose as unknown as Domain;
  const stated: Belief = { kind: 'choice', chances: { price: 0.2, comfort: 0.5, speed: 0.3 } };
  const random: Script = { name: 'random', act: (view, { rng }) => domain.randomAct(view, rng) };
  const believer: Script = {
    name: 'believer',
    act(view, context) {
      context.state('strong', stated);
      return random.act(view, context);
    },
  };
  const player = (agent: Script) => ({ spec: agent.name, fingerprint: agent.name, agent });
  const play = (advocate: Script): Episode =>
    playEpisode({
      domain,
      scenario: sampleAskDisclose(3),
      source: { sampler: 'talk', seed: 3 },
      players: { advocate: player(advocate), target: player(random) },
      seed: 5,
    });

  it('stands in the transcript, changes no act, and replays', () => {
    const episode = play(believer);
    const beliefs = episode.events.filter((event) => event.type === 'belief-stated');
    expect(beliefs[0]).toEqual({
      type: 'belief-stated',
      turn: 1,
      seat: 'advocate',
      question: 'strong',
      belief: stated,
    });
    expect(episode.events.filter((event) => event.type !== 'belief-stated')).toEqual(play(random).events);
    expect(replay(domain, episode).result).toEqual(episode.result);
    expect(parseEpisode(JSON.stringify(episode), 'line 1')).toEqual(episode);
  });

  it('cannot be stated when the act is done', () => {
    let late: (() => void) | undefined;
    play({
      name: 'late',
      act(view, context) {
        late = () => context.state('strong', stated);
        return random.act(view, context);
      },
    });
    expect(late).toThrow('a belief of advocate came after its act');
  });

  test.each([
    [{ ...stated, sure: true }, stated],
    [
      { kind: 'number', value: 3, high: undefined, why: 'so' },
      { kind: 'number', value: 3 },
    ],
    [{ foo: 1 }, 'a belief is of kind number, choice, values, got undefined'],
    [{ kind: 'toString' }, 'a belief is of kind'],
    [{ kind: 'number', value: 3, low: 'x' }, 'the low of a belief takes finite numbers, got "x"'],
    [{ kind: 'choice', chances: [1] }, 'the chances of a belief takes'],
    [{ kind: 'values' }, 'the values of a belief'],
    [{ kind: 'number', value: Number.NaN }, 'a belief is plain data: got the number NaN'],
    [() => 1, 'a belief is plain data: got a function'],
    [undefined, 'a belief is of kind'],
  ])('%j leaves a transcript that can be read', (given, kept) => {
    const episode = play({
      name: 'odd',
      act(view, context) {
        context.state('nope', given as never);
        return random.act(view, context);
      },
    });
    const [event] = episode.events;
    if (typeof kept === 'string')
      expect(event).toMatchObject({
        type: 'agent-note',
        note: { question: 'nope', problem: expect.stringContaining(kept) },
      });
    else expect(event).toEqual({ type: 'belief-stated', turn: 1, seat: 'advocate', question: 'nope', belief: kept });
    expect(episode.events.filter(({ type }) => type.startsWith('action'))).toEqual(play(random).events);
    expect(parseEpisode(JSON.stringify(episode), 'line 1')).toEqual(episode);
  });
});

test('a game without a deal has an end of its own, which replays', () => {
  const domain = askDisclose as unknown as Domain;
  const pusher: Script = { name: 'pusher', act: () => ({ type: 'recommend' }) };
  const taker: Script = { name: 'taker', act: () => ({ type: 'choose', take: true }) as never };
  const player = (agent: Script) => ({ spec: agent.name, fingerprint: agent.name, agent });
  const players = { advocate: player(pusher), target: player(taker) };
  const episode = playEpisode({ domain, scenario: sampleAskDisclose(1), source: {}, players, seed: 1 });
  expect(episode.result).toEqual({
    kind: 'concluded',
    turn: 2,
    conclusion: { take: true },
    utility: { advocate: 1, target: 0 },
  });
  expect(replay(domain, episode).result).toEqual(episode.result);
  expect(parseEpisode(JSON.stringify(episode), 'line 1')).toEqual(episode);
});
