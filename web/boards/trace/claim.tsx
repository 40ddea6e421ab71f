/** A proposition on a scale from not believed to believed, and the beliefs that speak for and against it. */
import { useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import { Needle } from '../persuasion/needle.tsx';
import { answersIn, heldNow, reportsIn, traceFacts } from './beliefs.ts';
import style from './claim.module.css';

export function ClaimBoard({ game, cards }: WatchProps) {
  const words = useWords();
  const values = reportsIn(game);
  return (
    <div className={style.claim}>
      <Needle
        left={words.trace.disbelieved}
        right={words.trace.believed}
        values={values.map((belief) => belief / 100)}
        says={words.trace.standsAt(values.at(-1) ?? 0)}
      />
      <Around game={game} cards={cards} />
    </div>
  );
}

/** The beliefs around it: which way each speaks, and how far it is held where that is known. */
export function Around({ game, cards }: WatchProps) {
  const words = useWords();
  const { beliefs, edges } = traceFacts(game);
  const held = heldNow(game, cards);
  const answers = answersIn(game);
  return (
    <ul className={style.beliefs}>
      {beliefs.map((belief, i) => {
        const speaksFor = edges.find(({ from }) => from === i + 1)?.positive;
        const known = held?.[i + 1] ?? answers.get(i + 1);
        return (
          <li key={belief} className={style.belief}>
            <span className={style.sign} data-for={speaksFor} aria-hidden="true">
              {speaksFor === undefined ? '·' : speaksFor ? '▲' : '▼'}
            </span>
            <span>
              {words.scene(belief)}{' '}
              <span className="small muted">
                {speaksFor === undefined ? '' : speaksFor ? words.trace.speaksFor : words.trace.speaksAgainst}
              </span>
            </span>
            <span className="muted">{known === undefined ? '?' : Math.round(known)}</span>
          </li>
        );
      })}
    </ul>
  );
}
