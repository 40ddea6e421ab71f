import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Domain, Episode } from '../../../core/index.ts';
import { price } from '../../../core/index.ts';
import { priceEpisode, type WrittenPrice } from '../../../core/metrics/episode.fixture.ts';
import { type Model, ModelError } from '../../../models/index.ts';
import { holdLock, lockIn } from '../../../models/node/lock.ts';
import { parseExperiment, UnplayedError } from '../../experiment/experiment.ts';
import type { Table } from '../../experiment/plan.ts';
import { playTable } from '../../experiment/play.ts';
import { standIn } from '../../experiment/stand-in.ts';
import { modelPairJudge, rulesPairJudge } from './judges.ts';
import { makePairs, type PairRow, type PairsOptions } from './make.ts';
import { partingOf } from './pair.ts';

/** The seller's secrets, 402.57 and 911.83, occur nowhere else. */
const game = (acts: WrittenPrice['acts']) =>
  priceEpisode({
    acts,
    zone: [402.57, 873.21],
    targets: [611.13, 911.83],
    listPrice: 950,
    range: [100, 1900],
    turnLimit: 9,
  });
const parting = (a: Episode, b: Episode) => partingOf(price as unknown as Domain, a, b, 'buyer');

describe('the turn in which two games part', () => {
  it('is the first act of the own side that differs: one prompt, two answers, nothing of the other side', () => {
    const found = parting(game([500, 800, 550, 700, 'accept']), game([500, 800, 790, 'accept']));
    if (typeof found === 'string') throw new Error(found);
    expect(found.turn).toBe(3);
    expect(JSON.parse(found.answers.a)).toEqual({ act: 'offer', price: 550, words: '' });
    expect(JSON.parse(found.answers.b)).toEqual({ act: 'offer', price: 790, words: '' });
    const prompt = JSON.stringify(found.prompt);
    expect(prompt).toContain('Seller: [offers: $800]');
    for (const later of ['700', '790', '402.57', '911.83']) expect(prompt).not.toContain(later);
    expect(found.prompt.at(-1)?.role).toBe('user');
  });

  it('is none where the games are alike, failed, or the other side parts first', () => {
    const one = game([500, 800, 550, 700, 'accept']);
    expect(parting(one, one)).toBe('alike');
    expect(parting(one, game([500, 790, 550, 700, 'accept']))).toBe('other-side-first');
    const failed = { ...one, result: { kind: 'failed', turn: 2, by: 'seller', reason: 'line down' } } as const;
    expect(parting(one, failed)).toBe('failed');
    const cut = { ...one, events: one.events.slice(0, 2) };
    expect(parting(one, cut)).toBe('no-act');
  });
});

describe('a model as the judge of a pair', () => {
  const [deal, none] = [game([500, 800, 550, 600, 'accept']), game([500, 800, 'walk'])];
  const asked: string[] = [];
  const judging = (answer: (text: string) => string): Model => ({
    name: 'judge',
    digest: 'd',
    async generate({ messages }) {
      const text = messages.at(-1)!.content;
      asked.push(text);
      const letter = new RegExp(`^([A-Z]): ${answer(text)}`, 'm').exec(text)?.[1];
      return { text: JSON.stringify({ answer: letter }), servedBy: 'judge', digest: 'd', finish: 'stop' } as never;
    },
  });

  it('sees the games in both orders, so that who likes the first one finds a tie', async () => {
    const biased = modelPairJudge(judging(() => 'in the first game'));
    expect(await biased.judge(deal, none, 'buyer')).toMatchObject({ winner: 'tie', margin: 0 });
    const fair = modelPairJudge(
      judging((text) => (text.indexOf('accept') < text.indexOf('walk') ? 'in the first' : 'in the second')),
    );
    expect(await fair.judge(deal, none, 'buyer')).toMatchObject({ winner: 'a', margin: 1 });
    expect(await fair.judge(none, deal, 'buyer')).toMatchObject({ winner: 'b', margin: 1 });
    expect(asked.some((text) => text.includes('The buyer: "pays at most $873.21'))).toBe(true);
    expect(asked.some((text) => text.includes('402.57'))).toBe(false);
  });
});

describe('making pairs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-pairs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const experiment = parseExperiment(
    { title: 'Pairs', scenarios: { sampler: 'general', count: 12 }, agents: ['clean:boulware_hard'], controls: false },
    'test',
  );
  const options = (name: string, more: Partial<PairsOptions> = {}): PairsOptions => ({
    experiment,
    a: 'clean:boulware_hard',
    b: 'clean:linear_standard',
    opponents: ['clean:tit_for_tat', 'clean:boulware_hard'],
    seat: 'buyer',
    folder: join(folder, name),
    ...more,
  });
  const files = (name: string) =>
    ['pairs', 'dropped', 'episodes'].map((file) => {
      const path = join(folder, name, `${file}.jsonl`);
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    });
  const rowsIn = (name: string): PairRow[] =>
    (files(name)[0] as string)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));

  it('waits for those who play elsewhere: what they refuse at their end is no success', async () => {
    const elsewhere =
      (end: () => Promise<void>): PairsOptions['executor'] =>
      (_, players) =>
      async ({ tables, wanted, keep }) => {
        for (const index of wanted) await keep(index, await playTable(tables[index] as Table, players));
        await new Promise(setImmediate);
        await end();
        return undefined;
      };
    let ended = false;
    const executor = elsewhere(async () => {
      ended = true;
    });
    await makePairs(options('away', { executor }));
    expect(ended).toBe(true);
    await makePairs(options('here'));
    expect(files('away')).toEqual(files('here'));
    const refusing = elsewhere(() => Promise.reject(new Error('two hashes for one shard')));
    await expect(makePairs(options('refused', { executor: refusing }))).rejects.toThrow('two hashes for one shard');
  });

  it('ends before what nobody could play, and goes on to the same bytes', async () => {
    const executor: PairsOptions['executor'] =
      (_, players) =>
      async ({ tables, wanted, keep, settled }) => {
        for (const index of wanted.slice(0, 4)) {
          await keep(index, await playTable(tables[index] as Table, players));
          if (index % 2 === 1) await settled();
        }
        throw new UnplayedError('shard 2 failed 3 times');
      };
    await expect(makePairs(options('away', { executor }))).rejects.toThrow('shard 2 failed 3 times');
    expect((files('away')[2] as string).split('\n')).toHaveLength(4 + 1);
    expect(await makePairs(options('away', { resume: true }))).toMatchObject({ stopped: false, done: 12 });
    await makePairs(options('here'));
    expect(files('away')).toEqual(files('here'));
  });

  it('does not go on where games of what is judged are gone', async () => {
    await makePairs(options('one'));
    truncateSync(join(folder, 'one', 'episodes.jsonl'), 0);
    await expect(makePairs(options('one', { resume: true }))).rejects.toThrow(/lacks games of 12 scenarios/);
  });

  it('writes clear verdicts with their origin, and counts what it drops', async () => {
    const made = await makePairs(options('one'));
    const rows = rowsIn('one');
    const dropped = Object.values(made.dropped).reduce((sum, n) => sum + n, 0);
    expect([rows.length, made.pairs + dropped, made.stopped]).toEqual([made.pairs, 12, false]);
    expect(made.pairs).toBeGreaterThan(0);
    expect(made.dropped.tie).toBeGreaterThan(0);
    const episodes = (files('one')[2] as string)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Episode);
    for (const row of rows) {
      const [won, lost] = (['chosen', 'rejected'] as const).map(
        (side) => episodes.find(({ id }) => id === row.episodes[side])!,
      );
      // The verdict is the rules' own, whichever of the two comes first.
      expect(rulesPairJudge.judge(won!, lost!, 'buyer')).toMatchObject({ winner: 'a', margin: row.margin });
      expect(row.margin).toBeGreaterThanOrEqual(0.5);
      expect(row.fingerprints.chosen).toBe(won!.seats.buyer!.fingerprint);
      expect([row.chosen.length, row.rejected.length, row.chosen[0]?.role]).toEqual([1, 1, 'assistant']);
      expect(row.chosen).not.toEqual(row.rejected);
      const { reservation } = (won!.scenario.private as Record<string, Record<string, number>>).seller!;
      expect(JSON.stringify(row.prompt).replaceAll(',', '')).not.toMatch(new RegExp(`[^\\d.]${reservation}[^\\d]`));
    }
  });

  it('stopped, cut off in the middle of a line and taken up again, it ends with the same bytes', async () => {
    await makePairs(options('whole'));
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => {
      if (done === 5) stop.abort(new Error('stopped'));
    };
    const part = await makePairs(options('parts', { signal: stop.signal, onProgress }));
    expect([part.stopped, part.done]).toEqual([true, 5]);
    // A kill in the middle of a write: the last pair is cut off, its games are there.
    const [pairs] = files('parts') as [string];
    truncateSync(join(folder, 'parts', 'pairs.jsonl'), pairs.length - 20);
    const rest = await makePairs(options('parts', { resume: true }));
    expect(rest).toMatchObject({ stopped: false, done: 12 });
    expect(files('parts')).toEqual(files('whole'));
  });

  it('says that its files were taken away meanwhile, also behind the last pair', async () => {
    for (const at of [5, 12]) {
      const onProgress = ({ done }: { done: number }) => {
        if (done === at) rmSync(join(folder, `taken-${at}`), { recursive: true });
      };
      const made = makePairs(options(`taken-${at}`, { onProgress }));
      await expect(made).rejects.toThrow(/was taken away.*--resume/);
      expect(existsSync(join(folder, `taken-${at}`))).toBe(false);
    }
  });

  it('goes on only with the same settings, and begins only in a new folder', async () => {
    await makePairs(options('one'));
    await expect(makePairs(options('one'))).rejects.toThrow('is there already: go on with it with --resume');
    await expect(makePairs(options('one', { resume: true, seat: 'seller' }))).rejects.toThrow('holds other pairs');
    await expect(makePairs(options('two', { seat: 'a' }))).rejects.toThrow(
      'a seat of price is buyer or seller, got "a"',
    );
    expect(existsSync(join(folder, 'two'))).toBe(false);
  });

  it('stops without the games of a model that no longer answers, and plays them when it does', async () => {
    let calls = 0;
    const answering = (lives: (call: number) => boolean) => ({
      model: (): Model => ({
        ...standIn(),
        name: 'some',
        generate(request, asked) {
          if (lives(++calls)) return standIn().generate(request, asked);
          throw new ModelError('transport', 'some', 'nobody listens');
        },
      }),
    });
    const spoken = (name: string, lives: (call: number) => boolean, more: Partial<PairsOptions> = {}) =>
      makePairs(options(name, { a: 'llm:some', resources: answering(lives), ...more }));
    await spoken('whole', () => true);
    const some = Math.floor(calls / 6);
    calls = 0;
    await expect(spoken('part', (call) => call < some)).rejects.toThrow(
      /no longer answers: 8 calls in a row failed \(some: nobody listens\).*--resume/,
    );
    expect(files('part').join()).not.toContain('nobody listens');
    await spoken('part', () => true, { resume: true });
    expect(files('part')).toEqual(files('whole'));
    // One that comes back has failed its games, and they stand in their order.
    calls = 0;
    const made = await spoken('hiccup', (call) => call < some || call > some + 2);
    expect(made.dropped.failed).toBeGreaterThan(0);
    const ids = (name: string) =>
      (files(name)[2] as string)
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).id);
    expect(ids('hiccup')).toEqual(ids('whole'));
  });

  it('is made by one process at a time', async () => {
    const { release } = holdLock(lockIn(join(folder, 'held')));
    await expect(makePairs(options('held'))).rejects.toThrow('is being written by process');
    release();
  });

  it('gives the same spec two seeds, and lets no judge judge itself', async () => {
    const same = options('same', { a: 'controls:random', b: 'controls:random', opponents: ['clean:boulware_hard'] });
    await makePairs(same);
    for (const { seeds } of rowsIn('same')) expect(seeds.chosen).not.toBe(seeds.rejected);
    const judge = { ...rulesPairJudge, name: 'embedded/x' };
    const own = makePairs(options('own', { a: 'llm:embedded/x?temperature=0.5', judge }));
    await expect(own).rejects.toThrow('a judge must not be the one it judges');
  });
});
