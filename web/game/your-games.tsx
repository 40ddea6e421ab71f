/** The last games of this browser, to go on with or to look at again. */
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { ask } from '../api/client.ts';
import { boardDomains, boardOf } from '../boards/index.ts';
import { seatName, useWords } from '../words/index.ts';
import type { Game } from './game.ts';
import { keptGames } from './seats.ts';
import style from './your-games.module.css';

const MOST = 5;

export function YourGames() {
  const words = useWords();
  const asked = useQueries({
    queries: keptGames()
      .slice(0, MOST)
      .map(({ game: id, token }) => ({
        queryKey: ['glance', id],
        queryFn: async () => (await ask('GET /v1/games/{id}', { path: { id }, seat: token })) as unknown as Game,
        retry: false,
      })),
  });
  const games = asked.flatMap(({ data }) => (data?.you && boardDomains.includes(data.domain) ? [data] : []));
  if (games.length === 0) return null;
  return (
    <section className={style.games} aria-labelledby="your-games">
      <h2 id="your-games">{words.yours.title}</h2>
      <ul>
        {games.map((game) => (
          <Line key={game.id} game={game} />
        ))}
      </ul>
    </section>
  );
}

function Line({ game }: { readonly game: Game }) {
  const words = useWords();
  const board = use(boardOf(game.domain));
  const state = game.result
    ? board.ending(game, words)
    : game.status === 'abandoned'
      ? words.game.givenUp
      : `${words.turn(game.turn, game.turnLimit)} · ${game.you?.yourTurn ? words.yours.turn : words.game.waiting}`;
  return (
    <li>
      <Link to={'/g/$id' as '/'} params={{ id: game.id } as never}>
        {board.title(game, words)}
      </Link>
      <span className={game.you?.seat}>{seatName(words, game.you?.seat ?? '')}</span>
      <span className="muted">{state}</span>
    </li>
  );
}
