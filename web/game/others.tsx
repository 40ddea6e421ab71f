/** Where one stands among others: what people got in the same seat of the same game at this server, and what was got now. */
import { useQuery } from '@tanstack/react-query';
import { type Answer, ask } from '../api/client.ts';
import { useWords } from '../words/index.ts';
import type { Game } from './game.ts';
import style from './others.module.css';

type Results = Answer<'GET /v1/results'>;

const BARS = 20;
/** From so many on nothing is said of their number. */
const MANY = 20;

export function Others({ game }: { readonly game: Game }) {
  const words = useWords();
  const { task, id, you } = game;
  const seat = you?.seat ?? '';
  const own = you?.utility ?? null;
  const { data } = useQuery<Results>({
    queryKey: ['results', task, seat, id],
    // A game of the tab that the server knows nothing of is not told of.
    queryFn: () => ask('GET /v1/results', { query: { task: task as 'price-wide', seat, except: id } }),
    enabled: own !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (own === null) return null;
  return (
    <section className={style.others} aria-label={words.others.title}>
      {data && <Standing own={own} {...data} />}
    </section>
  );
}

function Standing({ own, games, fewest, utilities }: Results & { readonly own: number }) {
  const words = useWords();
  if (games < fewest) return <p className="muted">{words.others.few(games)}</p>;
  // The server rounds to three digits.
  const mine = Math.round(own * 1000) / 1000;
  const below = utilities.filter((one) => one < mine).length;
  const same = utilities.filter((one) => one === mine).length;
  return (
    <>
      <p>
        {words.others.better(below, games)} {same > 0 && words.others.same(same)}{' '}
        {games < MANY && <span className="muted">{words.others.little}</span>}
      </p>
      <Bars own={mine} utilities={utilities} />
      <p className="small muted">{words.others.about}</p>
    </>
  );
}

/** Past the ends counts at the ends. */
function Bars({ own, utilities }: { readonly own: number; readonly utilities: readonly number[] }) {
  const words = useWords();
  const from = Math.min(own, ...utilities) < 0 ? -1 : 0;
  const place = (utility: number) => (Math.min(1, Math.max(from, utility)) - from) / (1 - from);
  const counts = Array.from({ length: BARS }, () => 0);
  for (const one of utilities) {
    const bar = Math.min(BARS - 1, Math.floor(place(one) * BARS));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  return (
    <div className={style.chart}>
      <div className={style.bars} aria-hidden="true">
        {counts.map((count, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <i key={i} style={{ height: `${(100 * count) / most}%` }} />
        ))}
      </div>
      <span className={style.own} style={{ left: `${100 * place(own)}%` }} aria-hidden="true">
        <b data-end={place(own) > 0.85 ? 'right' : place(own) < 0.15 ? 'left' : undefined}>{words.game.you}</b>
      </span>
      <p className={style.ends} aria-hidden="true">
        <span>{words.others.share(100 * from)}</span>
        {from < 0 && <span>{words.others.share(0)}</span>}
        <span>{words.others.share(100)}</span>
      </p>
    </div>
  );
}
