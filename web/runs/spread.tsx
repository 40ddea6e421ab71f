/** How a measure spreads over the games of each agent: a violin with its quartiles, and how these games ended for it. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { signed } from '../leaderboard/whisker.tsx';
import { useWords } from '../words/index.ts';
import { gamesAddress } from './address.ts';
import type { Run } from './run.ts';
import { Spec } from './spec.tsx';
import style from './spread.module.css';

export type Spreads = Answer<'GET /v1/runs/{run}/spread'>;
type Agent = Spreads['agents'][number];

const [WIDTH, HEIGHT] = [240, 28];
const ENDS = ['won', 'tied', 'lost', 'impasse'] as const;

export function useSpread(run: string, measure: string, enabled: boolean) {
  return useQuery<Spreads, Problem>({
    queryKey: ['spread', run, measure],
    queryFn: ({ signal }) => ask('GET /v1/runs/{run}/spread', { path: { run }, query: { measure }, signal }),
    enabled,
  });
}

interface SpreadProps {
  readonly run: Run;
  readonly measure: string;
  readonly spreads: Spreads | undefined;
  onMeasure(measure: string): void;
}

export function Spread({ run, measure, spreads, onMeasure }: SpreadProps) {
  const words = useWords();
  const measures = run.columns.filter(
    ({ kind, name, empty }) => kind.startsWith('number') && !empty && !['seed', 'turn', 'regret_turn'].includes(name),
  );
  return (
    <section className={style.section}>
      <h2>{words.runs.spread.title}</h2>
      <label className={style.measure}>
        <span>{words.runs.spread.measure}</span>{' '}
        <select value={measure} onChange={({ target }) => onMeasure(target.value)}>
          {measures.map(({ name }) => (
            <option key={name} value={name}>
              {words.report.measure(name)}
            </option>
          ))}
        </select>
      </label>
      <ul className={style.legend}>
        {ENDS.map((end) => (
          <li key={end} data-end={end}>
            {words.runs.spread.ends[end]}
          </li>
        ))}
      </ul>
      <ul className={style.agents} style={{ minHeight: spreads ? undefined : '20rem' }}>
        {spreads?.agents.map((agent) => (
          <li key={agent.agent} data-control={agent.control}>
            <Link to={gamesAddress(run.name, { where: `agents=${encodeURIComponent(agent.agent)}` }) as '/'}>
              <Spec text={agent.agent} />
            </Link>
            <Violin agent={agent} spreads={spreads} />
            <Ends agent={agent} />
          </li>
        ))}
      </ul>
      {spreads && (
        <p className={style.scale} aria-hidden="true">
          <span>{signed(spreads.low)}</span>
          <span>{signed(spreads.high)}</span>
        </p>
      )}
      {spreads && <p className="small muted">{words.runs.spread.about(signed(spreads.low), signed(spreads.high))}</p>}
    </section>
  );
}

function Violin({ agent: { bins, quartiles, agent }, spreads: { low, high } }: { agent: Agent; spreads: Spreads }) {
  const words = useWords();
  // Nothing to spread: no line that would look like games.
  if (bins.every((games) => games === 0)) return <span className={style.violin} />;
  const most = Math.max(1, ...bins);
  const step = WIDTH / bins.length;
  const half = (games: number) => (games === 0 ? 0 : Math.max(0.5, (games / most) * (HEIGHT / 2 - 2)));
  const edge = (sign: 1 | -1) => bins.map((games, i) => `${(i + 0.5) * step},${HEIGHT / 2 - sign * half(games)}`);
  const at = (value: number) => (Math.min(1, Math.max(0, (value - low) / (high - low))) * WIDTH).toFixed(1);
  const [first, median, third] = quartiles ?? [];
  const told = [first, median, third].map((one) => (one === undefined ? '–' : signed(one))) as [string, string, string];
  return (
    <svg
      className={style.violin}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.runs.spread.told(agent, ...told)}
    >
      <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} className={style.axis} />
      {low < 0 && high > 0 && <line x1={at(0)} x2={at(0)} y1="0" y2={HEIGHT} className={style.axis} />}
      <polygon points={[...edge(1), ...edge(-1).reverse()].join(' ')} className={style.body} />
      {first !== undefined && third !== undefined && (
        <line x1={at(first)} x2={at(third)} y1={HEIGHT / 2} y2={HEIGHT / 2} className={style.box} />
      )}
      {median !== undefined && <line x1={at(median)} x2={at(median)} y1="8" y2={HEIGHT - 8} className={style.median} />}
    </svg>
  );
}

/** Widths say it; so do the words for who hears the page. */
function Ends({ agent }: { readonly agent: Agent }) {
  const words = useWords();
  const said = ENDS.map((end) => `${words.runs.spread.ends[end]} ${words.runs.share(agent[end] / agent.games)}`).join(
    ', ',
  );
  return (
    <div className={style.ends} role="img" aria-label={said} title={said}>
      {ENDS.map((end) => (
        <span key={end} data-end={end} style={{ width: `${(100 * agent[end]) / agent.games}%` }} />
      ))}
    </div>
  );
}
