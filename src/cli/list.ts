/** parley list: what there is. */
import Table from 'cli-table3';
import { Command } from 'commander';
import { type ListedRun, listRuns } from '../lab/experiment/index.ts';
import { jsonOption } from './options.ts';

const collect = (value: string, all: string[] = []) => [...all, value];

export function list(): Command {
  return new Command('list').description('list the runs in a folder').addCommand(runs());
}

function runs(): Command {
  return new Command('runs')
    .description('the runs in a folder: how far each came, and what it was tagged with')
    .argument('[folder]', 'where the runs are', 'runs')
    .option('--tag <word>', 'only those with this tag; may be given several times', collect)
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  parley list runs\n  parley list runs results --tag baseline --json')
    .action((folder: string, { tag = [], json }: { tag?: string[]; json?: boolean }) => {
      const found = listRuns(folder).filter(({ tags }) => tag.every((one) => tags.includes(one)));
      process.stdout.write(`${json ? JSON.stringify({ folder, runs: found }) : asTable(folder, found)}\n`);
    });
}

function asTable(folder: string, found: readonly ListedRun[]): string {
  if (found.length === 0) return `no such run in ${folder}`;
  const table = new Table({
    head: ['folder', 'title', 'state', 'games', 'failed', 'begun', 'tags'],
    colAligns: ['left', 'left', 'left', 'right', 'right', 'left', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const { folder: place, title, state, games, planned, failed, begun, tags } of found)
    table.push([
      place,
      title,
      state,
      games === planned ? games : `${games} of ${planned}`,
      failed,
      begun.slice(0, 16).replace('T', ' '),
      tags.join(', '),
    ]);
  return table.toString();
}
