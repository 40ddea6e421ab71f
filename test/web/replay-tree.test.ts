/** The branches of a replay: played in a tab they are the forks of the command line, and an address says which they are. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../src/agents/index.ts';
import { type Act, type Episode, findTask, playEpisode, price, type Task } from '../../src/core/index.ts';
import { appendEpisodes, storedEpisodes } from '../../src/data/index.ts';
import { writeTables } from '../../src/lab/report/tables.ts';
import { playInTab, sitInTab } from '../../web/game/in-tab.ts';
import { forksIn, gameIn } from '../../web/replay/asked.ts';
import { commandOf } from '../../web/replay/command.ts';
import { forkInTab } from '../../web/replay/fork.ts';
import { movesIn } from '../../web/replay/moves.ts';
import { readFolder } from '../../web/replay/read-folder.ts';
import { readTranscripts } from '../../web/replay/read-transcripts.ts';
import { partsAt, railsOf, turnsOf, without } from '../../web/replay/tree.ts';

const task = findTask('price-wide') as Task;
const { scenario, source } = task.scenario(7, {});
const players = {
  buyer: resolvePlayer('worded:clean:boulware_firm@templates', price),
  seller: resolvePlayer('clean:tit_for_tat', price),
};
const episode = playEpisode({ domain: task.domain, scenario, source, seed: 7, players }) as Episode;

test('a branch of another agent is the fork that the engine plays by the same id', () => {
  const swap = { seller: 'clean:boulware_conceding' };
  const branch = forkInTab(episode, { turn: 5, swap });
  const seller = resolvePlayer(swap.seller, price);
  const fork = playEpisode({
    domain: task.domain,
    scenario,
    source,
    seed: 7,
    players: { ...players, seller },
    fork: { of: episode, turn: 5, forced: [] },
  });
  expect(branch).toEqual(fork);
  expect(partsAt(episode, branch)).toBe(6);
});

test('a branch of another act is checked by the rules, and by whose turn it is', () => {
  const branch = forkInTab(episode, { turn: 3, acts: { buyer: { type: 'walk' } } });
  expect([branch.result.kind, branch.result.turn, turnsOf(branch)]).toEqual(['walked', 3, [1, 2, 3]]);
  expect(() => forkInTab(episode, { turn: 4, acts: { buyer: { type: 'walk' } } })).toThrow('it is seller who acts');
  expect(() => forkInTab(episode, { turn: 3, swap: { seller: 'llm:nobody' } })).toThrow();
  const changed = {
    ...episode,
    seats: { ...episode.seats, seller: { spec: 'clean:tit_for_tat', fingerprint: 'old' } },
  };
  expect(() => forkInTab(changed, { turn: 3 })).toThrow('has changed since this was played');
});

test('words that say another act are said back in a tab too, in a branch and from a seat', async () => {
  const played = playInTab({ task: 'ptom-fit', seed: 1, seats: {} });
  const { turn } = played.result;
  const decide = (words: string) => ({ target: { type: 'decide', accept: true, words } as Act });
  expect(() => forkInTab(played, { turn, acts: decide('No, I refuse.') })).toThrow('the words beside');
  expect(forkInTab(played, { turn, acts: decide('I accept.') }).result).toMatchObject({ kind: 'concluded' });

  const seat = sitInTab(
    { id: 'here', task: 'trace', seed: 1, seats: {}, you: 'persuader', opening: [] },
    () => undefined,
  );
  const assert = (words: string) => seat.act({ type: 'assert', holds: true, words } as Act);
  expect(await assert('The proposition is false.')).toMatchObject({ reason: expect.stringContaining('the words') });
  expect(seat.steps()).toEqual([]);
  expect(await assert('The proposition is true.')).toBeUndefined();
  expect(seat.steps().length).toBeGreaterThan(0);
});

test('what a link asks for is one word of a shell each, and what is no branch is left out', () => {
  const swap = { seller: "ollama:x'; touch pwned; echo '" };
  const command = commandOf(
    episode,
    { turn: 5, swap, acts: { buyer: { type: 'offer', price: 3 } as never } },
    "a 'b' $(c)",
  );
  const words = execFileSync('sh', ['-c', `parley() { printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8' });
  expect(words.trim().split('\n')).toEqual([
    'replay',
    `a 'b' $(c)#${episode.id}`,
    '--fork',
    '5',
    '--swap',
    `seller=${swap.seller}`,
    '--act',
    'buyer=offer 3',
  ]);
  const slips = [{ swap: { seller: { a: 1 } } }, { acts: { seller: null } }, { acts: { seller: 5 } }, { swap: ['x'] }];
  expect(forksIn(slips.map((slip) => ({ turn: 3, ...slip })))).toEqual([]);
});

test('branches of branches, what cannot be played, and what goes with a branch that is taken away', () => {
  const forks = forksIn([
    { turn: 3, swap: { seller: 'clean:boulware_conceding' } },
    { turn: 'x' },
    { of: 9, turn: 2 },
    { of: 1, turn: 4, acts: { seller: { type: 'walk' } } },
    { turn: 5, swap: { seller: 'llm:nobody' } },
    { of: 3, turn: 6 },
  ]);
  expect(forks.map(({ of, turn }) => [of, turn])).toEqual([
    [0, 3],
    [1, 4],
    [0, 5],
    [3, 6],
  ]);
  const rails = railsOf(episode, forks, () => undefined);
  expect(rails.map((rail) => rail.episode?.result.kind ?? rail.problem?.slice(0, 3))).toEqual([
    episode.result.kind,
    expect.any(String),
    'walked',
    '"ll',
    undefined,
  ]);
  expect(rails[2]?.episode?.fork?.of).toBe(rails[1]?.episode?.id);
  expect(without(forks, 1).map(({ of, turn }) => [of, turn])).toEqual([
    [0, 5],
    [1, 6],
  ]);
});

test('what moves cost is exact against a script, adds up, and names what would have been better', () => {
  const { buyer } = movesIn(episode);
  const utility = 'utility' in episode.result ? (episode.result.utility.buyer ?? 0) : 0;
  const lost = (buyer ?? []).reduce((sum, { regret }) => sum + regret, 0);
  expect(buyer?.every(({ exact }) => exact)).toBe(true);
  expect(lost).toBeCloseTo((buyer?.[0]?.before ?? 0) - utility, 9);
  const dear = buyer?.find(({ regret }) => regret > 1e-6);
  expect(dear?.instead).toBeDefined();
  expect(dear?.instead).not.toEqual(dear?.act);
  const person = { ...episode.seats, seller: { spec: 'human', fingerprint: 'human' } };
  expect(movesIn({ ...episode, seats: person }).buyer).toBeNull();
});

test('a game in an address, in an id, and in nothing at all', () => {
  expect(gameIn(' abc ')).toEqual({ game: 'abc' });
  expect(gameIn('https://a.example/g/abc')).toMatchObject({ game: 'abc' });
  expect(gameIn('https://a.example/replay?run=r1&game=%2212345%22&turn=4')).toEqual({
    game: '12345',
    run: 'r1',
    turn: 4,
  });
  expect(gameIn('https://a.example/table')).toBeUndefined();
  expect(gameIn('')).toBeUndefined();
});

test('files of one game or many, packed or not; what is none is said', async () => {
  const line = JSON.stringify(episode);
  const file = (content: string | Uint8Array<ArrayBuffer>, name = 'a.jsonl') => new File([content], name);
  expect((await readTranscripts(file(`${line}\n${line}\n`))).episodes).toHaveLength(2);
  expect((await readTranscripts(file(JSON.stringify(episode, null, 2)))).episodes).toEqual([episode]);
  expect((await readTranscripts(file(`[${line}]`))).episodes).toHaveLength(1);
  const packed = new Response(new Blob([`${line}\n`]).stream().pipeThrough(new CompressionStream('gzip')));
  expect((await readTranscripts(file(new Uint8Array(await packed.arrayBuffer()), 'a.jsonl.gz'))).episodes).toEqual([
    episode,
  ]);
  const mixed = await readTranscripts(file(`${line}\n{"format":9}\n`));
  expect([mixed.episodes.length, mixed.problems]).toEqual([1, [expect.stringContaining('a.jsonl line 2')]]);
  await expect(readTranscripts(file('hello'))).rejects.toThrow('is not JSON');
});

test('the folder of a run: listed by its table, and a transcript read from its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-folder-'));
  try {
    const games = [episode, forkInTab(episode, { turn: 3, acts: { buyer: { type: 'walk' } } })];
    const file = join(folder, 'episodes.jsonl');
    appendEpisodes(file, games);
    await writeTables(folder, { episodes: storedEpisodes(file), own: [], marks: [], tested: new Map() });
    const files = new Map(
      ['episodes.jsonl', 'games.parquet'].map((name) => [name, new File([readFileSync(join(folder, name))], name)]),
    );
    const opened = await readFolder('run', files);
    expect(opened.games.map(({ id, numbers }) => [id, numbers.turn])).toEqual(
      games.map(({ id, result }) => [id, result.turn]),
    );
    const utility = 'utility' in episode.result ? episode.result.utility.buyer : undefined;
    expect(opened.games[0]?.numbers['utility buyer']).toBe(utility);
    expect(opened.orders).not.toContain('byte_offset');
    expect(opened.games[0]?.text).toContain('may i offer');
    expect(await Promise.all(opened.games.map((game) => game.load()))).toEqual(games);
    // The table of other games: what a row opens is that game, or none.
    const text = readFileSync(file, 'utf8').replace(episode.id, 'f'.repeat(20));
    const { games: others } = await readFolder('run', new Map(files).set('episodes.jsonl', new File([text], 'a')));
    await expect(others[0]?.load()).rejects.toThrow('they do not belong together');
    files.delete('games.parquet');
    expect((await readFolder('run', files)).games).toHaveLength(2);
    files.delete('episodes.jsonl');
    await expect(readFolder('run', files)).rejects.toThrow('is it the folder of a run');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
