/** What detectors found in the games of a run, and what people say of it. */
export { agreementOf, type DetectorAgreement } from './agreement.ts';
export { type Detector, detectors, type Finding } from './finding.ts';
export { type ReadFindings, readFindings } from './read.ts';
export { findingsCsv, type JudgedFinding, judgedFindings } from './table.ts';
export {
  appendVerdict,
  type FindingVerdict,
  readVerdicts,
  type Said,
  verdictFile,
  type Words,
  wordsOf,
} from './verdicts.ts';
