/** After the end: what was gained and left, both shares, the best that was possible, and what each own move cost. */
import { useQuery } from '@tanstack/react-query';
import type { Review } from '../../src/agents/coach.ts';
import type { Board, Spoil } from '../boards/index.ts';
import { seatName, useWords, type Words } from '../words/index.ts';
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
  const moves = data?.moves ?? undefined;
  const costs = (moves ?? []).map(({ regret }) => regret);
  const most = Math.max(0, ...costs);
  const dearest = most > 0 ? moves?.find(({ regret }) => regret === most) : undefined;
  const best = moves?.[0];
  const utility = game.you?.utility ?? 0;
  const spoils: Spoil[] = [
    ...(board.spoils?.(game, cards, words) ?? []),
    ...sharesOf(game, data, words),
    ...(best ? [{ name: words.debrief.best, value: worth(best.best), about: about(words, best.exact) }] : []),
  ];
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
        {data && !moves && <p className="muted">{words.debrief.unknown}</p>}
        {best && !dearest && <p>{words.debrief.flawless}</p>}
        {dearest && (
          <p>
            {words.debrief.dearest(dearest.turn, worth(dearest.regret))}{' '}
            <a href={`#turn-${dearest.turn}`} onClick={(event) => showTurn(event, dearest.turn)}>
              {words.debrief.show}
            </a>
          </p>
        )}
        {best && best.best - utility > 1e-9 && <p>{words.debrief.short(worth(best.best - utility))}</p>}
      </div>
      {moves && most > 0 && (
        <details open={coached}>
          <summary>{words.debrief.moves}</summary>
          <ol className={style.moves}>
            {moves.map(({ turn, regret }) => {
              const act = game.history.find((taken) => taken.turn === turn && taken.seat === game.you?.seat)?.act;
              return (
                <li key={turn}>
                  <span className="muted">{turn}</span>
                  <span>{act ? board.says(game, act, words) : ''}</span>
                  <span className={style.bar} aria-hidden="true">
                    <i style={{ width: `${(Math.max(0, regret) / most) * 100}%` }} />
                  </span>
                  <span className={style.cost}>{regret > 1e-9 ? worth(regret) : words.debrief.nothing}</span>
                </li>
              );
            })}
          </ol>
        </details>
      )}
      <p className="small muted">{game.scored ? words.debrief.scored : words.debrief.unscored}</p>
    </section>
  );
}

/** How what there was to share was shared, where a deal was made. */
function sharesOf(game: Game, review: Review | undefined, words: Words): readonly Spoil[] {
  const mine = review?.metrics['surplus-share'];
  const other = game.seats.length === 2 ? game.seats.find(({ seat }) => seat !== game.you?.seat)?.seat : undefined;
  if (mine === undefined || other === undefined) return [];
  const value = `${percent(mine)} : ${percent(1 - mine)}`;
  return [{ name: words.debrief.shares, value, about: words.debrief.sharesOf(seatName(words, other)) }];
}

function about(words: Words, exact: boolean): string {
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
