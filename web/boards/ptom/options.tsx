/** Two options with what speaks for each, and the needle of the listener between them. */
import type { CSSProperties } from 'react';
import type { PtomFact } from '../../../src/core/index.ts';
import { useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import { Needle } from '../persuasion/needle.tsx';
import { answersIn, leansIn, mindsOf, OPTIONS, persuaderOf, plain, ptomFacts, targetOf, toldIn } from './heard.ts';
import style from './options.module.css';

export function Options({ game, cards }: WatchProps) {
  const words = useWords();
  return (
    <div className={style.options}>
      <Lean game={game} cards={cards} />
      <div className={style.sides}>
        {OPTIONS.map((option) => (
          <p key={option} className="muted">
            {words.scene(ptomFacts(game).options[option].description)}
          </p>
        ))}
      </div>
      <Matters game={game} cards={cards} />
    </div>
  );
}

/** What speaks for either option, as far as it is known here; what was told stands out. */
export function Facts({ game, cards }: WatchProps) {
  const words = useWords();
  const told = toldIn(game);
  const facts = persuaderOf(game, cards)?.facts ?? known([...(targetOf(game, cards)?.known ?? []), ...told.values()]);
  return (
    <div className={style.sides}>
      {OPTIONS.map((option) => (
        <div key={option}>
          <p className="small muted">{words.ptom.for(words.scene(ptomFacts(game).options[option].name))}</p>
          <ul className={style.facts}>
            {facts
              .filter(({ favours }) => favours === option)
              .map(({ id, content }) => (
                <li key={id} className={style.fact} data-told={told.has(id)}>
                  {words.scene(content)}
                  {told.has(id) && <span className="small muted"> · {words.ptom.told}</span>}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function known(facts: readonly PtomFact[]): readonly PtomFact[] {
  return [...new Map(facts.map((fact) => [fact.id, fact])).values()];
}

/** Where the listener leans: by its mind for who may look into it, else as it said. */
export function Lean({ game, cards }: WatchProps) {
  const words = useWords();
  const { options } = ptomFacts(game);
  const minds = mindsOf(game, cards);
  const said = leansIn(game);
  const values = minds.length > 0 ? minds.map(({ belief }) => 1 - belief) : said;
  const now = values.at(-1);
  const leans =
    now === undefined || (now > 0.4 && now < 0.6) ? undefined : words.scene(options[now > 0.5 ? 'B' : 'A'].name);
  const share = now === undefined ? 0 : Math.round(100 * Math.max(now, 1 - now));
  return (
    <Needle
      left={`A · ${words.scene(options.A.name)}`}
      right={`B · ${words.scene(options.B.name)}`}
      values={values}
      says={
        now === undefined
          ? words.ptom.saidNothing
          : minds.length > 0
            ? (game.you?.seat === 'target' ? words.ptom.youBelieve : words.ptom.believes)(leans, share)
            : words.ptom.leansTo(leans)
      }
    />
  );
}

/** What matters to the listener: by its numbers for who may see them, else as it answered. */
export function Matters({ game, cards }: WatchProps) {
  const words = useWords();
  const answers = answersIn(game);
  const strengths = targetOf(game, cards)?.strengths ?? persuaderOf(game)?.revealed ?? {};
  return (
    <div>
      <p className="small muted">{words.ptom.matters}</p>
      <dl className={style.matters}>
        {ptomFacts(game).dimensions.map((dimension) => {
          const strength = strengths[dimension];
          const answer = answers.get(dimension);
          return (
            <div key={dimension}>
              <dt>{words.scene(plain(dimension))}</dt>
              <dd>
                <span
                  className={style.bar}
                  style={{ '--share': `${100 * (strength ?? 0)}%` } as CSSProperties}
                  aria-hidden="true"
                />
                {[
                  strength === undefined ? '' : words.ptom.strength(Math.round(100 * strength)),
                  answer ? words.ptom.bands[answer] : strength === undefined ? words.ptom.unasked : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
