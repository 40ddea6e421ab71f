/** What a worker makes of a model that does not answer: games in doubt are played again, and a model that stays away ends the plan. */
import { expect, test } from 'vitest';
import { type Model, ModelError, type ModelRequest } from '../../models/index.ts';
import { parseExperiment } from '../experiment/experiment.ts';
import { planOf } from '../experiment/plan.ts';
import { seatPlayers } from '../experiment/run.ts';
import { standIn } from '../experiment/stand-in.ts';
import { memoryBoard } from './board.fixture.ts';
import { readValue } from './board.ts';
import { tellOut } from './in-doubt.ts';
import { noteWorker, type PlanRecord } from './plans.ts';
import { Denied, everySeat, packTables, shardPlayer } from './play-shard.ts';
import { sharedOutages } from './shared-outages.ts';

const experiment = parseExperiment(
  {
    title: 'Outage',
    scenarios: { sampler: 'general', count: 3 },
    agents: ['llm:far'],
    opponents: ['fair_openings'],
    controls: false,
    seating: 'buyer',
  },
  'outage',
);
const plan = planOf(experiment);
const far = { ...standIn(), name: 'far', digest: 'd' };
const seated = await seatPlayers(plan, { model: () => far });
const record: PlanRecord = {
  kind: 'games',
  id: 'p',
  build: 'b',
  sitting: 's',
  experiment,
  players: Object.fromEntries([...seated].map(([spec, { fingerprint }]) => [spec, fingerprint])),
  seated: everySeat(plan.tables),
  models: true,
  hash: plan.hash,
  size: 3,
};
/** Its calls of these numbers, from 1, are not answered. */
function faulty(isFault: (call: number) => boolean): Model {
  let call = 0;
  return {
    ...far,
    generate: (request, options) =>
      isFault(++call)
        ? Promise.reject(new ModelError('transport', 'far', 'nobody listens'))
        : standIn().generate(request, options),
  };
}
const player = (model: Model, board = memoryBoard(), worker?: string) =>
  shardPlayer(record, { model: () => model }, sharedOutages(board, 'p', worker));
const tables = (from: number, to: number) => packTables(plan.tables, from, to);

test('the tables of a shard are those of the plan, their draws once each', () => {
  const { draws, tables: packed } = tables(0, 3);
  expect(draws).toHaveLength(3);
  for (const [index, draw, seed, seats] of packed)
    expect({ draw: draws[draw], seed, seats }).toMatchObject({
      draw: plan.tables[index]?.draw,
      seed: plan.tables[index]?.seed,
      seats: plan.tables[index]?.seats,
    });
});

test('of a model that is another here by the address of its server, the address is said', async () => {
  const other = player({ ...far, digest: 'not known (far at http://127.0.0.1:80, 0123)' });
  await expect(other).rejects.toThrow(
    /^llm:far is \w+ here and \w+ in the plan: its model counts by .+, here http:\/\/127\.0\.0\.1:80; give/,
  );
  await expect(player({ ...far, digest: 'e' })).rejects.toThrow(/ in the plan$/);
});

test('a game that fails while its model does not answer is in doubt, and has failed when it was tried often enough', async () => {
  // Every game is answered once, and then no more.
  const silent = await player(faulty((call) => call % 2 === 0));
  await expect(silent(0, tables(0, 1), { last: false })).rejects.toThrow(
    'a model does not answer: far: nobody listens',
  );
  const said = Buffer.from(await silent(0, tables(0, 1), { last: true })).toString();
  expect(JSON.parse(said).episodes[0].result).toMatchObject({ kind: 'failed' });
});

test('a game that fails while nobody is answered has not failed at its last try: it is played until the model answers or is lost', async () => {
  const gone = await player(faulty(() => true));
  for (let tried = 0; tried < 2; tried++)
    await expect(gone(0, tables(0, 1), { last: false })).rejects.toMatchObject({ name: 'InDoubt' });
  await expect(gone(0, tables(0, 1), { last: true })).rejects.toMatchObject({
    name: 'LostModel',
    outage: { calls: 8 },
  });
  const back = await player(faulty((call) => call <= 5));
  const said = Buffer.from(await back(0, tables(0, 1), { last: true })).toString();
  expect(JSON.parse(said).episodes[0].result.kind).not.toBe('failed');
});

/** Real requests are not answered, greetings are. */
const deaf: Model = {
  ...far,
  generate: (request, options) =>
    request.messages.length > 1
      ? Promise.reject(new ModelError('transport', 'far', 'HTTP 500'))
      : standIn().generate(request, options),
};

const gamesIn = (played: Uint8Array) =>
  Buffer.from(played)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).episodes[0].result.kind);

test('where fewer games are out than lose a model, those that are not answered have failed, as on one machine', async () => {
  for (const games of [7, 8]) {
    const board = memoryBoard();
    await tellOut(board, 'p', 'owner', { 0: { far: 3 }, 1: { far: games - 3, near: 9 } });
    const here = await player(deaf, board, 'here');
    for (let tried = 0; tried < 2; tried++)
      await expect(here(0, tables(0, 3), { last: false })).rejects.toMatchObject({ name: 'InDoubt' });
    const last = here(0, tables(0, 3), { last: true });
    if (games === 8) await expect(last).rejects.toMatchObject({ name: 'LostModel' });
    else expect(gamesIn(await last)).toEqual(['failed', 'failed', 'failed']);
    // Where a greeting has no answer either it is lost.
    const silent = memoryBoard();
    await tellOut(silent, 'p', 'owner', { 0: { far: games } });
    const away = await player(
      faulty(() => true),
      silent,
      'here',
    );
    await expect(away(0, tables(0, 3), { last: true })).rejects.toMatchObject({ name: 'LostModel' });
  }
});

test('games that were gone by count with those that are out: by the eighth in a row the model is lost, as on one machine', async () => {
  const board = memoryBoard();
  const here = await player(deaf, board, 'here');
  for (const shard of [0, 1]) {
    await tellOut(board, 'p', 'owner', { [shard]: { far: 3 } });
    expect(gamesIn(await here(shard, tables(0, 3), { last: true }))).toEqual(['failed', 'failed', 'failed']);
    // Entered, and not taken yet: none counts twice.
    expect(gamesIn(await here(shard, tables(0, 3), { last: true }))).toEqual(['failed', 'failed', 'failed']);
  }
  await tellOut(board, 'p', 'owner', { 2: { far: 2 } });
  await expect(here(2, tables(0, 2), { last: true })).rejects.toMatchObject({ name: 'LostModel' });
});

test('a model under two names is one: games of both are out', async () => {
  const board = memoryBoard();
  await tellOut(board, 'p', 'owner', { 0: { far: 4, 'far?url=http://a': 4 } });
  const outages = sharedOutages(board, 'p', 'here');
  const here = await shardPlayer(record, { model: () => deaf }, outages);
  outages.watched(deaf, 'far?url=http://a');
  await expect(here(0, tables(0, 3), { last: true })).rejects.toMatchObject({ name: 'LostModel' });
});

test('a game all of whose tries were while nobody was answered is tried once more when the model is back', async () => {
  let faults = 0;
  const away = await player(faulty(() => faults-- > 0));
  await away(1, tables(1, 2), { last: false });
  // The game, and what was answered before.
  faults = 2;
  const first = away(0, tables(0, 1), { last: false });
  await expect(first).rejects.toMatchObject({ name: 'InDoubt', tried: { down: true } });
  const { tried } = await first.catch((error) => error);
  for (const before of [tried, { ...tried, down: false }]) {
    faults = 1;
    const said = Buffer.from(await away(0, tables(0, 1), { last: true, before })).toString();
    const { kind } = JSON.parse(said).episodes[0].result;
    if (before.down) expect(kind).not.toBe('failed');
    else expect(kind).toBe('failed');
  }
});

test('before a model has answered anybody no game is to blame, and it is lost after as many calls for each as one machine stops at', async () => {
  const board = memoryBoard();
  for (const name of ['here', 'there']) await noteWorker(board, 'p', name, { played: 0 });
  // Greetings would be answered.
  const [here, there] = [await player(deaf, board, 'here'), await player(deaf, board, 'there')];
  await expect(here(0, tables(0, 3), { last: true })).rejects.toBeInstanceOf(Denied);
  // The other goes on by itself.
  for (let tried = 0; tried < 3; tried++)
    await expect(there(0, tables(0, 3), { last: false })).rejects.toMatchObject({ name: 'InDoubt' });
  await noteWorker(board, 'p', 'here', { played: 0, refused: 'it is not answered' });
  await expect(there(0, tables(0, 3), { last: true })).rejects.toMatchObject({ name: 'LostModel' });
});

test('what a model answered before tells a worker with a quota from a game that nobody is answered for', async () => {
  const board = memoryBoard();
  for (const name of ['well', 'ill']) await noteWorker(board, 'p', name, { played: 0 });
  let isOver = false;
  let isLost = false;
  const model: Model = {
    ...far,
    generate: (request, options) => {
      const isRefused = isLost || (isOver && request.messages.length > 1);
      isLost = false;
      return isRefused
        ? Promise.reject(new ModelError('limit', 'far', 'HTTP 429'))
        : standIn().generate(request, options);
    },
  };
  const [well, ill] = [await player(model, board, 'well'), await player(model, board, 'ill')];
  await well(1, tables(1, 2), { last: false });
  // One call alone: others may be answered for it, and the model is there.
  isLost = true;
  await expect(ill(0, tables(0, 1), { last: false })).rejects.toMatchObject({ name: 'InDoubt' });
  expect(await readValue(board, 'outage:p')).toEqual({});
  // A greeting would be answered.
  isOver = true;
  await expect(ill(0, tables(0, 1), { last: false })).rejects.toBeInstanceOf(Denied);
  // And the other's ends too, in games that were played before.
  await noteWorker(board, 'p', 'ill', { played: 0, refused: 'it is not answered' });
  await expect(well(0, tables(0, 3), { last: true })).rejects.toMatchObject({
    name: 'LostModel',
    outage: { calls: 8 },
  });
});

test('a game that is not answered goes to others, though those after it in its shard are answered', async () => {
  const hiccup = () => player(faulty((call) => call === 1));
  const tried = (await hiccup())(0, tables(0, 3), { last: false });
  await expect(tried).rejects.toMatchObject({ name: 'InDoubt' });
  const { tried: before } = await tried.catch((error) => error);
  expect(Object.keys(before.played)).toEqual(['1', '2']);
  // Who has it next plays that game alone.
  let calls = 0;
  const next = await player(faulty(() => ++calls < 0));
  const whole = Buffer.from(await next(0, tables(0, 3), { last: false, before })).toString();
  const game = JSON.parse(whole.split('\n')[0] as string).episodes[0];
  expect(game.result.kind).not.toBe('failed');
  const ofOne = calls;
  await next(0, tables(0, 1), { last: false });
  expect(calls).toBe(2 * ofOne);
  expect(whole.trim().split('\n').slice(1)).toEqual([before.played[1], before.played[2]]);
});

test('what one game is not answered loses no model that answers others', async () => {
  const board = memoryBoard();
  const here = await player(
    faulty(() => true),
    board,
  );
  for (let tried = 0; tried < 9; tried++) {
    await expect(here(0, tables(0, 1), { last: false })).rejects.toMatchObject({ name: 'InDoubt' });
    // Another worker each time: one looks at the board once a second.
    const there = await player(far, board);
    await there(1, tables(1, 2), { last: false });
  }
});

test('a worker that alone is not answered leaves its shard to others, and loses no model', async () => {
  const board = memoryBoard();
  await noteWorker(board, 'p', 'well', { played: 0 });
  const ill = await player(
    faulty(() => true),
    board,
    'ill',
  );
  const why =
    'far: nobody listens: this worker is not answered, and others are there: see to its line if they are answered';
  for (const last of [false, true])
    for (let tried = 0; tried < 6; tried++)
      await expect(ill(0, tables(0, 1), { last })).rejects.toThrow(new Denied(why));
  // The other one is not answered either, or refuses the plan: then it is lost.
  const too = await player(
    faulty(() => true),
    board,
    'well',
  );
  await expect(too(1, tables(1, 2), { last: true })).rejects.toMatchObject({ name: 'LostModel' });
  // It is not lost before all have tried who are there.
  const outage = memoryBoard();
  await (await player(far, outage, 'a'))(2, tables(2, 3), { last: false });
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) await noteWorker(outage, 'p', name, { played: 0 });
  for (const [i, name] of names.entries()) {
    const down = await player(
      faulty(() => true),
      outage,
      name,
    );
    const playing = down(0, tables(0, 3), { last: true });
    if (i < 3) await expect(playing).rejects.toBeInstanceOf(Denied);
    else await expect(playing).rejects.toMatchObject({ name: 'LostModel', outage: { calls: 8 } });
  }
  const refused = memoryBoard();
  await noteWorker(refused, 'p', 'well', { played: 0, refused: 'of another build' });
  const only = await player(
    faulty(() => true),
    refused,
    'ill',
  );
  await expect(only(0, tables(0, 1), { last: true })).rejects.toMatchObject({ name: 'LostModel' });
});

test('a model that is closed to a worker fails no game there; one that refuses a request does', async () => {
  const refusing = (status: number, isOpen: (request: ModelRequest) => boolean): Model => ({
    ...far,
    generate: (request, options) =>
      isOpen(request)
        ? standIn().generate(request, options)
        : Promise.reject(new ModelError('rejected', 'far', `HTTP ${status}`, { status })),
  });
  for (const status of [401, 403, 404]) {
    const closed = await player(refusing(status, () => false));
    const playing = closed(0, tables(0, 1), { last: true });
    await expect(playing).rejects.toThrow(
      `far: HTTP ${status}: restore its access, or start it anew with a key that has it`,
    );
    await expect(playing).rejects.toBeInstanceOf(Denied);
  }
  const short = ({ messages }: ModelRequest) => messages.length === 1;
  // Whom it lets wait it has not let in.
  const putOff: Model = {
    ...far,
    generate: (request) => {
      const status = short(request) ? 429 : 401;
      return Promise.reject(new ModelError(status === 429 ? 'limit' : 'rejected', 'far', 'no', { status }));
    },
  };
  await expect((await player(putOff))(0, tables(0, 1), { last: true })).rejects.toBeInstanceOf(Denied);
  // A key that was not known for a moment.
  let asked = 0;
  const blip = refusing(401, () => ++asked > 1);
  const [line] = Buffer.from(await (await player(blip))(0, tables(0, 1), { last: false }))
    .toString()
    .split('\n');
  expect(JSON.parse(line as string).episodes[0].result.kind).not.toBe('failed');
  // One that takes a key now and then.
  await expect((await player(refusing(401, short)))(0, tables(0, 1), { last: true })).rejects.toBeInstanceOf(Denied);
  for (const model of [refusing(400, () => false), refusing(403, short)]) {
    const said = Buffer.from(await (await player(model))(0, tables(0, 1), { last: false })).toString();
    expect(JSON.parse(said).episodes[0].result).toMatchObject({ kind: 'failed' });
  }
});

test('faults that several workers saw together lose the model for all', async () => {
  const board = memoryBoard();
  for (let tried = 0; tried < 3; tried++) {
    const gone = await player(
      faulty(() => true),
      board,
    );
    const playing = gone(0, tables(0, 3), { last: false });
    if (tried < 2) await expect(playing).rejects.toMatchObject({ name: 'InDoubt' });
    else await expect(playing).rejects.toMatchObject({ name: 'LostModel', outage: { calls: 8 } });
  }
});
