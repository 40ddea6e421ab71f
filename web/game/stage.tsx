/** A game as who watches it sees it: the board, how it ended, what moves it and the talk; beside them the chart and what each believed. */
import type { ReactNode } from 'react';
import type { Board } from '../boards/index.ts';
import { Beliefs } from './beliefs.tsx';
import { Ending } from './ending.tsx';
import type { Cards, Game } from './game.ts';
import style from './stage.module.css';
import { Talk, type TalkProps } from './talk.tsx';

interface StageProps {
  readonly game: Game;
  readonly cards: Cards | undefined;
  readonly board: Board;
  /** What it is about. */
  readonly header: ReactNode;
  /** What moves it, and what can be done besides. */
  readonly children: ReactNode;
  readonly turnLink?: TalkProps['turnLink'];
}

export function Stage({ game, cards, board, header, children, turnLink }: StageProps) {
  const { Watch, Chart } = board;
  return (
    <div className={style.stage}>
      <section className={style.game}>
        {header}
        <Watch game={game} cards={cards} />
        <Ending game={game} board={board} />
        {children}
        <Talk game={game} board={board} cards={cards} turnLink={turnLink} />
      </section>
      <aside className={style.side}>
        {Chart && <Chart game={game} cards={cards} />}
        {cards && <Beliefs cards={cards} domain={game.domain} />}
      </aside>
    </div>
  );
}
