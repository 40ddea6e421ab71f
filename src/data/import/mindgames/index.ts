/** MindGames and PersuasionTrace: payoffs, outcomes and networks, each file known by what is in it, measured again and checked. */
import { jsonLines, misfit } from '../corpora/corpus.ts';
import { ImportError, textOf } from '../text.ts';
import { type MindgamesFinding, mindgamesFindings } from './findings.ts';
import { type Network, networkProblem, networkSchema } from './networks.ts';
import { type Outcome, type Rate, ratesOf, readOutcomes } from './outcomes.ts';
import { type ImportedPayoff, payoffOf, payoffSchema } from './payoffs.ts';

export { type Network, support } from './networks.ts';
export { type Rate, ratesOf, wilson } from './outcomes.ts';
export type { ImportedPayoff } from './payoffs.ts';

export interface Mindgames {
  readonly source: 'mindgames';
  readonly payoffs: readonly ImportedPayoff[];
  readonly outcomes: readonly Outcome[];
  readonly rates: readonly Rate[];
  /** The same on the payoffs at hand alone, where outcomes and payoffs are both given. */
  readonly ratesHere: readonly Rate[];
  readonly networks: readonly Network[];
  readonly findings: readonly MindgamesFinding[];
  /** Lines left out, a sentence each. */
  readonly problems: readonly string[];
  /** Files that could not be used at all, a sentence each. */
  readonly refused: readonly string[];
}

const EXPECTED = 'payoffs or networks in .jsonl, or outcomes in .csv, of MindGames';

export function importMindgames(files: readonly string[]): Mindgames {
  const payoffs = new Map<string, ImportedPayoff>();
  const networks = new Map<string, Network>();
  const outcomes: Outcome[] = [];
  const [problems, refused]: string[][] = [[], []];
  for (const file of files)
    try {
      const text = textOf(file, EXPECTED);
      if (!text.trimStart().startsWith('{')) {
        const read = readOutcomes(text, file);
        outcomes.push(...read.rows);
        problems?.push(...read.problems);
        continue;
      }
      const before = payoffs.size + networks.size;
      const wrong = readLines(text, file, payoffs, networks);
      if (payoffs.size + networks.size === before)
        throw new ImportError(
          `${file} holds nothing that can be read as ${EXPECTED}${wrong[0] ? ` (${wrong[0]})` : ''}`,
        );
      problems?.push(...wrong);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      refused?.push(error.message);
    }
  const read = { payoffs: [...payoffs.values()], outcomes };
  return {
    source: 'mindgames',
    ...read,
    rates: ratesOf(outcomes),
    ratesHere: payoffs.size === 0 ? [] : ratesOf(outcomes, new Set(payoffs.keys())),
    networks: [...networks.values()],
    findings: mindgamesFindings(read),
    problems: problems ?? [],
    refused: refused ?? [],
  };
}

function readLines(
  text: string,
  file: string,
  payoffs: Map<string, ImportedPayoff>,
  networks: Map<string, Network>,
): string[] {
  const problems: string[] = [];
  for (const { line, value } of jsonLines(text)) {
    const isNetwork = typeof value === 'object' && value !== null && 'joint' in value;
    const { data, error } = (isNetwork ? networkSchema : payoffSchema).safeParse(value);
    const problem = data && 'joint' in data ? networkProblem(data) : undefined;
    if (!data || problem) {
      problems.push(`${file}, line ${line}: ${problem ?? misfit(value, error?.issues)}; it is left out`);
      continue;
    }
    if (payoffs.has(data.id) || networks.has(data.id))
      problems.push(`${file}, line ${line}: ${data.id} came before; it is left out`);
    else if ('joint' in data) networks.set(data.id, data);
    else payoffs.set(data.id, payoffOf(data));
  }
  return problems;
}
