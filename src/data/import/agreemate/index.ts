/**
 * AgreeMate's published results, measured again from their rows: every formula, prices from the words, and what was recorded
 * wrongly. Files that cannot be used and rows that cannot be read are named and change nothing for the others.
 */
import { ImportError } from '../text.ts';
import { copiedPrices } from './copied.ts';
import { type Finding, findingNames, findingsOf, missedPrices } from './findings.ts';
import { type Measures, measuresOf } from './measures.ts';
import { type Run, type RunFile, readRuns } from './runs.ts';
import { type StoredColumnCheck, storedColumnsOf } from './stored.ts';
import { type Summary, summaryOf } from './summary.ts';

export { findingNames };

export interface AgreemateFile {
  readonly file: string;
  /** The file that holds the same runs and came before; totals count them once. */
  readonly copyOf?: string;
  /** Billions of parameters, as the file's name gives them. */
  readonly sizes?: Readonly<Record<'buyer' | 'seller', number>>;
  readonly summary: Summary;
  readonly stored: readonly StoredColumnCheck[];
  readonly findings: readonly Finding[];
  /** Openings that repeat one amount, the most frequent first. */
  readonly copied: readonly {
    readonly side: string;
    readonly price: number;
    readonly openings: number;
    readonly of: number;
    readonly belowQuarter: number;
    readonly isExample: boolean;
    readonly listPrices: readonly [low: number, high: number];
  }[];
  /** Prices that the words of price-carrying acts name, and how many of them their parser missed. */
  readonly pricesInWords: { readonly named: number; readonly missed: number };
  readonly runs: readonly ({ readonly line: number; readonly scenario: string; readonly title: string } & Pick<
    Run,
    'listPrice' | 'buyerTarget' | 'sellerTarget' | 'accepted' | 'acceptedPrice'
  > & { readonly measures: Measures })[];
}

export interface AgreemateResults {
  readonly source: 'agreemate-results';
  readonly files: readonly AgreemateFile[];
  /** Rows left out, columns missing and files that hold the same runs, a sentence each. */
  readonly problems: readonly string[];
  /** Files that could not be used at all, a sentence each. */
  readonly refused: readonly string[];
}

export function importAgreemateResults(files: readonly string[]): AgreemateResults {
  const read: RunFile[] = [];
  const refused: string[] = [];
  for (const file of files) {
    try {
      read.push(readRuns(file));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      refused.push(error.message);
    }
  }
  const copies = copiesAmong(read);
  const told = [...copies].map(([name, first]) => `${name} holds the same runs as ${first}: totals count them once`);
  const problems = [...read.flatMap((one) => one.problems), ...repeatedScenarios(read), ...told];
  const measured = read.map((file) => measuredFile(file, copies.get(file.name)));
  return { source: 'agreemate-results', files: measured, problems, refused };
}

/** "baseline-COT-70B-buyer+baseline-8B-seller" is 70 against 8. */
export function sizesIn(name: string): AgreemateFile['sizes'] {
  const [buyer, seller] = name.split('+').map((part) => Number(/(\d+(?:\.\d+)?)B\b/i.exec(part)?.[1] ?? Number.NaN));
  return buyer && seller ? { buyer, seller } : undefined;
}

function measuredFile({ name, runs }: RunFile, copyOf: string | undefined): AgreemateFile {
  const sizes = sizesIn(name);
  const measured = runs.map((run) => ({ run, measures: measuresOf(run) }));
  const missed = runs.map(missedPrices);
  const sum = (part: 0 | 1) => missed.reduce((total, one) => total + one[part], 0);
  return {
    file: name,
    ...(copyOf === undefined ? {} : { copyOf }),
    ...(sizes && { sizes }),
    summary: summaryOf(measured),
    stored: storedColumnsOf(measured),
    findings: findingsOf(measured),
    copied: copiedPrices(runs).map(({ runs: absurd, ...copied }) => ({ ...copied, belowQuarter: absurd.length })),
    pricesInWords: { named: sum(1), missed: sum(0) },
    runs: measured.map(({ run, measures }) => ({
      line: run.line,
      scenario: run.scenario,
      title: run.title,
      listPrice: run.listPrice,
      buyerTarget: run.buyerTarget,
      sellerTarget: run.sellerTarget,
      accepted: run.accepted,
      ...(run.acceptedPrice === undefined ? {} : { acceptedPrice: run.acceptedPrice }),
      measures,
    })),
  };
}

function repeatedScenarios(files: readonly RunFile[]): string[] {
  return files.flatMap(({ name, runs }) => {
    const ids = runs.map(({ scenario }) => scenario).filter((id) => id !== '');
    const repeated = ids.length - new Set(ids).size;
    const rows = repeated === 1 ? '1 row repeats' : `${repeated} rows repeat`;
    return repeated === 0 ? [] : [`${name}: ${rows} a scenario_id of the file; all are counted`];
  });
}

/** The originals keep `_updated` copies of the same runs beside each other: those to the one that came first. */
function copiesAmong(files: readonly RunFile[]): Map<string, string> {
  const seen = new Map<string, string>();
  const copies = new Map<string, string>();
  for (const { name, runs } of files) {
    const talk = JSON.stringify(runs.map(({ transcript, prices, scenario }) => transcript ?? prices ?? scenario));
    const first = seen.get(talk);
    if (first === undefined) seen.set(talk, name);
    else copies.set(name, first);
  }
  return copies;
}
