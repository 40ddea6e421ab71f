/** parley report writes in a folder, and not while a run is played there. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { resolvePlayer } from '../agents/index.ts';
import { playEpisode, price } from '../core/index.ts';
import { appendEpisodes } from '../data/index.ts';
import { chooseScenarioOf } from '../lab/experiment/index.ts';
import { holdLock, lockIn } from '../models/node/lock.ts';
import { testCommand } from './command.fixture.ts';
import { compare, report } from './report.ts';

const seen = testCommand(() => new Command().addCommand(report()).addCommand(compare()).exitOverride());

test('a folder that is held is refused with its holder, and left alone once it is reported on', async () => {
  const [buyer, seller] = ['boulware_hard', 'tit_for_tat'].map((spec) => resolvePlayer(spec, price)) as never[];
  const chosen = chooseScenarioOf('price', { sampler: 'general', seed: 1 });
  const episode = playEpisode({ domain: price, ...chosen, players: { buyer, seller } as never, seed: 1 });
  appendEpisodes(seen.at('episodes.jsonl'), [episode as never]);
  const { release } = holdLock(lockIn(seen.folder));
  await expect(seen.run('report', seen.folder)).rejects.toThrow(String(process.pid));
  release();
  await seen.run('report', seen.folder, '--json');
  expect(JSON.parse(seen.printed)).toMatchObject({ done: true, episodes: 1 });
  // The lock is given back.
  holdLock(lockIn(seen.folder)).release();
});

test('runs that are not there are named before a folder for their comparison is made', async () => {
  const out = seen.at('both');
  await expect(seen.run('compare', seen.at('monday'), seen.at('tuesday'), '--out', out)).rejects.toThrow(
    'monday holds no episodes.jsonl: it is not the folder of a run; give what parley run had as --out',
  );
  expect(existsSync(out)).toBe(false);
  mkdirSync(seen.at('begun'));
  writeFileSync(join(seen.at('begun'), 'ahead.jsonl'), '');
  await expect(seen.run('report', seen.at('begun'))).rejects.toThrow(
    'has not been played: go on with the run with --resume',
  );
  // Nor is a page of a report, and no folder is made of it.
  await expect(seen.run('report', seen.at('report.html'))).rejects.toThrow('it is not the folder of a run');
  expect(existsSync(seen.at('report.html'))).toBe(false);
});

test('a comparison that is there is written over only when told, and pages are named only where there are some', async () => {
  const folders = ['one', 'two'].map((name, i) => {
    const chosen = chooseScenarioOf('price', { sampler: 'general', seed: 1 });
    const [buyer, seller] = ['boulware_hard', 'tit_for_tat'].map((spec) => resolvePlayer(spec, price)) as never[];
    const episode = playEpisode({ domain: price, ...chosen, players: { buyer, seller } as never, seed: i });
    mkdirSync(seen.at(name));
    appendEpisodes(join(seen.at(name), 'episodes.jsonl'), [episode as never]);
    return seen.at(name);
  });
  const out = seen.at('compared');
  await seen.run('compare', ...folders, '--out', out);
  expect(seen.printed.includes('games as pages')).toBe(existsSync(join(out, 'games')));
  await expect(seen.run('compare', ...folders, '--out', out)).rejects.toThrow('holds a report already');
  await seen.run('compare', ...folders, '--out', out, '--overwrite');
});
