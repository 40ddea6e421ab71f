/** parley data prepare lessons: games of a teacher as rows, and what it would have done where a student stood. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type LessonsManifest, makeLessons, type TeacherName, teachers } from '../lab/search/lessons/index.ts';
import { jsonOption, scenarioSeedOption, wholeNumber } from './options.ts';
import { progressBar } from './progress.ts';

interface Flags {
  readonly teacher: TeacherName;
  readonly count: number;
  readonly seed: number;
  readonly met?: string;
  readonly student: string;
  readonly thoughts?: boolean;
  readonly part?: { readonly index: number; readonly of: number };
  readonly out: string;
  readonly json?: boolean;
}

export function lessons(): Command {
  return new Command('lessons')
    .description(
      'games of a teacher as chat rows of whole games; with --met, what it would have done where a student stood',
    )
    .addOption(new Option('--teacher <name>', 'who is learned from').choices(teachers).default('tuned'))
    .option('--count <n>', 'how many scenarios, a game on each', wholeNumber(1, 10_000_000), 1000)
    .addOption(scenarioSeedOption().default(1_000_000))
    .option('--met <file>', 'transcripts of a student: a row for each of its turns, with the act of the teacher')
    .option('--student <spec>', 'with --met: how the spec of the student begins', 'llm:')
    .option('--thoughts', 'what "tuned" goes by, before each act: rows of single acts, for a student with reason=first')
    .option(
      '--part <i/n>',
      'every n-th game from the i-th on, such as 0/4, so that several processes share the work',
      partOf,
    )
    .requiredOption('--out <folder>', 'where train.jsonl, episodes.jsonl and manifest.json go')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Opponents are drawn for each game: scripts with parameters of their own and the bazaar's sellers, none of those that checkpoints
are chosen by or that the verdict has. Zones are wide, narrow and empty. The teacher "tuned" bids by the clock toward the best
last offer, by a belief about the other side's limit; half of its opponents are strangers, drawn piece by piece. "switching" plays at
each turn as the policy that would earn most against those of the population who could sit across; both go by what their seat sees.
"exact" is the best response to the script that does sit there, whose limit it knows.

Examples:
  parley data prepare lessons --count 3000 --out lessons
  parley data prepare lessons --met runs/student/episodes.jsonl --student llm:compatible/sft --out lessons/round-1
  parley data prepare lessons --count 3000 --thoughts --out lessons/thought
  parley data prepare lessons --teacher exact --count 100 --seed 2000000 --out yardstick --json`,
    )
    .action(async ({ json, ...flags }: Flags) => {
      const bar = progressBar();
      const made = await makeLessons({
        ...flags,
        onProgress: ({ done, of, rows }) =>
          bar.update({ label: 'games', done, of, unit: 'games', beside: `${rows} rows` }),
      }).finally(bar.stop);
      process.stdout.write(
        `${json ? JSON.stringify({ done: true, out: flags.out, ...made }) : summary(flags.out, made)}\n`,
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

function summary(out: string, { games, rows, deals, walked, utility, agreement }: LessonsManifest): string {
  const same =
    agreement === undefined
      ? ''
      : `; the student did what the teacher would in ${(100 * agreement).toFixed(0)} % of its turns`;
  return `${out}: ${rows} rows of ${games} games (${deals} deals, ${walked} walked away, utility ${utility.toFixed(3)}, no deal as zero)${same}`;
}
