/** A person's seat at a sharing of items: for each kind a line to draw between the baskets, by hand, steps or keys. */
import { type Act, countsOf, type Split } from '../../../src/core/index.ts';
import { useDoubt } from '../../game/doubt.tsx';
import { useDraft } from '../../game/draft.ts';
import { Say, spoken } from '../../game/say.tsx';
import { useWords } from '../../words/index.ts';
import { ActForm } from '../act-form.tsx';
import type { PlayProps } from '../board.ts';
import common from '../play.module.css';
import { Slider } from '../slider.tsx';
import { Label, Strip } from './baskets.tsx';
import style from './play.module.css';
import { bundleText, itemFacts, meets, seatOf, standing, tidy, valuesOf, worthText } from './shares.ts';

export function ItemsPlay({ game, busy, onAct }: PlayProps) {
  const words = useWords();
  const facts = itemFacts(game);
  const seat = seatOf(game) ?? 'a';
  const other = seat === 'a' ? 'b' : 'a';
  const values = valuesOf(game, undefined, seat) ?? [];
  const offers = standing(game);
  const counts = countsOf(facts.items);
  const [{ mine, said, isChosen }, draft] = useDraft(game, () => ({
    mine: offers[seat]?.[seat] ?? counts,
    said: '',
    isChosen: false,
  }));
  const [ask, question] = useDoubt();
  const theirs = game.you?.theirs ? offers[other] : undefined;
  const rest = counts.map((count, i) => count - (mine[i] ?? 0));
  const split = { [seat]: mine, [other]: rest } as unknown as Split;
  const waits = busy || !game.you?.yourTurn;
  const act = (one: Act) => {
    if (!waits) onAct(spoken(one, said));
  };
  const choose = (bundle: readonly number[]) => draft({ mine: bundle, isChosen: true });
  const set = (i: number, units: number) =>
    choose(mine.map((have, j) => (j === i ? Math.min(counts[i] ?? 0, Math.max(0, units)) : have)));
  const closes = theirs !== undefined && meets(game, split);
  const worth = (bundle: readonly number[]) => worthText(facts, values, bundle, words);
  return (
    <ActForm
      turn={game.turn}
      {...{ waits, isChosen }}
      warning={closes ? words.items.meets(bundleText(facts, theirs[seat], words)) : ''}
      onAct={() => act({ type: 'offer', split } as Act)}
    >
      <ul className={style.rows}>
        {facts.items.map(({ name, count }, i) => {
          const units = mine[i] ?? 0;
          return (
            <li key={name}>
              <Label name={name}>
                {words.items.toYou(units, count)} · {words.items.worthEach(tidy(values[i] ?? 0))}
              </Label>
              <div className={style.line}>
                <Step side="left" name={name} change={seat === 'a' ? -1 : 1} onStep={(by) => set(i, units + by)} />
                <Strip
                  count={count}
                  left={split.a[i] ?? 0}
                  right={split.b[i] ?? 0}
                  theirs={theirs ? (theirs.a[i] ?? 0) : undefined}
                >
                  <Slider
                    bar
                    dir={seat === 'a' ? 'ltr' : 'rtl'}
                    min={0}
                    max={count}
                    step={1}
                    value={units}
                    aria-label={words.items.forYou(name)}
                    aria-valuetext={words.items.toYou(units, count)}
                    onChange={({ target }) => set(i, Number(target.value))}
                  />
                </Strip>
                <Step side="right" name={name} change={seat === 'a' ? 1 : -1} onStep={(by) => set(i, units + by)} />
              </div>
            </li>
          );
        })}
      </ul>
      <p className={style.worth} aria-live="polite">
        {words.items.worthToYou(worth(mine))}{' '}
        <span className="muted">{theirs ? words.items.theirsWorth(worth(theirs[seat])) : ''}</span>
      </p>
      <Say said={said} onChange={(text) => draft({ said: text })} />
      <div className={`${common.buttons} ${style.buttons}`}>
        <button type="submit" className="main" aria-disabled={waits}>
          {words.items.offer(bundleText(facts, mine, words))}
        </button>
        <button
          type="button"
          aria-disabled={waits}
          onClick={() => waits || ask({ ...words.doubt.walk, act: () => act({ type: 'walk' }) })}
        >
          {words.play.walk}
        </button>
        {theirs && (
          <>
            <button type="button" aria-disabled={waits} onClick={() => act({ type: 'accept' })}>
              {words.play.take(bundleText(facts, theirs[seat], words))}
            </button>
            <button type="button" onClick={() => choose(theirs[seat])}>
              {words.items.copy}
            </button>
          </>
        )}
      </div>
      {question}
    </ActForm>
  );
}

interface StepProps {
  readonly side: 'left' | 'right';
  readonly name: string;
  readonly change: 1 | -1;
  onStep(by: number): void;
}

/** One unit more or less. It moves the line to its own side, so the hand and the eye agree. */
function Step({ side, name, change, onStep }: StepProps) {
  const words = useWords();
  const shown = words.items.name(name);
  return (
    <button
      type="button"
      className={style.step}
      data-side={side}
      aria-label={change > 0 ? words.items.more(shown) : words.items.fewer(shown)}
      onClick={() => onStep(change)}
    >
      {change > 0 ? '+' : '−'}
    </button>
  );
}
