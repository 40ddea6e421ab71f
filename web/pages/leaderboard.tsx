/** The leaderboard: intervals as whiskers, seats apart, people and agents apart, tiers where a rank would say too much. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { useMe } from '../keys/me.ts';
import { tiersOf } from '../leaderboard/tiers.ts';
import { signed, Whisker } from '../leaderboard/whisker.tsx';
import { seatName, useWords } from '../words/index.ts';
import style from './leaderboard.module.css';

type Board = Answer<'GET /v1/leaderboards'>;
type Standing = Board['standings'][number];

/** The URL is the state. */
interface Asked {
  readonly kind?: Standing['kind'];
  readonly domain?: string;
  readonly opponents?: Standing['opponents'];
}

const KINDS = ['person', 'agent'] as const;

export default function Leaderboard() {
  const words = useWords();
  const asked = useSearch({ strict: false }) as Asked;
  const kind = asked.kind ?? 'person';
  const { data: board, error } = useQuery<Board, Problem>({
    queryKey: ['leaderboard', kind],
    queryFn: () => ask('GET /v1/leaderboards', { query: { kind, limit: 200 } }),
  });
  return (
    <div className={style.page}>
      <header className={style.head}>
        <h1>{words.board.title}</h1>
        <p className="muted">{words.board.about}</p>
      </header>
      {error && (
        <p className="problem" role="alert">
          {error.status === 0 ? words.error.offline : error.message}
        </p>
      )}
      {board ? <Standings board={board} asked={asked} kind={kind} /> : <div className={style.room} />}
    </div>
  );
}

function Standings({ board, asked, kind }: { board: Board; asked: Asked; kind: Standing['kind'] }) {
  const words = useWords();
  const navigate = useNavigate();
  const set = (change: Asked) =>
    void navigate({ to: '/leaderboard' as '/', search: { ...asked, ...change } as never, replace: true });
  const { standings, scores, domains, remains } = board;
  // Where nothing was chosen, the first board that has rows.
  const domain = asked.domain ?? domains.find((one) => standings.some((row) => row.domain === one)) ?? domains[0] ?? '';
  const there = standings.filter((row) => row.domain === domain);
  const opponents =
    asked.opponents ?? (there.some((row) => row.opponents === 'agent') || there.length === 0 ? 'agent' : 'person');
  const rows = there.filter((row) => row.opponents === opponents);
  const seats = [...new Set(rows.map(({ seat }) => seat))].sort();
  const from = rows.some(({ mean, low }) => (low ?? mean) < 0) ? scores.low : 0;
  return (
    <>
      <div className={style.sentence}>
        <fieldset className={style.kinds}>
          <legend className="unseen">{words.board.kind}</legend>
          {KINDS.map((one) => (
            <label key={one}>
              <input type="radio" name="kind" checked={kind === one} onChange={() => set({ kind: one })} />
              <span>{words.board.kinds[one]}</span>
            </label>
          ))}
        </fieldset>
        <label>
          <span className="unseen">{words.board.domain}</span>
          <select value={domain} onChange={({ target }) => set({ domain: target.value })}>
            {domains.map((one) => (
              <option key={one} value={one}>
                {words.domains[one] ?? one}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="unseen">{words.board.against}</span>
          <select value={opponents} onChange={({ target }) => set({ opponents: target.value as Standing['kind'] })}>
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {words.board.opponents[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {rows.length === 0 ? (
        <Empty kind={kind} />
      ) : (
        <div className={style.seats}>
          {seats.map((seat) => (
            <section key={seat} className={style.seat} aria-label={seatName(words, seat)}>
              <h2 className={seat}>{seatName(words, seat)}</h2>
              <Seat rows={rows.filter((row) => row.seat === seat)} from={from} to={scores.high} />
            </section>
          ))}
        </div>
      )}
      {rows.length > 0 && <p className="small muted">{words.board.tiers}</p>}
      <section className={style.remains}>
        <h2>{words.board.remains}</h2>
        <ul lang="en">
          {remains.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Empty({ kind }: { kind: Standing['kind'] }) {
  const words = useWords();
  return (
    <div className={style.empty}>
      <p>
        <b>{words.board.empty}</b>
      </p>
      <p>{kind === 'person' ? words.board.fill : words.board.agentsFill}</p>
      {kind === 'person' ? (
        <Link to={'/match' as '/'} className="button main">
          {words.match.find}
        </Link>
      ) : (
        <a href="/docs" className="button">
          {words.board.how}
        </a>
      )}
    </div>
  );
}

function Seat({ rows, from, to }: { rows: readonly Standing[]; from: number; to: number }) {
  const words = useWords();
  const { tiers, unbounded } = tiersOf(rows);
  const groups = [
    ...tiers.map((some, i) => ({ name: words.board.tier(i + 1), about: '', some })),
    ...(unbounded.length > 0 ? [{ name: words.board.tooFew, about: words.board.tooFewAbout, some: unbounded }] : []),
  ];
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">{words.board.name}</th>
          <th scope="col">
            <span className="unseen">{words.board.score}</span>
            <span className={style.scale} aria-hidden="true">
              <span>{from === 0 ? '0' : signed(from).replace('.00', '')}</span>
              {from < 0 && <span>0</span>}
              <span>{to}</span>
            </span>
          </th>
          <th scope="col" className={style.number}>
            {words.board.meanOf}
          </th>
          <th scope="col" className={style.number}>
            {words.board.matches}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, about, some }) => (
          <Fragment key={name}>
            <tr className={style.tier}>
              <th scope="colgroup" colSpan={4}>
                {name} <span className={style.about}>{about}</span>
              </th>
            </tr>
            {some.map((row) => (
              <Row key={`${row.fingerprint}${row.name}`} row={row} from={from} to={to} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, from, to }: { row: Standing; from: number; to: number }) {
  const words = useWords();
  const me = useMe();
  const { name, fingerprint, revoked, matches, quit, mean, low, high } = row;
  const own = 'identity' in me && me.identity.fingerprint === fingerprint;
  return (
    <tr data-own={own}>
      <th scope="row" className={style.name}>
        <span>{fingerprint === null ? shortSpec(name) : name}</span>
        {own && <b> · {words.board.you}</b>}
        <small title={fingerprint === null ? name : words.keys.fingerprint}>
          {fingerprint === null ? words.board.house : fingerprint}
          {revoked && ` · ${words.board.revoked}`}
        </small>
      </th>
      <td>
        <Whisker mean={mean} low={low} high={high} from={from} to={to} />
      </td>
      <td className={style.number}>{signed(mean)}</td>
      <td className={style.number}>
        {matches}
        {quit > 0 && (
          <small>
            {quit} {words.board.quit}
          </small>
        )}
      </td>
    </tr>
  );
}

/** "boulware_firm" of "worded:clean:boulware_firm@templates": a phone has no room for more, and the rest stands in its title. */
function shortSpec(spec: string): string {
  return (
    spec
      .replace(/@templates$/, '')
      .split(':')
      .at(-1) ?? spec
  );
}
