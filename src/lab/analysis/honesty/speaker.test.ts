/** Who said it, in games that guards, steering, templates and a model really played. */
import { expect, test } from 'vitest';
import { resolveAgent } from '../../../agents/index.ts';
import { type Episode, findListing, type Listing, playEpisode, price, sampleListing } from '../../../core/index.ts';
import { scriptedModel } from '../../../models/index.ts';
import { panelOf, rowsOf } from '../../experiment/rows.ts';
import { sellerQuality } from '../seller-quality-section.ts';
import { saidIn, tallySpeakers } from './speaker.ts';

const scenario = sampleListing(findListing('oak-dining-table') as Listing, 1, {
  zone: 'wide',
  opens: 'buyer',
  turnLimit: 8,
});

async function play(buyer: string, seller: string, replies: string[]): Promise<Episode> {
  const model = scriptedModel(replies);
  const resources = { model: () => model, ask: async () => 'I offer 250' };
  const players = {
    buyer: await resolveAgent(buyer, price, resources),
    seller: await resolveAgent(seller, price, resources),
  };
  return playEpisode({ domain: price, scenario, source: { test: 1 }, players, seed: 1 });
}
const reply = (act: string, amount: number | null, words = '') =>
  JSON.stringify({ reasoning: '', act, price: amount, words });
const byOf = (episode: Episode, seat: string) =>
  saidIn(episode)
    .filter((one) => one.seat === seat)
    .map(({ by }) => by);

test('an ask past the reservation that the guard corrects and a template words is the guard’s leak, not the model’s', async () => {
  const low = scenario.private.seller!.reservation - 50;
  const replies = Array<string>(8).fill(reply('offer', low, `Take it for ${low}.`));
  const episode = await play('human', 'shopkeeper@scripted?accept=reservation', replies);
  const said = saidIn(episode).find(({ seat }) => seat === 'seller');
  expect(said).toMatchObject({ by: 'guard', act: { type: 'offer' } });
  expect(said?.act?.words).toBeTruthy();
  const rows = rowsOf([episode], panelOf([], [episode])).filter(({ seat }) => seat === 'seller');
  expect(sellerQuality(rows, new Map())).toMatchObject({ leaks: 1, leakedBy: ['guard'] });
});

test('words of a model are the model’s, those that replace them a template’s', async () => {
  const { reservation } = scenario.private.seller!;
  const leaking = reply('offer', 420, `My lowest is ${reservation}.`);
  const episode = await play('hardliner', 'shopkeeper@scripted', [
    reply('offer', 425, 'A fine table: 425.'),
    // Asked again twice, and then the words are dropped.
    ...[leaking, leaking, leaking],
    reply('offer', 415, 'Then 415.'),
    reply('walk', null),
  ]);
  expect(byOf(episode, 'seller').slice(0, 3)).toEqual(['model', 'template', 'model']);
});

test('scripts are templates, a person is a person, and what is refused has its author too', async () => {
  const episode = await play('human', 'llm:scripted?guards=off', ['no form at all', reply('offer', 400, '400.')]);
  expect(byOf(episode, 'buyer')[0]).toBe('person');
  expect(byOf(episode, 'seller').slice(0, 2)).toEqual(['model', 'model']);
  expect(saidIn(episode).find(({ act }) => act === undefined)).toMatchObject({ seat: 'seller', by: 'model' });
  const scripts = await play('sauda@templates?steering=ladder', 'worded:clean:boulware_firm@templates', []);
  expect(new Set(saidIn(scripts).map(({ by }) => by))).toEqual(new Set(['template']));
});

test('steering that changed a model’s act speaks by a template', async () => {
  const episode = await play('sauda@scripted?steering=bayesian&guards=off', 'clean:boulware_firm', [
    ...Array<string>(8).fill(reply('offer', 300, 'I can pay 300.')),
  ]);
  const steered = new Set(
    episode.events.flatMap(({ type, turn, ...rest }) =>
      type === 'agent-note' && 'steering' in ((rest as { note: object }).note ?? {}) ? [turn] : [],
    ),
  );
  expect(steered.size).toBeGreaterThan(0);
  for (const { seat, turn, by } of saidIn(episode))
    if (seat === 'buyer') expect(by).toBe(steered.has(turn) ? 'template' : 'model');
});

test('a tally names those who did, and no other', () => {
  expect(tallySpeakers(['guard', 'model', 'guard'])).toBe('model 1, guard 2');
  expect(tallySpeakers([])).toBe('');
});
