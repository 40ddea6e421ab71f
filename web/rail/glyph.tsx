/** A game in 120 pixels: its rail, for lists. Who came from where, how far, and whether they met. */
import type { Mark } from './rail.tsx';

export interface GlyphProps {
  readonly low: number;
  readonly high: number;
  readonly marks: readonly Mark[];
  readonly deal?: number | undefined;
  readonly label: string;
}

export function Glyph({ low, high, marks, deal, label }: GlyphProps) {
  const at = (price: number) => 4 + (Math.min(high, Math.max(low, price)) - low) * (112 / (high - low));
  return (
    <svg width="120" height="16" viewBox="0 0 120 16" role="img" aria-label={label}>
      <line x1="4" x2="116" y1="8" y2="8" stroke="var(--faint)" />
      {marks.map(({ side, price, turn }) => (
        <path
          key={`${side}${turn}`}
          d={side === 'buyer' ? 'M-3 -3L0 0L-3 3' : 'M3 -3L0 0L3 3'}
          transform={`translate(${at(price)} 8)`}
          fill="none"
          stroke={side === 'buyer' ? 'var(--buyer)' : 'var(--seller)'}
        />
      ))}
      {deal !== undefined && <circle cx={at(deal)} cy="8" r="3.5" fill="var(--zone)" />}
    </svg>
  );
}
