/** parley data prepare lessons: games of a teacher as rows, and what it would have done where a student stood. */
import { statSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { price } from '../core/index.ts';
import {
  type LessonsManifest,
  makeLessons,
  makePersuasionLessons,
  type PersuasionDomain,
  type PersuasionManifest,
  persuasionTeachers,
  type TeacherName,
  teachers,
} from '../lab/search/lessons/index.ts';
import { UsageError } from './errors.ts';
import { jsonOption, scenarioSeedOption, wholeNumber } from './options.ts';
import { progressBar } from './progress.ts';

interface Flags {
  /** A price where no teacher of persuasion is of this name. */
  readonly domain: string;
  readonly slips?: number;
  readonly terms?: number;
  readonly teacher: TeacherName;
  readonly count: number;
  readonly seed: number;
  readonly met?: string;
  readonly student: string;
  readonly thoughts?: boolean;
  readonly figures?: boolean;
  readonly part?: { readonly index: number; readonly of: number };
  readonly out: string;
  readonly json?: boolean;
}

export function lessons(): Command {
  return new Command('lessons')
    .description(
      'games of a teacher as chat rows of whole games; with --met, what it would have done where a student stood',
    )
    .addOption(
      new Option('--domain <name>', 'the game; persuasion has a teacher for each rule set, and thoughts always')
        .choices([price.name, ...Object.keys(persuasionTeachers)])
        .default(price.name),
    )
    .addOption(new Option('--teacher <name>', 'who is learned from, of a price').choices(teachers).default('tuned'))
    .option('--count <n>', 'how many scenarios, a game on each', wholeNumber(1, 10_000_000), 1000)
    .addOption(scenarioSeedOption().default(1_000_000))
    .option('--met <file>', 'transcripts of a student: a row for each of its turns, with the act of the teacher')
    .option('--student <spec>', 'with --met: how the spec of the student begins', 'llm:')
    .option(
      '--thoughts',
      'what "tuned" or "appraiser" goes by, before each act: rows of single acts, for a student with reason=first',
    )
    .option(
      '--figures',
      'of a price: the prompts say what the standing price gains and how far it came, as to a student with figures=on; with --met as the student was told',
    )
    .addOption(
      new Option(
        '--slips <share>',
        'with the rows of the teacher, in persuasion the share of acts that are random, of a price with thoughts the share of games that it plays drifting off',
      ).argParser(shareIn),
    )
    .addOption(
      new Option(
        '--terms <share>',
        'price: the share of games against counterparts of TERMS-Bench, never of its suite',
      ).argParser(shareIn),
    )
    .option(
      '--part <i/n>',
      'every n-th game from the i-th on, such as 0/4, so that several processes share the work',
      partOf,
    )
    .requiredOption(
      '--out <folder>',
      'where train.jsonl, episodes.jsonl and manifest.json go, in place of those that are there',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Opponents are drawn for each game: scripts with parameters of their own and the bazaar's sellers, none of those that checkpoints
are chosen by or that the verdict has. Zones are wide, narrow and empty. The teacher "tuned" bids by the clock toward the best
last offer, by a belief about the other side's limit; half of its opponents are strangers, drawn piece by piece. "appraiser" knows
what each item sells for, so that a student learns it, and reckons from that where to end, in its last two turns step by step; one listing
in eight is in none of its lessons. "switching" plays at
each turn as the policy that would earn most against those of the population who could sit across; it and "tuned" go by what their seat sees.
"exact" is the best response to the script that does sit there, whose limit it knows.

In persuasion (mindgames, ptom, trace) the teacher plays the arms of the rule set against its target. Before each act stands what it believes
of the target and what it expects, in percent, of the act and of one or two others, all of it from its own view; a third of
the turns have a row with a question for a belief too.

Examples:
  parley data prepare lessons --count 3000 --out lessons
  parley data prepare lessons --met runs/student/episodes.jsonl --student llm:compatible/sft --out lessons/round-1
  parley data prepare lessons --count 3000 --thoughts --out lessons/thought
  parley data prepare lessons --count 3000 --thoughts --terms 0.25 --slips 0.5 --out lessons/thought
  parley data prepare lessons --teacher appraiser --count 3000 --thoughts --figures --out lessons/appraised
  parley data prepare lessons --domain ptom --count 800 --slips 0.2 --out lessons/ptom
  parley data prepare lessons --teacher exact --count 100 --seed 2000000 --out yardstick --json`,
    )
    .action(async ({ json, domain, ...flags }: Flags, command: Command) => {
      const bar = progressBar();
      const onProgress = ({ done, of, rows }: { done: number; of: number; rows: number }) =>
        bar.update({ label: 'games', done, of, unit: 'games', beside: `${rows} rows` });
      const persuading = domain in persuasionTeachers;
      const named = (...names: string[]) => names.find((name) => command.getOptionValueSource(name) === 'cli');
      const stray = named('teacher', 'thoughts', 'figures', 'terms');
      if (stray && persuading) throw new UsageError(`--${stray} is for a price, got --domain ${domain}`);
      const ofOwn = named('count', 'seed', 'slips', 'terms', 'figures');
      if (flags.met !== undefined && ofOwn)
        throw new UsageError(
          `--${ofOwn} is for games of the teacher, and with --met a student has played: leave it out`,
        );
      const met = flags.met === undefined ? undefined : statSync(flags.met, { throwIfNoEntry: false });
      if (flags.met !== undefined && !met) throw new UsageError(`there is no file ${flags.met}`);
      if (met?.isDirectory())
        throw new UsageError(`${flags.met} is a folder: --met takes transcripts, such as its episodes.jsonl`);
      if (met?.isFile() && met.size === 0)
        throw new UsageError(`${flags.met} is empty: --met takes transcripts of a student`);
      if (flags.slips && !persuading && !flags.thoughts)
        throw new UsageError(
          '--slips of a price needs --thoughts: rows of whole games would be learned with their slips',
        );
      const made = persuading
        ? makePersuasionLessons({ ...flags, domain: domain as PersuasionDomain, onProgress })
        : makeLessons({ ...flags, onProgress });
      const found = await made.finally(bar.stop);
      process.stdout.write(
        `${json ? JSON.stringify({ done: true, out: flags.out, ...found }) : summary(flags.out, found)}\n`,
      );
    });
}

function partOf(text: string): { index: number; of: number } {
  const [index, of] = text.split('/').map(Number);
  if (
    index === undefined ||
    of === undefined ||
    !Number.isInteger(index) ||
    !Number.isInteger(of) ||
    index < 0 ||
    index >= of
  )
    throw new InvalidArgumentError(`a part is such as 0/4: which, and of how many; got ${text}`);
  return { index, of };
}

function shareIn(text: string): number {
  const share = text.trim() === '' ? Number.NaN : Number(text);
  if (!(share >= 0 && share <= 1)) throw new InvalidArgumentError(`a share is from 0 to 1, got "${text}"`);
  return share;
}

function summary(out: string, made: LessonsManifest | PersuasionManifest): string {
  if ('domain' in made)
    return `${out}: ${made.rows} rows of ${made.games} games of ${made.domain} (the persuader earned ${made.utility.toFixed(3)})`;
  const { games, rows, deals, walked, utility, agreement } = made;
  const same =
    agreement === undefined
      ? ''
      : `; the student did what the teacher would in ${(100 * agreement).toFixed(0)} % of its turns`;
  return `${out}: ${rows} rows of ${games} games (${deals} deals, ${walked} walked away, utility ${utility.toFixed(3)}, no deal as zero)${same}`;
}
