/** How it ended, in a sentence, where screen readers hear it. */
import type { Board } from '../boards/index.ts';
import { useWords } from '../words/index.ts';
import style from './ending.module.css';
import type { Game } from './game.ts';

export function Ending({ game, board }: { readonly game: Game; readonly board: Board }) {
  const words = useWords();
  return (
    <p className={style.ending} role="status" data-kind={game.result?.kind}>
      {game.result ? board.ending(game, words) : ''}
    </p>
  );
}
