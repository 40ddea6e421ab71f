/** The environment itself: rewards, refusals, rows of deals with their graders, and one seed, one episode. */
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Act, playTask, price } from '../../core/index.ts';
import { createPlayers } from '../players.ts';
import { Environment, EnvironmentError, type ResetOptions, resetSchema } from './environment.ts';
import type { Result } from './wire.ts';

const players = createPlayers(undefined);
const table = {
  task: 'price-wide',
  seat: 'buyer',
  listing: 'oak-dining-table',
  opens: 'buyer',
  seed: 7,
  turn_limit: 12,
};
const offer = (amount: number) => ({ type: 'offer', price: amount }) as Act;

async function begin(options: ResetOptions = table) {
  const environment = new Environment(players, false);
  return { environment, first: await environment.reset(options) };
}

test('the reward is the utility at the end and 0 before', async () => {
  const { environment, first } = await begin();
  const { own } = first.observation as unknown as { own: { reservation: number } };
  expect(first).toMatchObject({ reward: 0, done: false });
  const offered = await environment.step(offer(300));
  const ask = (offered.observation.theirs as { offer: { price: number } }).offer.price;
  const done = await environment.step({ type: 'accept' });
  expect(done).toMatchObject({
    done: true,
    observation: { result: { kind: 'agreement', deal: { price: ask } }, score: done.reward },
  });
  // Seed 7 on this listing: the zone runs from the seller's 256 to the buyer's 442, so the share is (442 - ask) / 186.
  expect(own.reservation).toBe(442);
  expect(done.reward).toBeCloseTo((442 - ask) / 186, 12);
  await expect(environment.step(offer(300))).rejects.toThrow('the episode is over');
});

test('an act that the rules refuse is a step that says why; the third forfeits with nothing', async () => {
  const { environment } = await begin();
  const refusals: Result[] = [];
  for (let i = 0; i < 3; i++) refusals.push(await environment.step({ type: 'accept' }));
  for (const one of refusals)
    expect(one.observation.refused).toBe('there is no standing offer of the other side to accept');
  expect(refusals.map(({ done }) => done)).toEqual([false, false, true]);
  expect(refusals[2]).toMatchObject({ reward: 0, observation: { result: { kind: 'forfeited', by: 'buyer' } } });
  expect(environment.state()).toMatchObject({ step_count: 3, done: true });
});

test('an episode takes so many words and no more; an act without any goes on', async () => {
  const { environment } = await begin();
  const long = { ...offer(300), words: 'x'.repeat(600_000) };
  await environment.step(long);
  await expect(environment.step(long)).rejects.toThrow('an episode takes 1000000 characters of words');
  expect((await environment.step(offer(300))).observation.refused).toBeNull();
  await environment.reset(table);
  expect(await environment.step(long)).toMatchObject({ done: false });
});

test('with prompts it carries the messages of an llm agent, and a bare reply is read as its replies are', async () => {
  const { environment, first } = await begin({ ...table, prompts: 'none' });
  const messages = (result: Result) => result.observation.metadata.messages as { role: string; content: string }[];
  expect(messages(first)[0]).toMatchObject({ role: 'system', content: expect.stringContaining('442') });
  // The form that the agent's reply is held to: there is nothing to accept yet.
  expect(first.observation.metadata.schema).toMatchObject({
    properties: { act: { enum: ['offer', 'walk', 'say'] }, price: {}, words: {} },
    required: ['act', 'price', 'words'],
  });
  const reply = (text: string) => environment.step({ type: 'reply', text } as unknown as Act);
  const offered = await reply('{"act":"offer","price":300,"words":"For you, 300."}');
  expect(offered.observation.history[0]).toMatchObject({ seat: 'buyer', act: { type: 'offer', price: 300 } });
  const unread = await reply('hmm');
  expect(unread.observation.refused).toMatch(/names no act/);
  expect(messages(unread).at(-1)?.content).toContain('Your last reply was not taken');
  expect(JSON.parse(environment.text(unread))).toEqual(JSON.parse(JSON.stringify(unread)));
  await reply('hmm');
  expect(await reply('hmm')).toMatchObject({ done: true, reward: 0, observation: { result: { kind: 'forfeited' } } });
});

test('with tells the messages say what the other side gave away, and the observation what oneself did', async () => {
  const options = { ...table, prompts: 'none', opponent: 'worded:clean:boulware_firm@templates' } as const;
  const urgent = 'I need it today, it is urgent, this is my last chance.';
  const last = ({ observation }: Result) => (observation.metadata.messages as { content: string }[]).at(-1)?.content;
  /** Three offers, after which the other side's show a pattern. */
  const played = async (tells?: 'heard' | 'own') => {
    const { environment, first } = await begin({ ...options, ...(tells ? { tells } : {}) });
    let now = first;
    for (const price of [300, 310, 320]) {
      const reply = { type: 'reply', text: JSON.stringify({ act: 'offer', price, words: urgent }) };
      now = await environment.step(reply as unknown as Act);
    }
    return { first, now };
  };
  const [heard, own, plain] = [await played('heard'), await played('own'), await played()];
  expect(heard.first.observation.metadata.gave_away).toBe(0);
  expect(heard.now.observation.metadata.gave_away).toBeGreaterThan(0);
  expect(plain.now.observation.metadata).not.toHaveProperty('gave_away');
  // Each tell is told at the turn it was first heard.
  const told = (one: typeof heard.now) => JSON.stringify(one.observation.metadata.messages ?? one.observation);
  expect(told(heard.now)).toContain('What the other side gave away');
  expect(told(plain.now)).not.toContain('What the other side gave away');
  expect(last(own.now)).toBe(last(plain.now));
  expect(own.now.observation.metadata.gave_away).toBe(heard.now.observation.metadata.gave_away);
});

test('with figures the messages say what the standing price gains, and a game without prices has none', async () => {
  const last = ({ observation }: Result) => (observation.metadata.messages as { content: string }[]).at(-1)?.content;
  const played = async (figures?: boolean) => {
    const { environment } = await begin({ ...table, prompts: 'first', figures });
    const reply = { type: 'reply', text: '{"reasoning":"","act":"offer","price":300,"words":"300."}' };
    return last(await environment.step(reply as unknown as Act));
  };
  expect(await played(true)).toMatch(/\nTheirs (gains|loses) you [\d.]+ \([\d.]+ %\)\.\nTurn 3/);
  expect(await played(false)).not.toMatch(/Theirs (gains|loses)/);
  expect(await played(false)).toBe(await played());
  await expect(begin({ task: 'mindgames-hidden', seat: 'persuader', seed: 5, figures: true })).rejects.toThrow(
    'there are no figures of games of mindgames: leave figures out',
  );
  await expect(begin({ ...table, figures: true })).rejects.toThrow('figures stand in the messages: ask for prompts');
});

test('without prompts there are no messages, and a bare reply is no action', async () => {
  const { environment, first } = await begin();
  expect(first.observation.metadata).toEqual({});
  expect(environment.actions.safeParse({ type: 'reply', text: 'x' }).success).toBe(false);
});

test('an agent that breaks down is an error without its reason, which may quote its prompt, and never an episode with a reward of 0', async () => {
  // The oracle plays only where the width of the zone is public.
  const { environment } = await begin();
  await environment.reset({ ...table, opponent: 'janus-a:random_zopa' });
  await expect(environment.step(offer(300))).rejects.toThrow(/^seller broke down, so there is nothing to measure$/);
});

test('a row of deals: every one is played, its result is told, and the score is the grader\u2019s own', async () => {
  const { environment, first } = await begin({ task: 'career_10', seed: 5 });
  expect(first.observation).toMatchObject({ deal: 1, deals: 10 });
  const buyer = resolvePlayer('bazaar:smart', price);
  const rewards: number[] = [];
  const results: unknown[] = [];
  let now = first;
  // The buyer's script sees what the wire shows, so the row is the one that playTask plays.
  while (!now.done) {
    const { facts, own, history, mine, theirs, turn, turn_limit: turnLimit, deal } = now.observation;
    const view = {
      domain: 'price',
      seat: 'buyer',
      turn,
      turnLimit,
      public: facts,
      own,
      history,
      mine: mine ?? undefined,
      theirs: theirs ?? undefined,
    };
    const context = {
      rng: undefined as never,
      note: () => undefined,
      attempt: 0,
      state: () => undefined,
      refused: undefined,
      signal: undefined,
    };
    now = await environment.step(buyer.agent.act(view as never, context));
    expect(now.observation.refused).toBeNull();
    if (now.observation.result) {
      rewards.push(now.reward);
      results.push(now.observation.result.deal);
      if (!now.done) expect(now.observation.deal).toBe(deal + 1);
    } else expect(now.reward).toBe(0);
  }
  const seller = resolvePlayer('bazaar:seller', price);
  const played = playTask({ task: 'career_10', seed: 5, players: { buyer, seller } });
  expect(results).toEqual(played.episodes.map(({ result }) => (result.kind === 'agreement' ? result.deal : null)));
  expect(rewards).toEqual(
    played.episodes.map(({ result }) => (result.kind === 'failed' ? null : result.utility.buyer)),
  );
  expect(now.observation.score).toBe(played.graded?.buyer?.score);
  expect(environment.score()).toMatchObject({
    task: 'career_10',
    episodes_completed: 10,
    total_episodes: 10,
    ...played.graded?.buyer,
  });
});

test('an arena: three buyers act at once, and each sees its own bids and not the others\u2019', async () => {
  const { environment, first } = await begin({ task: 'marketplace_arena+hard', seat: 'b', seed: 3 });
  expect(first.observation).toMatchObject({ domain: 'arena', seat: 'buyer-2', turn: 2, theirs: { turn: 1 } });
  const after = await environment.step({ type: 'offer', price: 20, signal: 'cooperate' } as Act);
  const seats = new Set(after.observation.history.map(({ seat }) => seat));
  expect(seats).toEqual(new Set(['seller', 'buyer-2']));
  expect(after.observation.more).toMatchObject({ others: [{ seat: 'buyer-1' }, { seat: 'buyer-3' }] });
  const done = await environment.step({ type: 'accept' });
  expect(done).toMatchObject({ done: true, observation: { result: { kind: 'agreement' } } });
  expect(done.observation.score).toBeTypeOf('number');
});

test('one seed, one episode; splits and indices name scenarios', async () => {
  const texts = async (options: ResetOptions) => {
    const { environment, first } = await begin(options);
    return environment.text(first) + environment.text(await environment.step({ type: 'say', words: 'Hello.' }));
  };
  expect(await texts(table)).toBe(await texts(table));
  const named = { task: 'items-dond', split: 'test', index: 3 } as const;
  expect(await texts(named)).toBe(await texts(named));
  expect(await texts(named)).toBe(await texts({ task: 'items-dond', seed: 3_000_003 }));
  expect(await texts(named)).not.toBe(await texts({ ...named, index: 4 }));
});

test('a result as text is the JSON of the result', async () => {
  const { environment, first } = await begin();
  const results = [
    first,
    await environment.step(offer(300)),
    await environment.step({ type: 'reject' }),
    await environment.step({ type: 'walk' }),
  ];
  for (const result of results)
    expect(JSON.parse(environment.text(result))).toEqual(JSON.parse(JSON.stringify(result)));
});

test('what is closed, or begun anew, while the other side thinks is answered in a sentence', async () => {
  const environment = new Environment(
    {
      ...players,
      find: () => ({ spec: 'slow', fingerprint: '', agent: { name: 'slow', act: () => new Promise(() => undefined) } }),
    },
    false,
  );
  const reset = () => environment.reset({ ...table, seat: 'seller', opens: 'buyer' });
  const first = reset();
  await new Promise((resolve) => setImmediate(resolve));
  const second = reset();
  await expect(first).rejects.toThrow('reset again');
  environment.close();
  await expect(second).rejects.toThrow(EnvironmentError);
});

test.each([
  [{ task: 'items-dond', listing: 'oak-dining-table' }, 'items-dond is not about listings'],
  [{ seat: 'judge' }, 'a seat is one of'],
  [{ index: 3 }, 'an index needs a split'],
  [{ split: 'test', index: 1_000_000 }, 'test has'],
  [{ opponent: 'no_such_script' }, 'there is no price agent "no_such_script"'],
  [{ opponent: 'llm:openai/x' }, "needs the server's token"],
  [{ opens: 'judge' }, 'opens must be'],
])('reset %j says what is wrong', async (options, why) => {
  const environment = new Environment(players, false);
  await expect(environment.reset(options as ResetOptions)).rejects.toThrow(why);
});

test.each([
  { seed: -1 },
  { seed: 'x' },
  { episode_id: 'x'.repeat(256) },
  { task: 'none' },
  { listing: '../x.json' },
  { turn_limit: 0 },
])('reset data %j does not fit', (data) => expect(resetSchema().safeParse(data).success).toBe(false));
