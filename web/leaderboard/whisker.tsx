/** A mean and its interval on a line: the whisker of a row. Without an interval, the mean alone, hollow. */
import { useWords } from '../words/index.ts';
import style from './whisker.module.css';

export interface WhiskerProps {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  /** The ends of the line. */
  readonly from: number;
  readonly to: number;
}

export function Whisker({ mean, low, high, from, to }: WhiskerProps) {
  const words = useWords();
  const at = (value: number) => `${(100 * (value - from)) / (to - from)}%`;
  const told =
    low === null || high === null
      ? words.board.mean(signed(mean))
      : words.board.interval(signed(mean), signed(low), signed(high));
  return (
    <div className={style.whisker} role="img" aria-label={told}>
      {from < 0 && <span className={style.zero} style={{ left: at(0) }} />}
      {low !== null && high !== null && (
        <span className={style.reach} style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
      )}
      <span className={style.mean} data-bare={low === null} style={{ left: at(mean) }} />
    </div>
  );
}

/** "−0.12" with a minus as it is set, and two digits. */
export function signed(value: number): string {
  return value
    .toFixed(2)
    .replace('-', '−')
    .replace(/^−0\.00$/, '0.00');
}
