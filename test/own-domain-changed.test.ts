/** A domain of one's own whose rules changed or break while a server has games of it: a sentence each time, and no game mixed from two sets of rules. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSpeech } from '../src/agents/index.ts';
import { addKit, contentHash, type Domain, type DomainKit } from '../src/core/index.ts';
import { remoteSitter } from '../src/server/games/live-game.ts';
import { type TestServer, testServer } from '../src/server/server.fixture.ts';
import { talkKit, talkSpeech } from './games/ask-disclose-speech.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };
const rules: Open<Domain> = { ...talkKit.rules };
const kit: Open<DomainKit> = { ...talkKit, rules, hash: 'one' };
let server: TestServer;
let folder: string;
beforeAll(async () => {
  addKit(kit);
  addSpeech(talkSpeech);
  server = await testServer();
  folder = server.folder;
});
afterAll(() => server.stop());

const BOTH = { advocate: 'remote', target: 'remote' };
async function sitDown(body: object = {}) {
  const { json } = await server.ask('POST /v1/games', { task: 'ask-disclose-talk', seed: 3, ...body });
  const as = (seat: string) => ({ 'x-seat-token': json.tokens[seat] as string });
  const act = (seat: string, what: object) =>
    server.ask(`POST /v1/games/${json.id}/acts`, { act: what, wait: 0 }, as(seat));
  return { id: json.id as string, act, as };
}

/** Another process on the same data, with rules changed like this. */
async function under(change: Partial<Domain>, hash: string | undefined, ask: (other: TestServer) => Promise<void>) {
  const was = { ...rules };
  const { hash: before } = kit;
  Object.assign(rules, change);
  Object.assign(kit, { hash });
  const other = await testServer({ dataFolder: folder });
  try {
    await ask(other);
  } finally {
    await other.stop();
    Object.assign(rules, was);
    Object.assign(kit, { hash: before });
  }
}

test('a remote seat is pinned by the rules of a domain of one’s own, and by its name alone in the house', () => {
  expect(remoteSitter({ name: 'price' })).toEqual({ spec: 'remote', fingerprint: contentHash('remote') });
  expect(remoteSitter(rules).fingerprint).not.toBe(contentHash('remote'));
});

test('a game between remote seats does not go on under changed rules', async () => {
  const { id, act, as } = await sitDown({ seats: BOTH });
  await act('advocate', { type: 'disclose', topic: 'price' });
  const path = `GET /v1/games/${id}`;
  await under({}, 'one', async (other) => {
    expect(await other.ask(path, undefined, as('target'))).toMatchObject({ status: 200, json: { turn: 2 } });
  });
  await under({}, 'two', async (other) => {
    expect(await other.ask(path, undefined, as('target'))).toMatchObject({
      status: 409,
      json: { error: { code: 'changed', message: 'the rules of ask-disclose have changed, so the game cannot go on' } },
    });
  });
});

test('a record that does not replay under changed rules is 409 with where they part', async () => {
  const { id, act } = await sitDown({ listed: true });
  expect((await act('advocate', { type: 'recommend' })).json.status).toBe('over');
  const asks = (other: TestServer) => [
    other.ask(`GET /v1/replays/${id}`),
    other.ask(`GET /v1/replays/${id}/review/advocate`),
    other.ask(`POST /v1/replays/${id}/forks`, { turn: 2, swap: { advocate: 'eager' } }),
  ];
  const changes: [Partial<Domain>, string][] = [
    [{ utility: () => 0.5 }, 'does not replay: the rules give'],
    [{ check: () => 'nothing is allowed now' }, 'is illegal: nothing is allowed now'],
    [
      {
        outcome: () => {
          throw new TypeError('no such field\nand more');
        },
      },
      'the rules of ask-disclose broke: no such field',
    ],
  ];
  for (const [change, why] of changes)
    await under(change, 'two', async (other) => {
      for (const answer of await Promise.all(asks(other))) {
        expect(answer).toMatchObject({ status: 409, json: { error: { code: 'changed' } } });
        expect(answer.json.error.message).toContain(why);
        expect(answer.json.error.message).not.toContain('\n');
      }
    });
});
