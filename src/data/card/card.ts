/**
 * The data card: what is in a file of negotiations, and what is wrong with it, before anyone trains on it.
 *
 * Reads turn rows (JSON lines or Parquet), or a folder with decision_steps.parquet and, beside it, trajectory_outcomes.parquet.
 * One pass; broken lines are named and left out. Given the training file as well, it says what the two share.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Contents, contentsOfCsv, contentsOfLines, contentsOfParquet, firstRow } from './contents.ts';
import { type Finding, finding, inOrder } from './findings.ts';
import { modesOf } from './modes.ts';
import { createOutcomes } from './outcomes.ts';
import { describeParquet, eachRecord, type Reader, readDecisionSteps, readJsonLines, readParquetRows } from './read.ts';
import { createSurvey, type Surveyed, type SurveySummary } from './survey.ts';
import type { Totals } from './totals.ts';

export interface Card extends SurveySummary {
  readonly source: string;
  readonly kind: 'turn-rows' | 'decision-steps';
  /** Of negotiations that ended; null where there are none. */
  readonly failureShare: number | null;
  readonly meanTurns: number | null;
  /** Where rho is heaped: the middles of the tenths. */
  readonly modes: readonly number[];
  readonly findings: readonly Finding[];
  readonly notes: readonly Finding[];
}

export interface CardOptions {
  /** The file that was trained on, when this one is for evaluation. */
  readonly train?: string;
  readonly onProgress?: (source: string, share: number) => void;
}

/** What no card can see, to be said on every card. */
export const CANNOT_SEE =
  "Rows show what was done, not what was known: a script that uses the other side's secret in another way than by its opening cannot be seen.";

export class CardError extends Error {
  override readonly name = 'CardError';
}

export async function dataCard(source: string, { train, onProgress }: CardOptions = {}): Promise<Card> {
  const trained = train === undefined ? undefined : await survey(train, undefined, onProgress);
  const { kind, surveyed } = await survey(source, trained?.surveyed, onProgress);
  return cardOf(source, kind, surveyed.summary());
}

/** A card of turn rows or decision steps; of any other file what is in it. A file of which no row can be read is refused. */
export async function cardOrContents(source: string, options: CardOptions = {}): Promise<Card | Contents> {
  const other = await contentsOf(source);
  if (other?.rows === 0) throw new CardError(noRow(source, other.problem));
  if (other && options.train !== undefined)
    throw new CardError(`${source} holds ${other.kind}, and --train compares turn rows or decision steps`);
  if (other) return other;
  const card = await dataCard(source, options);
  if (card.rows > 0) return card;
  throw new CardError(noRow(source, card.findings.find(({ name }) => name === 'broken-lines')?.examples[0]));
}

const noRow = (source: string, problem = 'it is empty') =>
  `no row of ${source} can be read (${problem}); a card is of turn rows, games, chat rows, pairs or another file of rows`;

/** Undefined for turn rows and decision steps, which have a card of their own. */
async function contentsOf(source: string): Promise<Contents | undefined> {
  if (!existsSync(source) || statSync(source).isDirectory()) return undefined;
  if (source.endsWith('.csv')) return contentsOfCsv(source);
  if (source.endsWith('.parquet')) {
    const columns = await columnsOf(source);
    return columns.includes('target_action') || isTurns(columns) ? undefined : contentsOfParquet(source);
  }
  const row = firstRow(source);
  return row && (isTurns(Object.keys(row)) || 'trajectory_id' in row) ? undefined : contentsOfLines(source);
}

const isTurns = (columns: readonly string[]) => columns.includes('action') && columns.includes('trajectory_id');

const STEPS = 'decision_steps.parquet';
const OUTCOMES = 'trajectory_outcomes.parquet';

async function survey(source: string, train: Surveyed | undefined, onProgress: CardOptions['onProgress']) {
  const { file, outcomes, kind } = await recognise(source);
  const place = file.endsWith('.parquet') ? 'row' : 'line';
  const surveyed = createSurvey(place, train);
  const reader: Reader = {
    onStep: surveyed.add,
    onBroken: (row, reason) => surveyed.report('broken-lines', `${place} ${row} ${reason}`),
    onProgress: (share) => onProgress?.(source, share),
  };
  if (kind === 'decision-steps') await readDecisionSteps(file, reader);
  else if (place === 'row') await readParquetRows(file, reader);
  else readJsonLines(file, reader);
  surveyed.end();
  if (outcomes !== undefined) {
    const held = createOutcomes(surveyed);
    await eachRecord(outcomes, held.add);
    held.end();
  }
  return { kind, surveyed };
}

async function recognise(source: string): Promise<{ file: string; outcomes?: string; kind: Card['kind'] }> {
  if (!existsSync(source)) throw new CardError(`there is no file or folder ${source}`);
  if (statSync(source).isDirectory()) {
    const [file, outcomes] = [join(source, STEPS), join(source, OUTCOMES)];
    if (!existsSync(file))
      throw new CardError(`${source} is a folder without ${STEPS}; a card is of one, or of a file`);
    return { file, kind: 'decision-steps', ...(existsSync(outcomes) && { outcomes }) };
  }
  if (!source.endsWith('.parquet')) return { file: source, kind: 'turn-rows' };
  const columns = await columnsOf(source);
  if (columns.includes('target_action')) return { file: source, kind: 'decision-steps' };
  if (columns.includes('action')) return { file: source, kind: 'turn-rows' };
  throw new CardError(`${source} has neither turn rows nor decision steps; its columns are ${columns.join(', ')}`);
}

async function columnsOf(source: string): Promise<readonly string[]> {
  const { columns } = await describeParquet(source).catch((error: Error) => {
    throw new CardError(`cannot read ${source}: ${error.message.split('\n')[0]}`, { cause: error });
  });
  return columns;
}

/** Scripts without noise play the same game again whenever they meet in the same scenario: up to this share is a note. */
const CHANCE_COPIES = 0.01;

function cardOf(source: string, kind: Card['kind'], summary: SurveySummary): Card {
  const { deals, failures, rho, turns, zones } = summary;
  const ended = deals + failures;
  const modes = modesOf(rho.deciles);
  const isChance = ({ name, count }: Finding) =>
    name === 'identical-trajectories' && count <= CHANCE_COPIES * summary.negotiations;
  const findings = summary.findings.filter((one) => !isChance(one));
  if (summary.rows === 0) findings.push(finding('no-rows', 0));
  if (ended > 0 && failures === 0) findings.push(finding('no-failures', ended));
  const notes = summary.findings.filter(isChance);
  if (zones.count > 1 && zones.min === zones.max) {
    notes.push(finding('one-zone-width', zones.count, [], `It is ${zones.min}.`));
  }
  const middles = modes.map((decile) => (decile + 0.5) / 10);
  if (modes.length > 1) notes.push(finding('several-modes', modes.length, [], `Around ${middles.join(', ')}.`));
  return {
    source,
    kind,
    ...summary,
    failureShare: ended === 0 ? null : failures / ended,
    meanTurns: meanTurns(turns),
    modes: middles,
    findings: inOrder(findings),
    notes: inOrder(notes),
  };
}

function meanTurns(turns: Totals['turns']): number | null {
  let count = 0;
  let sum = 0;
  for (const { turns: length, deals, failures } of turns) {
    count += deals + failures;
    sum += length * (deals + failures);
  }
  return count === 0 ? null : sum / count;
}
