/** parley list: what there is. */
import { Command } from 'commander';
import * as cell from '../lab/analysis/cell.ts';
import { type ListedRun, listRuns } from '../lab/experiment/index.ts';
import { jsonOption } from './options.ts';
import { terminalTable } from './table.ts';

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
  return terminalTable({
    head: ['folder', 'title', 'state', 'games', 'failed', 'begun', 'tags'],
    words: [0, 1, 2, 5, 6],
    rows: found.map(({ folder: place, title, state, games, planned, failed, begun, tags }) => [
      ...[place, title, state],
      games === planned ? cell.count(games) : cell.outOf(games, planned),
      cell.count(failed),
      begun.slice(0, 16).replace('T', ' '),
      tags.join(', '),
    ]),
  });
}
