/** One dialogue of a pair, and three scales under it. */
import type { Answer } from '../api/client.ts';
import { seatName, useWords } from '../words/index.ts';
import style from './dialogue.module.css';

type Told = NonNullable<Answer<'POST /v1/ratings/pairs'>['pair']>['first'];

interface DialogueProps {
  readonly place: 'first' | 'second';
  readonly told: Told;
  readonly values: Readonly<Record<string, number>>;
  readonly locked: boolean;
  onRate(quality: string, value: number): void;
}

const SCALE = [1, 2, 3, 4, 5];

export function Dialogue({ place, told, values, locked, onRate }: DialogueProps) {
  const words = useWords();
  const { title, about, turns, ending } = told;
  // The first to speak sits on the left, whoever that is.
  const left = turns[0]?.seat;
  return (
    <section className={style.dialogue} aria-label={words.rate[place]}>
      <div className={style.read}>
        <h2>{words.rate[place]}</h2>
        <p className="muted">
          {title} · {about}
        </p>
        <ol className={style.turns}>
          {turns.map(({ seat, words: said, offer }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record that never changes
            <li key={i} data-side={seat === left ? 'left' : 'right'}>
              <b className={seat}>{seatName(words, seat)}</b>{' '}
              {offer !== null && <span className="muted">{words.act.offer(offer)}</span>} {said}
            </li>
          ))}
        </ol>
        <p className={style.ending}>{words.rate.ending[ending.kind]?.(ending.terms ?? '') ?? ending.kind}</p>
      </div>
      <div className={style.scales}>
        {Object.entries(words.rate.qualities).map(([quality, [name, asks]]) => (
          <fieldset key={quality} className={style.scale} disabled={locked}>
            <legend>
              <b>{name}</b> <span className="muted">{asks}</span>
            </legend>
            <div className={style.steps}>
              <span className="small muted" aria-hidden="true">
                {words.rate.ends[0]}
              </span>
              {SCALE.map((value) => (
                <label key={value}>
                  <input
                    type="radio"
                    name={`${place} ${quality}`}
                    value={value}
                    checked={values[quality] === value}
                    onChange={() => onRate(quality, value)}
                  />
                  <span>{value}</span>
                </label>
              ))}
              <span className="small muted" aria-hidden="true">
                {words.rate.ends[1]}
              </span>
            </div>
          </fieldset>
        ))}
      </div>
    </section>
  );
}
