/** How far people agree with each detector: the share they confirm as a whisker, and a choice of detector at the same time. */
import type { Answer } from '../api/client.ts';
import { useWords } from '../words/index.ts';
import style from './agreement.module.css';

type Row = Answer<'GET /v1/runs/{run}/findings'>['agreement'][number];

interface AgreementProps {
  readonly rows: readonly Row[];
  /** Not all games are read: nothing found yet is no 0. */
  readonly reading: boolean;
  readonly chosen: Row['detector'] | undefined;
  onChoose(detector: Row['detector'] | undefined): void;
}

export function Agreement({ rows, reading, chosen, onChoose }: AgreementProps) {
  const words = useWords();
  return (
    <div className={style.agreement}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.findings.detector}</th>
            <th scope="col">{words.findings.found}</th>
            <th scope="col">{words.findings.judged}</th>
            <th scope="col">{words.findings.right}</th>
            <th scope="col">{words.findings.kappa}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.detector} data-chosen={row.detector === chosen}>
              <th scope="row">
                <button
                  type="button"
                  className="plain"
                  aria-pressed={row.detector === chosen}
                  onClick={() => onChoose(row.detector === chosen ? undefined : row.detector)}
                >
                  {words.findings.detectors[row.detector]}
                </button>
                <small className="muted">{words.findings.detectorAbout[row.detector]}</small>
              </th>
              <td data-label={words.findings.found}>
                {reading && row.findings === 0 ? '–' : row.findings.toLocaleString()}
              </td>
              <td>{row.judged}</td>
              <td>
                {row.share !== null && row.low !== null && row.high !== null && (
                  <>
                    <span className={style.line} aria-hidden="true">
                      <span
                        className={style.reach}
                        style={{ left: `${100 * row.low}%`, right: `${100 - 100 * row.high}%` }}
                      />
                      <span className={style.mean} style={{ left: `${100 * row.share}%` }} />
                    </span>
                    {words.findings.share(percent(row.share), percent(row.low), percent(row.high))}
                  </>
                )}
              </td>
              <td>{row.kappa?.toFixed(2).replace('-', '−')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small muted">{words.findings.rightAbout}</p>
    </div>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
