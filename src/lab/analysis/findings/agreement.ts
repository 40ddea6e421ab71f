/**
 * How far people agree with a detector: of the findings that somebody judged, the share that was confirmed, with the exact interval of a
 * rate; and how far people agree with each other (Fleiss' kappa, findings that two or more judged).
 *
 * A finding that as many confirm as reject counts for neither, and is told. It is the share of what was found that is right, not of what is
 * there that was found: nobody is shown what a detector misses. The interval takes findings for independent draws; those of one game are
 * not quite.
 */
import { binomialInterval } from '../../statistics/binomial.ts';
import { fleissKappa } from '../judge/model.ts';
import { type Detector, detectors } from './finding.ts';
import type { JudgedFinding } from './table.ts';

export interface DetectorAgreement {
  readonly detector: Detector;
  readonly findings: number;
  /** Findings that somebody judged. */
  readonly judged: number;
  readonly confirmed: number;
  readonly rejected: number;
  /** As many confirm as reject. */
  readonly split: number;
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Who judged. */
  readonly people: number;
  /** Findings that two or more judged, and their agreement beyond chance; null where chance explains all of it. */
  readonly shared: number;
  readonly kappa: number | null;
}

/** `counts`: how many findings each detector has, of which the judged ones are given. A word on what is no finding any more counts nowhere. */
export function agreementOf(
  counts: Readonly<Partial<Record<Detector, number>>>,
  findings: readonly JudgedFinding[],
): DetectorAgreement[] {
  const judged = findings.filter(({ verdicts }) => verdicts.length > 0);
  return detectors.map((detector) => {
    const own = judged.filter((one) => one.detector === detector);
    const votes = own.map(({ verdicts }) => verdicts.map(({ verdict }) => verdict));
    const balance = votes.map((some) => some.reduce((sum, one) => sum + (one === 'confirmed' ? 1 : -1), 0));
    const confirmed = balance.filter((sum) => sum > 0).length;
    const rejected = balance.filter((sum) => sum < 0).length;
    const [low, high] = exactInterval(confirmed, confirmed + rejected);
    const shared = votes.filter((some) => some.length > 1);
    return {
      detector,
      findings: counts[detector] ?? 0,
      judged: votes.length,
      confirmed,
      rejected,
      split: votes.length - confirmed - rejected,
      share: confirmed + rejected > 0 ? confirmed / (confirmed + rejected) : null,
      low,
      high,
      people: new Set(own.flatMap(({ verdicts }) => verdicts.map(({ by }) => by))).size,
      shared: shared.length,
      kappa: fleissKappa(shared) ?? null,
    };
  });
}

/** Clopper and Pearson, also where all or none were confirmed: there one end is that of the scale. */
function exactInterval(successes: number, trials: number): [number, number] | [null, null] {
  if (trials === 0) return [null, null];
  const far = 1 - 0.025 ** (1 / trials);
  if (successes === 0) return [0, far];
  if (successes === trials) return [1 - far, 1];
  return binomialInterval(successes, trials);
}
