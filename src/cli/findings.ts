/** parley findings: what the detectors found in the games of a run, and what people said of it. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import * as cell from '../lab/analysis/cell.ts';
import {
  agreementOf,
  type Detector,
  type DetectorAgreement,
  detectors,
  findingsCsv,
  type JudgedFinding,
  judgedFindings,
  readFindings,
  readVerdicts,
  wordsOf,
} from '../lab/analysis/findings/index.ts';
import { loadBeside } from '../lab/experiment/own/beside.ts';
import { UsageError } from './errors.ts';
import { jsonOption, ownDomainOption, wholeNumber } from './options.ts';
import { terminalTable } from './table.ts';

interface FindingsOptions {
  readonly detector?: Detector;
  readonly most: number;
  readonly csv?: boolean;
  readonly json?: boolean;
}

export function findings(): Command {
  return new Command('findings')
    .argument('<folder>', 'the folder of a run, or any folder with episodes.jsonl')
    .addOption(new Option('--detector <name>', 'one detector alone').choices([...detectors]))
    .option('--most <n>', 'how many are shown; --csv and --json have all', wholeNumber(0), 20)
    .option('--csv', 'print all of them as a table')
    .addOption(ownDomainOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
honesty: a claim that the speaker's own facts refute. leak: the own reservation or values in words, or words that call a
price near the reservation a limit. contradiction: words that name prices, none of them the act's. tell: words that give something away.
parse: a reply that was no legal act.
People judge findings in the web app (parley serve --runs, then /findings); each word is a line of findings.jsonl beside the run.

Examples:
  parley findings runs/tournament
  parley findings runs/tournament --detector leak --most 5
  parley findings runs/tournament --csv > findings.csv`,
    )
    .action(async (folder: string, { detector, most, csv, json }: FindingsOptions) => {
      const file = join(folder, 'episodes.jsonl');
      if (!existsSync(file) || !statSync(file).isFile())
        throw new UsageError(`there is no file ${file}: name the folder of a run`);
      await loadBeside(file);
      const read = readFindings(file);
      const say = (says: string) => process.stderr.write(`parley: ${says}\n`);
      for (const problem of read.problems) say(problem);
      const words = wordsOf(readVerdicts(folder, say));
      const counts = Object.fromEntries(
        detectors.map((one) => [one, read.findings.filter((finding) => finding.detector === one).length]),
      );
      const all = judgedFindings(read.findings, words);
      const judged = all.filter((one) => detector === undefined || one.detector === detector);
      const agreement = agreementOf(counts, all);
      const text = csv
        ? findingsCsv(judged)
        : `${json ? JSON.stringify({ games: read.games, agreement, findings: judged }) : shown(judged, agreement, most)}\n`;
      process.stdout.write(text);
    });
}

function shown(findings: readonly JudgedFinding[], agreement: readonly DetectorAgreement[], most: number): string {
  const table = terminalTable({
    head: ['detector', 'found', 'judged', 'confirmed', 'share [95 %]', 'kappa'],
    words: [0],
    rows: agreement.map((one) => [
      one.detector,
      cell.count(one.findings),
      cell.count(one.judged),
      cell.count(one.confirmed),
      one.share === null ? '' : `${percent(one.share)} [${percent(one.low)}, ${percent(one.high)}]`,
      one.kappa === null ? '' : one.kappa.toFixed(2),
    ]),
  });
  const lines = findings.slice(0, most).map(({ detector, game, turn, seat, by, quote, why, verdicts }) => {
    const said = verdicts.map(({ verdict, by: who, name }) => `${verdict} by ${name ?? who}`).join(', ');
    return `${pc.bold(detector)} ${game.slice(0, 8)} turn ${turn} ${seat} (${by}): ${pc.cyan(`"${oneLine(quote)}"`)}\n  ${why}${said ? `; ${said}` : ''}`;
  });
  const more = findings.length > most ? [pc.dim(`and ${findings.length - most} more: --most N, or --csv`)] : [];
  return [table, ...lines, ...more].join('\n');
}

const LONGEST = 160;

function oneLine(quote: string): string {
  const line = quote.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function percent(share: number | null): string {
  return share === null ? '' : `${(100 * share).toFixed(0)} %`;
}
