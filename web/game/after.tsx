/** After the end of a game at the server: the same again, from the other side, or with a friend. */
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { canSit } from '../agents/sides.ts';
import type { Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { MatchScore } from '../match/score.tsx';
import { seatName, useWords } from '../words/index.ts';
import type { Cards, Game } from './game.ts';
import { FRIEND, startGame, type Wanted } from './start.ts';

export function After({ game, cards }: { readonly game: Game; readonly cards: Cards | undefined }) {
  const words = useWords();
  const navigate = useNavigate();
  const start = useMutation<string, Problem, Wanted>({
    mutationFn: startGame,
    onSuccess: (id) => navigate({ to: '/g/$id' as '/', params: { id } as never }),
  });
  const mine = game.you?.seat ?? '';
  const other = game.seats.length === 2 ? game.seats.find(({ seat }) => seat !== mine)?.seat : undefined;
  if (game.scored)
    return (
      <>
        <MatchScore game={game.id} />
        <div className="row">
          <Link to={'/match' as '/'} className="button main">
            {words.after.match}
          </Link>
          <Link to={'/leaderboard' as '/'} className="button">
            {words.nav.leaderboard}
          </Link>
          <Link to={'/replay' as '/'} search={{ game: game.id } as never} className="button">
            {words.table.replay}
          </Link>
        </div>
      </>
    );
  const specOf = (seat: string) => {
    const spec = cards?.seats[seat]?.spec;
    return spec === 'remote' ? FRIEND : spec;
  };
  const against = other === undefined ? undefined : specOf(other);
  const again: Wanted = {
    task: game.task,
    seat: mine,
    other,
    against,
    ...(other === undefined && severalOf(game, specOf)),
  };
  const kinds = [
    { name: words.after.again, wanted: again },
    ...(other === undefined || !canSit(against ?? '', mine)
      ? []
      : [{ name: words.after.other(seatName(words, other)), wanted: { ...again, seat: other, other: mine } }]),
    ...(other === undefined || against === FRIEND
      ? []
      : [{ name: words.after.invite, wanted: { ...again, against: FRIEND } }]),
  ];
  return (
    <>
      <div className="row">
        {kinds.map(({ name, wanted }, i) => (
          <button
            key={name}
            type="button"
            className={i === 0 ? 'main' : ''}
            aria-disabled={start.isPending}
            onClick={() => start.isPending || start.mutate(wanted)}
          >
            {name}
          </button>
        ))}
        <Link to={'/play' as '/'} className="button">
          {words.after.choose}
        </Link>
        <Link to={'/replay' as '/'} search={{ game: game.id } as never} className="button">
          {words.table.replay}
        </Link>
      </div>
      <Refusal
        error={start.error}
        offline={words.start.offline}
        onAgain={() => start.variables && start.mutate(start.variables)}
      />
    </>
  );
}

/** Where more than two sit: as many as there were, and the same agents where it is known who they were. */
function severalOf({ seats }: Game, specOf: (seat: string) => string | undefined): Pick<Wanted, 'agents' | 'buyers'> {
  const known = seats.flatMap(({ seat }) => {
    const spec = specOf(seat);
    return spec === undefined ? [] : [[seat, spec] as const];
  });
  return { agents: Object.fromEntries(known), buyers: seats.length - 1 };
}
