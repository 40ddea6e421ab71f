/** parley data prepare roles: imported dialogues to tables of the buyer, the seller and both. */
import { Command } from 'commander';
import { prepareRoles, type RolesProgress, rolesReport } from '../data/roles/index.ts';
import { jsonOption } from './options.ts';
import { progressBar, progressLines } from './progress.ts';

export function roles(): Command {
  return new Command('roles')
    .description('imported dialogues to buyer_training, seller_training and generalist_training (CSV, Parquet)')
    .requiredOption('--in <folders...>', 'folders that parley data import wrote (craigslist, dond, casino)')
    .requiredOption('--out <folder>', 'where the tables, card.md and card.json go')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
A listing has a true buyer and seller. Where items are shared out, each side is the buyer in its own eyes and the seller in the
other's. partner_values and outcome are in the tables to measure with; parley data convert leaves them out of prompts.

Examples:
  parley data import craigslist downloads/*.jsonl --out parley-data/craigslist
  parley data prepare roles --in parley-data/craigslist --out parley-data/roles
  parley data prepare roles --in parley-data/craigslist parley-data/dond --out parley-data/roles --json`,
    )
    .action(async ({ in: inputs, out, json }: { in: string[]; out: string; json?: boolean }) => {
      const bar = progressBar();
      const lines = progressLines();
      const onProgress = (progress: RolesProgress) => {
        const { stage, done, of } = progress;
        if (json) lines(progress);
        else bar.update({ label: stage, done, of, unit: stage === 'reading' ? 'dialogues' : 'tables' });
      };
      const card = await prepareRoles({ inputs, out, onProgress }).finally(bar.stop);
      process.stdout.write(
        `${json ? JSON.stringify({ done: true, out, ...card }) : `${rolesReport(card)}\n\nin ${out}: the tables, card.md and card.json`}\n`,
      );
    });
}
