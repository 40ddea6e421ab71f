/** Findings with what people said of them, as rows for export. */
import { sheetLine } from '../../../data/import/csv.ts';
import type { Finding } from './finding.ts';
import type { FindingVerdict, Said, Words } from './verdicts.ts';

export interface JudgedFinding extends Finding {
  /** The last word of each person. */
  readonly verdicts: readonly Said[];
}

export function judgedFindings(findings: readonly Finding[], words: Words): JudgedFinding[] {
  return findings.map((finding) => ({ ...finding, verdicts: words.get(finding.id) ?? [] }));
}

const COLUMNS = ['id', 'detector', 'kind', 'game', 'turn', 'seat', 'agent', 'by', 'quote', 'why'] as const;

/** A line a finding; `confirmed` and `rejected` are how many people did. */
export function findingsCsv(findings: readonly JudgedFinding[]): string {
  const lines = findings.map((one) => {
    const count = (verdict: FindingVerdict['verdict']) =>
      one.verdicts.filter((some) => some.verdict === verdict).length;
    return sheetLine([...COLUMNS.map((column) => one[column]), count('confirmed'), count('rejected')]);
  });
  return `${[sheetLine([...COLUMNS, 'confirmed', 'rejected']), ...lines].join('\n')}\n`;
}
