/** Agents that speak, at real tables, on scripted models: what they do with every kind of reply. */
import { describe, expect, test } from 'vitest';
import {
  type Domain,
  type Event,
  findListing,
  type Listing,
  playEpisode,
  price,
  replay,
  sampleListing,
} from '../core/index.ts';
import { type Model, ModelError, scriptedModel } from '../models/index.ts';
import { resolveAgent } from './resolve.ts';
import { resolvePlayer } from './spec.ts';

const scenario = sampleListing(findListing('oak-dining-table') as Listing, 1, {
  zone: 'wide',
  opens: 'buyer',
  turnLimit: 6,
});
const domain: Domain = price;

async function play(spec: string, model: Model, seller = 'clean:boulware_conceding') {
  const players = {
    buyer: await resolveAgent(spec, domain, { model: () => model }),
    seller: resolvePlayer(seller, domain),
  };
  return playEpisode({ domain, scenario, source: { test: 1 }, players, seed: 1 });
}
const notes = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'agent-note' ? [event.note as Record<string, unknown>] : []));
const answer = (act: string, amount: number | null, words = '') =>
  JSON.stringify({ reasoning: 'secret plan', act, price: amount, words });

describe('free', () => {
  test('plays what the model says, keeps its thinking to itself, and says who served it', async () => {
    const model = scriptedModel([answer('offer', 300, 'Would 300 do?'), answer('offer', 320), answer('accept', null)]);
    const episode = await play('llm:scripted?guards=off', model);
    expect(episode.result).toMatchObject({ kind: 'agreement' });
    expect(() => replay(price, JSON.parse(JSON.stringify(episode)))).not.toThrow();
    expect(notes(episode.events)[0]).toMatchObject({ model: 'scripted', finish: 'stop' });
    const taken = episode.events.filter((event) => event.type === 'action-taken');
    expect(JSON.stringify(taken)).not.toContain('secret plan');
    expect(JSON.stringify(model.calls.at(-1))).toContain('Would 300 do?');
  });

  test('a reply is held to its form unless the spec says otherwise, which makes another agent', async () => {
    const prints: string[] = [];
    for (const [option, held] of [
      ['', true],
      ['&schema=on', true],
      ['&schema=off', false],
    ] as const) {
      const model = scriptedModel([answer('walk', null)]);
      await play(`llm:scripted?guards=off${option}`, model);
      expect(model.calls[0]?.schema !== undefined).toBe(held);
      prints.push((await resolveAgent(`llm:scripted?guards=off${option}`, domain, { model: () => model })).fingerprint);
    }
    expect(prints[0]).toBe(prints[1]);
    expect(prints[2]).not.toBe(prints[0]);
  });

  test('an unreadable reply is refused with its reason, asked again with it, and in the end forfeits: never a no-deal', async () => {
    const model = scriptedModel(['hmm', 'either 300 or 310', 'forty-two or 50?']);
    const { result, events } = await play('llm:scripted?guards=off', {
      ...model,
      generate: (request) => model.generate(request),
    });
    expect(events.filter((event) => event.type === 'action-refused').length).toBeGreaterThan(0);
    expect(['forfeited', 'failed']).toContain(result.kind);
  });

  test('a model that breaks down fails the episode', async () => {
    const model = scriptedModel([new ModelError('transport', 'scripted', 'the line is dead')]);
    const { result } = await play('llm:scripted?guards=off', model);
    expect(result).toMatchObject({ kind: 'failed', by: 'buyer', reason: 'ModelError: scripted: the line is dead' });
  });

  test('a reply that was cut says so', async () => {
    const model = scriptedModel(() => ({ text: '{"reasoning":"well', finish: 'length' as const }));
    const { events } = await play('llm:scripted?guards=off&tokens=16', model);
    const refusal = events.find((event) => event.type === 'action-refused');
    expect(refusal).toMatchObject({ reason: expect.stringContaining('the reply was cut at 16 tokens') });
  });

  // The bazaar's scarf: both sides at 32, and then the buyer, who had forgotten, offered 27.
  test('the scarf: once both have named a price, the guarded buyer keeps it', async () => {
    const scarf = { ...scenario, public: { ...scenario.public, crossing: 'continue' as const } };
    const model = scriptedModel([answer('offer', 320), answer('offer', 270), answer('offer', 270)]);
    const seller = {
      spec: 'meets',
      fingerprint: 'meets',
      agent: { name: 'meets', act: () => ({ type: 'offer', price: 320 }) as never },
    };
    const buyer = await resolveAgent('llm:scripted?guards=keepAgreement', domain, { model: () => model });
    const { result } = await playEpisode({
      domain,
      scenario: scarf,
      source: { test: 2 },
      players: { buyer, seller },
      seed: 1,
    });
    expect(result).toMatchObject({ kind: 'agreement', deal: { price: 320 } });
  });
});

describe('worded by a model', () => {
  test('the act is the script’s, its price stands between the model’s words, and another number is asked for again', async () => {
    let calls = 0;
    const model = scriptedModel(() =>
      JSON.stringify(
        ++calls % 2 === 1 ? { before: 'Not 5 but', after: '!' } : { before: 'Could you do ', after: ' today?' },
      ),
    );
    const episode = await play('worded:clean:boulware_firm@scripted', model);
    const offers = episode.events.flatMap((e) =>
      e.type === 'action-taken' && e.seat === 'buyer' && e.act.type === 'offer'
        ? [e.act as { price: number } & typeof e.act]
        : [],
    );
    expect(offers.length).toBeGreaterThan(1);
    for (const { price: amount, words } of offers) expect(words).toBe(`Could you do €${amount} today?`);
    const tries = notes(episode.events).map(({ worded, problem }) => [worded, problem]);
    expect(tries[0]).toEqual([1, `the words name 5 beside the price ${offers[0]?.price}`]);
    expect(tries[1]).toEqual([2, undefined]);
    // Nothing to copy a wrong price from, and nothing to leak.
    expect(JSON.stringify(model.calls.map(({ messages }) => messages))).not.toMatch(/\d/);
  });

  test('after two more tries a template stands in, and that is on record', async () => {
    const episode = await play(
      'worded:clean:boulware_firm@scripted',
      scriptedModel(() => 'No form at all.'),
    );
    const missed = notes(episode.events).filter((note) => note.worded === 'template');
    expect(missed.length).toBeGreaterThan(0);
    expect(missed[0]?.problem).toBe('the reply is not a JSON object with before and after');
    expect(episode.result.kind).not.toBe('failed');
  });
});

describe('human', () => {
  test('is asked again in words until the line can be read, and its game is like any other', async () => {
    const lines = ['300', 'between 310 and 330', '320', 'accept'];
    const heard: (string | undefined)[] = [];
    const ask = async (_view: unknown, refused: string | undefined) => {
      heard.push(refused);
      return lines.shift() ?? 'walk';
    };
    const players = {
      buyer: await resolveAgent('human', domain, { ask }),
      seller: resolvePlayer('clean:boulware_conceding', domain),
    };
    const episode = await playEpisode({ domain, scenario, source: { test: 3 }, players, seed: 1 });
    expect(heard.filter((reason) => reason !== undefined)).toHaveLength(1);
    expect(['agreement', 'walked', 'no-deal']).toContain(episode.result.kind);
  });
});

describe('specs of speaking agents', () => {
  const model = () => scriptedModel(['x']);
  test.each([
    ['llm:', 'names no model'],
    ['llm:scripted?persona=angry', 'persona must be one of neutral, aggressive'],
    ['llm:scripted?guards=reservatoin', 'reservation'],
    ['human', 'needs somebody to ask: use parley play'],
  ])('%s is refused', async (spec, message) => {
    await expect(resolveAgent(spec, domain, { model })).rejects.toThrow(message);
  });

  test('a model where only scripts can play', async () => {
    await expect(resolveAgent('llm:scripted', domain)).rejects.toThrow('needs a model, and only scripts can play here');
  });

  test('the fingerprint follows persona, guards and the model’s digest', async () => {
    const of = async (spec: string, digest = 'a') =>
      (await resolveAgent(spec, domain, { model: () => scriptedModel(['x'], { digest }) })).fingerprint;
    const all = await Promise.all([
      of('llm:scripted'),
      of('llm:scripted?persona=fair'),
      of('llm:scripted?guards=off'),
      of('llm:scripted', 'b'),
    ]);
    expect(new Set(all).size).toBe(4);
  });
});
