/** A person's seat: the brief, what the other side said last, the board with what can be done, and the talk below. */
import { use, useState } from 'react';
import type { Act } from '../../src/core/index.ts';
import { boardOf } from '../boards/index.ts';
import { seatName, useWords } from '../words/index.ts';
import { Ending } from './ending.tsx';
import { type Sitting, sideOf } from './game.ts';
import style from './seat.module.css';
import { Talk } from './talk.tsx';

export function Seat({ game, cards, act, children }: Sitting & { readonly children?: React.ReactNode }) {
  const words = useWords();
  const board = use(boardOf(game.domain));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const last = game.history.findLast(({ seat }) => seat !== game.you?.seat);
  const onAct = async (one: Act) => {
    setBusy(true);
    const refused = await act(one).finally(() => setBusy(false));
    setProblem(refused?.reason ?? '');
  };
  return (
    <article className={style.seat}>
      <header>
        <p className="muted">{words.game.youAre(seatName(words, game.you?.seat ?? ''))}</p>
        <h1>{board.title(game, words)}</h1>
        <p className="muted">{board.facts(game, words).join(' · ')}</p>
        <p className={style.brief}>{board.brief(game, words).join(' ')}</p>
      </header>
      {game.result ? (
        <>
          <Ending game={game} board={board} />
          <board.Watch game={game} cards={cards} />
        </>
      ) : (
        <>
          <div className={style.last} aria-live="polite">
            {last && (
              <>
                <p className="small muted">
                  <b className={sideOf(game, last.seat)}>{seatName(words, last.seat)}</b>{' '}
                  {board.says(game, last.act, words, last.seat)}
                </p>
                {last.act.words && <blockquote>{`“${last.act.words}”`}</blockquote>}
              </>
            )}
            {!last && <p className="muted">{game.you?.yourTurn ? words.game.youOpen : words.game.theyOpen}</p>}
          </div>
          <board.Play game={game} cards={cards} busy={busy} onAct={(one) => void onAct(one)} />
          <p className="problem" hidden={problem === ''} role="alert">
            {problem}
          </p>
          <p className="muted">
            {words.turn(game.turn, game.turnLimit)}
            {!game.you?.yourTurn && ` · ${words.game.waiting}`}
          </p>
        </>
      )}
      {children}
      <Talk game={game} board={board} cards={cards} />
    </article>
  );
}
