/** After the end: what was gained and left, both shares, the best that was possible, and what each own move cost. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Review } from '../../src/agents/coach.ts';
import type { Board, Spoil } from '../boards/index.ts';
import { useWords, type Words } from '../words/index.ts';
import { useCoached } from './coach.tsx';
import style from './debrief.module.css';
import type { Cards, Game } from './game.ts';

export interface DebriefProps {
  readonly game: Game;
  readonly cards: Cards;
  readonly board: Board;
  /** What tells this game from others. */
  readonly name: string;
  review?(): Promise<Review>;
}

export function Debrief({ game, cards, board, name, review }: DebriefProps) {
  const words = useWords();
  const [coached] = useCoached();
  const { data, error, isPending } = useQuery<Review>({
    queryKey: ['review', name, game.you?.seat],
    queryFn: () => (review as () => Promise<Review>)(),
    enabled: review !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const worth = (utility: number) => board.worth?.(cards, utility) ?? percent(utility);
  const mine = game.you?.seat;
  const moves = data?.moves ?? undefined;
  const most = Math.max(0, ...(moves ?? []).map(({ regret }) => regret));
  const dearest = most > EPSILON ? moves?.find(({ regret }) => regret === most) : undefined;
  const best = moves?.[0];
  const utility = game.you?.utility ?? 0;
  // Room for what is being worked out, so that nothing jumps when it comes.
  const awaited = review !== undefined && isPending && isScripted(game, cards);
  const spoils: Spoil[] = [
    ...(board.spoils?.(game, cards, words) ?? []),
    ...(best || awaited
      ? [{ name: words.debrief.best, value: best ? worth(best.best) : '…', about: bestAbout(words, best?.exact) }]
      : []),
  ];
  const own = game.history.filter(({ seat }) => seat === mine);
  const costOf = (turn: number) => moves?.find((move) => move.turn === turn)?.regret;
  return (
    <section className={style.debrief}>
      <dl className={style.spoils}>
        {spoils.map((spoil) => (
          <div key={spoil.name}>
            <dt>{spoil.name}</dt>
            <dd>{spoil.value}</dd>
            {spoil.about && <dd className={style.about}>{spoil.about}</dd>}
          </div>
        ))}
      </dl>
      <div className={style.verdict} role="status">
        {review !== undefined && isPending && <p className="muted">{words.debrief.working}</p>}
        {error && <p className="muted">{error.message}</p>}
        {data && !moves && !isScripted(game, cards) && (
          <p className="muted">{game.seats.length > 2 ? words.debrief.several : words.debrief.unknown}</p>
        )}
        {best && !dearest && <p>{words.debrief.flawless}</p>}
        {dearest && (
          <p>
            {words.debrief.dearest(dearest.turn, worth(dearest.regret))}{' '}
            <a href={`#turn-${dearest.turn}`} onClick={(event) => showTurn(event, dearest.turn)}>
              {words.debrief.show}
            </a>
          </p>
        )}
        {best && best.best - utility > EPSILON && <p>{words.debrief.short(worth(best.best - utility))}</p>}
      </div>
      {(moves || awaited) && own.length > 0 && (
        <details open={coached}>
          <summary>{words.debrief.moves}</summary>
          <ol className={style.moves}>
            {own.map(({ turn, act }) => {
              const cost = costOf(turn);
              return (
                <li key={turn}>
                  <span className="muted">{turn}</span>
                  <span>{board.says(game, act, words, mine ?? '')}</span>
                  <span className={style.bar} aria-hidden="true">
                    <i style={{ width: `${cost && most > 0 ? (Math.max(0, cost) / most) * 100 : 0}%` }} />
                  </span>
                  <span className={style.cost}>
                    {cost === undefined ? '…' : cost > EPSILON ? worth(cost) : words.debrief.nothing}
                  </span>
                </li>
              );
            })}
          </ol>
        </details>
      )}
      <p className="small muted">
        {game.scored ? words.debrief.scored : words.debrief.unscored}{' '}
        <Link to={(game.scored ? '/leaderboard' : '/match') as '/'}>
          {game.scored ? words.nav.leaderboard : words.debrief.match}
        </Link>
      </p>
    </section>
  );
}

/** Differences below this are rounding. */
const EPSILON = 1e-6;

/** Whether a best response can be worked out: against scripts, whatever words are put to them. */
function isScripted(game: Game, { seats }: Cards): boolean {
  const [other, ...more] = game.seats.filter(({ seat }) => seat !== game.you?.seat);
  const spec = seats[other?.seat ?? '']?.spec ?? '';
  return more.length === 0 && !/^(remote|human|llm:|sauda|shopkeeper|janus:|$)/.test(spec);
}

function bestAbout(words: Words, exact = true): string {
  return exact ? words.debrief.bestAbout : words.debrief.bestAtLeast;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function showTurn(event: React.MouseEvent, turn: number): void {
  event.preventDefault();
  const line = document.getElementById(`turn-${turn}`);
  line?.scrollIntoView({ block: 'center' });
  line?.focus({ preventScroll: true });
}
