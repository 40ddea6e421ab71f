/**
 * The needle: a scale between two ends on which a belief moves. Every message leaves a tick, the newest is the needle; what it says
 * stands below in words.
 */
import type { ReactNode } from 'react';
import style from './needle.module.css';

interface NeedleProps {
  readonly left: string;
  readonly right: string;
  /** Shares of the way from left to right: the first before anything was said. None where nobody here may know. */
  readonly values: readonly number[];
  readonly says: string;
  /** What stands on the scale itself: the slider of a person. */
  readonly children?: ReactNode;
}

export function Needle({ left, right, values, says, children }: NeedleProps) {
  const place = (share: number) => ({ left: `${Math.min(100, Math.max(0, share * 100))}%` });
  return (
    <div className={style.needle}>
      <div className={style.ends}>
        <span>{left}</span>
        <span>{right}</span>
      </div>
      <div className={style.track} aria-hidden={children === undefined}>
        <div className={style.axis} />
        <div className={style.middle} style={place(0.5)} />
        {values.slice(0, -1).map((value, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its message
          <div key={i} className={style.tick} style={place(value)} />
        ))}
        {children ?? (
          <div className={style.now} data-unknown={values.length === 0} style={place(values.at(-1) ?? 0.5)} />
        )}
      </div>
      <p className={style.says}>{says}</p>
    </div>
  );
}
