/**
 * The rail: a price axis on which two sides approach. The buyer's offers come from the left, the seller's from the right; the band
 * between the two newest is the gap; a deal is where they meet. Side, shape and words say what colour says.
 */
import type { CSSProperties, ReactNode } from 'react';
import { seatName, useWords } from '../words/index.ts';
import style from './rail.module.css';

export interface Mark {
  readonly side: 'buyer' | 'seller';
  readonly price: number;
  readonly turn: number;
}

interface Post {
  readonly price: number;
  readonly label: string;
  readonly side?: 'buyer' | 'seller';
}

export interface RailProps {
  readonly low: number;
  readonly high: number;
  readonly marks: readonly Mark[];
  readonly posts?: readonly Post[];
  /** The zone of agreement, for who may see it; `high` below `low` where there is none. */
  readonly zone?: { readonly low: number; readonly high: number } | undefined;
  readonly deal?: number | undefined;
  readonly format: (price: number) => string;
  /** What stands on the axis itself: the slider of a person. */
  readonly children?: ReactNode;
}

export function Rail({ low, high, marks, posts = [], zone, deal, format, children }: RailProps) {
  const words = useWords();
  const at = (price: number) => Math.min(100, Math.max(0, ((price - low) / (high - low)) * 100));
  const last = (side: Mark['side']) => marks.findLast((mark) => mark.side === side);
  const [bid, ask] = [last('buyer'), last('seller')];
  const gap = bid && ask && deal === undefined && ask.price > bid.price ? ask.price - bid.price : undefined;
  const says = [
    words.rail.label(format(low), format(high)),
    bid && `${seatName(words, 'buyer')} ${format(bid.price)}`,
    ask && `${seatName(words, 'seller')} ${format(ask.price)}`,
    deal !== undefined && words.rail.deal(format(deal)),
  ];
  return (
    <div className={style.rail}>
      <span className="unseen">{says.filter(Boolean).join('. ')}</span>
      <div className={style.track} aria-hidden={children === undefined}>
        <div className={style.axis} />
        {zone && zone.high > zone.low && (
          <div className={style.zone} style={between(at(zone.low), at(zone.high))} title={words.rail.zone} />
        )}
        {gap !== undefined && bid && ask && <div className={style.gap} style={between(at(bid.price), at(ask.price))} />}
        {posts.map((post) => (
          <div
            key={`${post.label}${post.price}`}
            className={style.post}
            data-side={post.side}
            style={{ left: `${at(post.price)}%` }}
          />
        ))}
        {marks.map((mark) => (
          <span
            key={`${mark.turn}${mark.side}`}
            className={style.mark}
            data-side={mark.side}
            data-new={mark === bid || mark === ask}
            style={{ left: `${at(mark.price)}%` }}
          >
            {mark.side === 'buyer' ? '▸' : '◂'}
          </span>
        ))}
        {deal !== undefined && <div className={style.deal} style={{ left: `${at(deal)}%` }} />}
        {children}
      </div>
      <div className={style.labels} aria-hidden="true">
        {deal !== undefined ? (
          <b
            className={style.dealt}
            data-at={at(deal) < EDGE ? 'low' : at(deal) > 100 - EDGE ? 'high' : undefined}
            style={{ left: `${at(deal)}%` }}
          >
            {format(deal)}
          </b>
        ) : (
          // Each grows from its mark away from the gap; where there is no room they move inwards, and never over each other.
          <>
            <span className={style.label} data-side="buyer" style={{ flexBasis: bid && `${at(bid.price)}%` }}>
              {bid && format(bid.price)}
            </span>
            <span className={style.apart}>
              {gap !== undefined && bid && ask && at(ask.price) - at(bid.price) > WIDE && words.rail.gap(format(gap))}
            </span>
            <span className={style.label} data-side="seller" style={{ flexBasis: ask && `${100 - at(ask.price)}%` }}>
              {ask && format(ask.price)}
            </span>
          </>
        )}
      </div>
      <Posts posts={posts} format={format} note={zone && zone.high <= zone.low ? words.rail.noZone : undefined} />
    </div>
  );
}

/** Nearer to an end of the rail than this, in per cent, what stands under a deal does not stand in its middle. */
const EDGE = 15;
/** A gap of so many per cent has room for its width in words. */
const WIDE = 30;

function between(from: number, to: number): CSSProperties {
  return { left: `${from}%`, width: `${to - from}%` };
}

/** What the posts are, in words: they may stand close together, so they are told in a line and not at their places. */
function Posts({
  posts,
  format,
  note,
}: Pick<RailProps, 'format'> & { posts: readonly Post[]; note: string | undefined }) {
  if (posts.length === 0) return null;
  return (
    <p className={style.legend}>
      {posts.map((post) => (
        <span key={`${post.label}${post.price}`} data-side={post.side}>
          <i aria-hidden="true" /> {post.label} {format(post.price)}
        </span>
      ))}
      {note}
    </p>
  );
}
