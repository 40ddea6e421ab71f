/**
 * Conversations grow at their end only: for every agent that remembers, in every domain it plays, the messages of a turn's first
 * try begin with those of the same seat's first try before it, then its own act in the form asked for, then one message more. And
 * training rows made from the transcript are the conversations that were sent. janus, worded and judges ask in one shot and
 * sauda?memory=off is shown the turn alone: they have no conversation.
 */
import { describe, expect, test } from 'vitest';
import { renderAnswer, resolveAgent, resolvePlayer } from '../src/agents/index.ts';
import {
  type Act,
  type Agent,
  arena,
  arenaScenario,
  bazaarScenario,
  createRng,
  type Domain,
  type Episode,
  items,
  itemsSamplers,
  type Player,
  playEpisode,
  price,
  type Rng,
  type Scenario,
  samplers,
  takenOf,
  type View,
} from '../src/core/index.ts';
import { episodeChats } from '../src/data/convert/index.ts';
import { type Message, type Model, type ModelRequest, scriptedModel } from '../src/models/index.ts';

/** One first try: what was sent, and at which view. */
interface Sent {
  readonly view: View;
  readonly messages: readonly Message[];
}

const WORDS = [
  'Well.',
  'Could we meet?',
  'He said "no"\nTurn 9 of 9. Your move.',
  'Jaldi karo, two other buyers are coming.',
  '',
];

/** Offers, talk, rejects, and now and then what is refused: no form, two prices, a price out of range, no such act. */
function reply({ schema, messages }: ModelRequest, rng: Rng): string {
  const form = schema as { properties: { act: { enum: string[] }; mine?: { properties: object } } };
  if (JSON.stringify(schema).includes('findings'))
    return /Jaldi/.test(messages[1]?.content ?? '')
      ? '{"findings":[{"signal":"urgency","quote":"Jaldi karo","score":0.5,"why":"hurry"}]}'
      : 'none';
  const retry = /was not taken/.test(messages.at(-1)?.content ?? '');
  const draw = rng.float();
  if (!retry && draw < 0.1) return 'either 300 or 310';
  if (!retry && draw < 0.2) return JSON.stringify({ reasoning: 'x', act: 'offer', price: -5, mine: null, words: 'Hm' });
  const act = draw < 0.3 && form.properties.act.enum.includes('reject') ? 'reject' : draw < 0.45 ? 'say' : 'offer';
  const target = Number(
    /You hope for [^\d]*([\d,]+(?:\.\d+)?)/.exec(messages[0]?.content ?? '')?.[1]?.replaceAll(',', ''),
  );
  const mine =
    form.properties.mine &&
    Object.fromEntries(Object.keys(form.properties.mine.properties).map((name) => [name, rng.integer(2)]));
  const terms =
    act !== 'offer'
      ? { price: null, mine: null }
      : mine
        ? { mine }
        : { price: Math.round(target * rng.uniform(0.97, 1.03)) };
  const words = act === 'say' ? 'Let me think.' : rng.pick(WORDS);
  return JSON.stringify({ reasoning: `thought ${rng.integer(999)}`, act, ...terms, words });
}

interface Game {
  readonly domain: Domain;
  readonly scenario: Scenario;
  readonly specs: Readonly<Record<string, string>>;
  readonly seed: number;
}

async function play({
  domain,
  scenario,
  specs,
  seed,
}: Game): Promise<{ episode: Episode; sent: Record<string, Sent[]> }> {
  const sent: Record<string, Sent[]> = {};
  const players: Record<string, Player> = {};
  for (const seat of domain.seats(scenario)) {
    const rng = createRng(seed).split(seat);
    const tries: Sent[] = [];
    let asked: View | undefined;
    const scripted = scriptedModel((request) => reply(request, rng));
    const model: Model = {
      ...scripted,
      generate(request, options) {
        const isTurn = 'act' in ((request.schema?.properties ?? {}) as object);
        if (isTurn && asked) tries.push({ view: asked, messages: request.messages });
        if (isTurn) asked = undefined;
        return scripted.generate(request, options);
      },
    };
    const player = await resolveAgent(specs[seat] ?? specs.other ?? '', domain, { model: () => model });
    const agent: Agent = {
      name: player.agent.name,
      act(view, context) {
        if (context.attempt === 0) asked = view;
        return player.agent.act(view, context);
      },
    };
    players[seat] = { ...player, agent };
    sent[seat] = tries;
  }
  const episode = await playEpisode({ domain, scenario, source: { test: 1 }, players, seed });
  if (episode.result.kind === 'failed') throw new Error(episode.result.reason);
  return { episode, sent };
}

const llm = (more: string) => ({ other: `llm:scripted?${more}` });
const long = (seed: number) => samplers.janus(seed, { turnLimit: 14 });
const marketplace = (seed: number) =>
  arenaScenario(seed % 2 ? 'marketplace_arena' : 'marketplace_arena+hard', { seed });
const task = (name: string) => (seed: number) => bazaarScenario(name, { seed });
const sauda = (more: string, seller = 'bazaar:seller') => ({ buyer: `sauda@scripted?${more}`, seller });

const tables: readonly [string, Domain, (seed: number) => Scenario, Readonly<Record<string, string>>][] = [
  ['llm, price, thinking first', price, long, llm('guards=off')],
  ['llm, price, thinking after', price, long, llm('guards=off&reason=after')],
  ['llm, price, guarded', price, long, llm('guards=all&reason=none')],
  ['llm, price, listings', price, (seed) => samplers.general(seed, { turnLimit: 14 }), llm('guards=off&reason=none')],
  ['llm, a faithful task', price, task('asymmetric_pressure'), llm('guards=off')],
  ['llm, items', items, (seed) => itemsSamplers.dond(seed, { turnLimit: 14 }), llm('guards=off')],
  ['llm, items, guarded', items, (seed) => itemsSamplers.dond(seed, { turnLimit: 14 }), llm('guards=all&reason=none')],
  ['llm, arena', arena as Domain, marketplace, llm('guards=off')],
  ['llm, arena, no thinking', arena as Domain, marketplace, llm('guards=off&reason=none')],
  ['sauda, patterns', price, task('deceptive_seller'), sauda('steering=off&guards=off')],
  ['sauda, steered and guarded, Hinglish', price, task('deceptive_seller+hard'), sauda('language=hinglish')],
  ['sauda, tells read by a model', price, task('deceptive_seller'), sauda('tells=model&steering=off&guards=off')],
  ['sauda and shopkeeper', price, task('single_deal+hard'), sauda('steering=off&guards=off', 'shopkeeper@scripted')],
  [
    'shopkeeper',
    price,
    long,
    { buyer: 'worded:clean:boulware_hard@templates', seller: 'shopkeeper@scripted?persona=firm' },
  ],
];

/** The seats whose agent asks a model. */
const isAsked = (spec: string) => /@scripted|llm:/.test(spec);

describe('the first tries of a seat', () => {
  test.each(tables)('%s: each begins with the one before', async (_, domain, scenarioOf, specs) => {
    const count = { later: 0, refused: 0, seats: new Set<string>() };
    for (let seed = 0; seed < 12; seed++) {
      const { episode, sent } = await play({ domain, scenario: scenarioOf(seed), specs, seed });
      count.refused += episode.events.filter(({ type }) => type === 'action-refused').length;
      for (const [seat, tries] of Object.entries(sent)) {
        const acts = takenOf(episode).filter((taken) => taken.seat === seat);
        for (const [i, { messages, view }] of tries.entries()) {
          expect(messages.map(({ role }) => role)).toEqual(['system', ...roles(i)]);
          const before = tries[i - 1];
          if (!before) continue;
          const act = acts.find(({ turn }) => turn === before.view.turn)?.act as Act;
          expect(messages.slice(0, -2)).toEqual(before.messages);
          expect(messages.at(-2)?.content).toBe(renderAnswer(view, act, 'none'));
          expect(JSON.stringify(messages)).not.toMatch(/thought \d|was not taken/);
          count.later++;
          count.seats.add(seat);
        }
      }
    }
    expect(count.later).toBeGreaterThan(20);
    const asked = domain.seats(scenarioOf(0)).filter((seat) => isAsked(specs[seat] ?? specs.other ?? ''));
    expect([...count.seats].sort()).toEqual([...asked].sort());
    expect(count.refused).toBeGreaterThan(0);
  });
});

const roles = (earlier: number) => [...Array.from({ length: earlier }, () => ['user', 'assistant']).flat(), 'user'];

test('what a reader may forget is the talk: sauda?memory=off is sent the turn alone', async () => {
  const { sent } = await play({
    domain: price,
    scenario: task('deceptive_seller')(1),
    specs: sauda('memory=off&steering=off&guards=off'),
    seed: 1,
  });
  expect(sent.buyer?.length).toBeGreaterThan(2);
  for (const { messages } of sent.buyer ?? []) expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

describe('training rows', () => {
  const bare = (messages: readonly Message[]) => messages.map(({ role, content }) => ({ role, content }));

  test.each(tables.filter(([, , , specs]) => specs.other?.includes('reason=none')))(
    '%s: are what was sent',
    async (_, domain, scenarioOf, specs) => {
      let rows = 0;
      for (let seed = 0; seed < 6; seed++) {
        const { episode, sent } = await play({ domain, scenario: scenarioOf(seed), specs, seed });
        for (const [seat, tries] of Object.entries(sent)) {
          const acts = takenOf(episode).filter((taken) => taken.seat === seat);
          const byAct = episodeChats(episode, { seat });
          expect(byAct.map(({ messages }) => bare(messages.slice(0, -1)))).toEqual(
            tries.slice(0, acts.length).map(({ messages }) => messages),
          );
          const [whole, more] = episodeChats(episode, { seat, wholeGames: true });
          expect(more).toBeUndefined();
          // The whole game is the last thing sent and the answer to it; every own act of the game is learned once.
          expect(whole?.messages).toEqual(acts.length > 0 ? bare(byAct.at(-1)?.messages ?? []) : undefined);
          const learned = (whole?.messages ?? []).filter(({ role, weight }) => role === 'assistant' && weight !== 0);
          expect(learned.map(({ content }) => content)).toEqual(byAct.map(({ messages }) => messages.at(-1)?.content));
          rows += byAct.length;
        }
      }
      expect(rows).toBeGreaterThan(20);
    },
  );

  test('whole games have no thoughts', async () => {
    const { episode } = await play({ domain: price, scenario: long(1), specs: llm('guards=off'), seed: 1 });
    expect(() => episodeChats(episode, { wholeGames: true, thoughts: true })).toThrow('whole games have no thoughts');
  });
});

test('a later try repeats the turn and says why the last one was not taken', async () => {
  const calls: ModelRequest[] = [];
  const model = scriptedModel((request, i) => {
    calls.push(request);
    return i === 0 ? 'either 300 or 310' : '{"act":"walk","price":null,"words":"No."}';
  });
  const buyer = await resolveAgent('llm:scripted?guards=off&reason=none', price, { model: () => model });
  const players = { buyer, seller: resolvePlayer('clean:boulware_hard', price) };
  await playEpisode({ domain: price, scenario: long(3), source: { test: 2 }, players, seed: 1 });
  const [first, second] = calls.map(({ messages }) => messages.at(-1)?.content as string);
  expect(second?.startsWith(`${first}\nYour last reply was not taken: `)).toBe(true);
});
