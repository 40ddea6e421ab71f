/** Two games side by side, aligned by turn: where they part, and what each side said there. */
import { type Episode, sameJson } from '../../src/core/index.ts';
import type { Board } from '../boards/index.ts';
import { type Game, sideOf } from '../game/game.ts';
import { seatName, useWords, type Words } from '../words/index.ts';
import style from './beside.module.css';
import { shortSpec } from './called.ts';
import { cardsAt, gameTo } from './shown.ts';
import { partsAt, turnsOf } from './tree.ts';

interface BesideProps {
  readonly board: Board;
  readonly games: readonly [Episode, Episode];
  readonly turn: number;
}

export function Beside({ board, games, turn }: BesideProps) {
  const words = useWords();
  const [one, other] = games;
  const shown = games.map((episode) => ({ episode, game: gameTo(episode, turn), cards: cardsAt(episode, turn) }));
  const turns = [...new Set(games.flatMap(turnsOf))].filter((at) => at <= turn).sort((a, b) => a - b);
  const parts = partsAt(one, other);
  return (
    <section className={style.beside} aria-label={words.replay.beside}>
      {!sameJson(one.scenario, other.scenario) && <p className="problem">{words.replay.otherScenario}</p>}
      <p className="muted" role="status">
        {parts === undefined ? words.replay.same : words.replay.partAt(parts)}
      </p>
      <div className={style.boards}>
        {shown.map(({ episode, game, cards }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the left one and the right one
          <div key={i}>
            <h2>{sittersOf(episode, words)}</h2>
            <board.Watch game={game} cards={cards} />
            <p className={style.end}>{game.result ? board.ending(game, words) : ' '}</p>
          </div>
        ))}
      </div>
      <table className={style.turns}>
        <thead>
          <tr>
            <th scope="col">{words.replay.turns}</th>
            {shown.map(({ episode }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the left one and the right one
              <th key={i} scope="col">
                {sittersOf(episode, words)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turns.map((at) => (
            <tr key={at} data-parts={at === parts}>
              <th scope="row">{at}</th>
              {shown.map(({ game }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the left one and the right one
                <td key={i}>
                  <Turn game={game} board={board} turn={at} words={words} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface TurnProps {
  readonly game: Game;
  readonly board: Board;
  readonly turn: number;
  readonly words: Words;
}

function Turn({ game, board, turn, words }: TurnProps) {
  return game.history
    .filter((taken) => taken.turn === turn)
    .map(({ seat, act }) => (
      <div key={seat}>
        <p className="small">
          <b className={sideOf(game, seat)}>{seatName(words, seat)}</b> {board.says(game, act, words, seat)}
        </p>
        {act.words && <p>{act.words}</p>}
      </div>
    ));
}

function sittersOf({ seats }: Episode, words: Words): string {
  return Object.values(seats)
    .map(({ spec }) => shortSpec(spec))
    .join(` ${words.replay.and} `);
}
