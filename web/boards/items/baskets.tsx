/**
 * Two baskets that face each other: a strip for each kind of thing, what the left side asks for filled from the left, what the right
 * side asks for from the right. Units that both ask for are striped; a deal is where no stripe is left.
 */
import type { ReactNode } from 'react';
import type { Split } from '../../../src/core/index.ts';
import { seatName, useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import style from './baskets.module.css';
import { bundleText, dealOf, itemFacts, SIDES, standing, tidy, valuesOf, worthText } from './shares.ts';

/** Above this many units the strip is a plain bar. */
const MOST_UNITS = 16;

export function Baskets({ game, cards }: WatchProps) {
  const words = useWords();
  const { items } = itemFacts(game);
  const deal = dealOf(game);
  const { a = deal, b = deal } = deal ? { a: deal, b: deal } : standing(game);
  const left = (i: number) => a?.a[i] ?? 0;
  const right = (i: number) => b?.b[i] ?? 0;
  const contested = items.reduce((sum, { count }, i) => sum + Math.max(0, left(i) + right(i) - count), 0);
  return (
    <div className={style.baskets}>
      <Heads game={game} cards={cards} asks={{ a, b }} />
      <ul className={style.rows}>
        {items.map(({ name, count }, i) => (
          <li key={name}>
            <Label name={name}>{a && b ? words.items.split(left(i), right(i), count) : words.items.units(count)}</Label>
            <div className={style.line}>
              <Strip count={count} left={left(i)} right={right(i)} />
            </div>
          </li>
        ))}
      </ul>
      <p className={`${style.note} muted`}>{a && b && !deal ? words.items.contested(contested) : ''}</p>
    </div>
  );
}

/** Who asks for what, and what that is worth to them for who may know. */
function Heads({ game, cards, asks }: WatchProps & { asks: { a: Split | undefined; b: Split | undefined } }) {
  const words = useWords();
  const facts = itemFacts(game);
  return (
    <div className={style.head}>
      {SIDES.map((seat) => {
        const bundle = asks[seat]?.[seat];
        const values = valuesOf(game, cards, seat);
        return (
          <div key={seat}>
            <b className={seat === 'a' ? 'left' : 'right'}>
              {seat === game.you?.seat ? words.game.you : seatName(words, seat)}
            </b>
            <p className={style.asks}>{bundle ? bundleText(facts, bundle, words) : words.items.silent}</p>
            <p className={style.worth}>{bundle && values ? worthText(facts, values, bundle, words) : ''}</p>
            <p className={style.values}>
              {values && words.items.each(facts.items.map(({ name }, i) => [name, tidy(values[i] ?? 0)]))}
            </p>
          </div>
        );
      })}
    </div>
  );
}

export function Label({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const words = useWords();
  return (
    <p className={style.label}>
      <b>{words.items.name(name)}</b>
      <span>{children}</span>
    </p>
  );
}

interface StripProps {
  readonly count: number;
  readonly left: number;
  readonly right: number;
  /** Where the other side would draw the line, counted from the left. */
  readonly theirs?: number | undefined;
  readonly children?: ReactNode;
}

export function Strip({ count, left, right, theirs, children }: StripProps) {
  const share = (units: number) => `${(100 * units) / count}%`;
  const [from, to] = [Math.min(left, count - right), Math.max(left, count - right)];
  return (
    <div className={style.strip}>
      <div className={style.fill} data-contested={left + right > count} aria-hidden="true">
        <div className={style.part} data-of="a" style={{ clipPath: `inset(0 ${share(count - from)} 0 0)` }} />
        <div className={style.part} data-of="b" style={{ clipPath: `inset(0 0 0 ${share(to)})` }} />
      </div>
      {count <= MOST_UNITS && (
        <div className={style.units} aria-hidden="true">
          {Array.from({ length: count }, (_, unit) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a unit is its place
            <i key={unit}>{`${unit < left ? '▸' : ''}${unit >= count - right ? '◂' : ''}`}</i>
          ))}
        </div>
      )}
      {theirs !== undefined && <span className={style.theirs} style={{ left: `${(theirs / count) * 100}%` }} />}
      {children}
    </div>
  );
}
