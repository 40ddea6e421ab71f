import { describe, expect, test } from 'vitest';
import { type Domain, items, type PriceView, playEpisode, price, samplers } from '../core/index.ts';
import { scriptedModel } from '../models/index.ts';
import { janusPrompt, readJanusAnswer } from './janus.ts';
import { resolveAgent } from './resolve.ts';
import { resolvePlayer } from './spec.ts';

const domain: Domain = price;
/** The example of trainer/tests/test_janus.py. */
const view = {
  seat: 'buyer',
  turn: 3,
  turnLimit: 20,
  public: { range: { low: 200, high: 1500 } },
  own: { reservation: 900 },
  theirs: { turn: 2, offer: { price: 1240 } },
  history: [
    { turn: 1, seat: 'buyer', act: { type: 'offer', price: 460 } },
    { turn: 2, seat: 'seller', act: { type: 'offer', price: 1240 } },
  ],
} as unknown as PriceView;

test('the lines are the trainer\u2019s', () => {
  expect(janusPrompt(view, 0.7).split('\n')).toEqual([
    'rho: 0.70',
    'role: buyer',
    'turn: 3 / 20',
    'turns remaining: 17',
    'reservation: 0.5385',
    'last offer: 0.8000',
    'history: buyer:0.2000 seller:0.8000',
    'Answer with ACCEPT, or OFFER and a price from 0 to 1.',
  ]);
  expect(janusPrompt(view)).not.toContain('rho');
  expect(janusPrompt(view, -1)).toContain('rho: none');
});

test('an answer is an act or none, never a guess', () => {
  expect(readJanusAnswer('OFFER 0.2500', view)).toEqual({ type: 'offer', price: 525 });
  expect(readJanusAnswer('ACCEPT', view)).toEqual({ type: 'accept', offer: 2 });
  for (const text of ['I accept', 'OFFER', '0.5', 'ACCEPTED', ''])
    expect(readJanusAnswer(text, view)).toMatchObject({ type: 'none', got: text });
  expect(readJanusAnswer('ACCEPT', { ...view, theirs: undefined })).toMatchObject({ type: 'none' });
});

describe('at a table', () => {
  const scenario = samplers.janus(5, { opens: 'buyer' });
  const game = async (replies: string[], spec = 'janus@scripted?rho=0.7') => {
    const model = scriptedModel(replies);
    const players = {
      buyer: await resolveAgent(spec, domain, { model: () => model }),
      seller: resolvePlayer('janus-b:boulware_conceding', domain),
    };
    return { model, players, episode: await playEpisode({ domain, scenario, source: { test: 1 }, players, seed: 1 }) };
  };

  test('it plays, and the dial is in the fingerprint', async () => {
    const { episode, model, players } = await game(['OFFER 0.2', 'OFFER 0.3', 'ACCEPT']);
    expect(episode.result).toMatchObject({ kind: 'agreement' });
    expect(JSON.stringify(model.calls[0])).not.toContain('rho');
    const other = await game(['OFFER 0.2', 'OFFER 0.3', 'ACCEPT'], 'janus@scripted?rho=0.7&prompt=on');
    expect(JSON.stringify(other.model.calls[0])).toContain('rho: 0.70');
    expect(other.players.buyer.fingerprint).not.toBe(players.buyer.fingerprint);
  });

  test('words that cannot be read forfeit in the end', async () => {
    const { episode } = await game(['maybe', 'maybe', 'maybe']);
    expect(episode.result).toMatchObject({ kind: 'forfeited', by: 'buyer' });
  });

  test('it plays price only, and the dial has an end', async () => {
    await expect(game([], 'janus@scripted?rho=1.5')).rejects.toThrow(/rho/);
    const model = () => scriptedModel([]);
    await expect(resolveAgent('janus@scripted', items as Domain, { model })).rejects.toThrow(
      /plays price and arena only, not items/,
    );
  });
});
