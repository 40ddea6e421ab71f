/** Strategies: a tactic under the hand, what it asks for turn by turn, and what comes of it when tactics meet. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, use, useDeferredValue, useMemo } from 'react';
import { agentsFor, partsOf, specOf } from '../agents/agents.ts';
import { seedIn } from '../game/asked.ts';
import { lazily } from '../shell/lazily.ts';
import { type Curve, Curves } from '../strategies/curves.tsx';
import { TacticOptions } from '../strategies/options.tsx';
import { Pairings } from '../strategies/pairings.tsx';
import style from '../strategies/strategies.module.css';
import { useWords } from '../words/index.ts';

const engine = lazily(() => import('../strategies/tactics.ts'));

/** The URL is the state. */
interface Asked {
  readonly spec?: string | undefined;
  readonly against?: string | undefined;
  readonly seed?: number | undefined;
}

const FIRST = 'classic:faratin_boulware';
const FIRST_AGAINST = 'clean:tit_for_tat';

export default function Strategies() {
  const words = useWords();
  return (
    <Suspense fallback={<h1 className="unseen">{words.strategies.title}</h1>}>
      <Page />
    </Suspense>
  );
}

function Page() {
  const words = useWords();
  const asked = useSearch({ strict: false }) as Asked;
  const navigate = useNavigate();
  const { LISTS, tactics, alone, meeting, TURNS_ALONE } = use(engine());
  const set = (change: Asked) =>
    void navigate({
      to: '/strategies' as '/',
      search: { ...asked, ...change } as never,
      replace: true,
      resetScroll: false,
    });
  const agents = useMemo(() => agentsFor('price', 'buyer', words), [words]);
  const parts = partsOf(String(asked.spec ?? FIRST));
  const chosen = agents.find(({ name }) => name === parts?.name) ?? agents.find(({ name }) => name === FIRST);
  const name = chosen?.name ?? FIRST;
  const options = parts?.name === name ? parts.options : {};
  const spec = specOf({ name, spoken: false, options });
  const against = agents.some((one) => one.name === asked.against) ? String(asked.against) : FIRST_AGAINST;
  const seed = seedIn(asked.seed);
  // The hand goes first; the curves follow as fast as they can be worked out.
  const drawn = useDeferredValue(spec);
  const all = useMemo(() => LISTS.flatMap((list) => tactics(list)), [LISTS, tactics]);
  // One that is alone in its list meets those of the house.
  const kind = useMemo(() => {
    const own = tactics(LISTS.find((list) => name.startsWith(`${list}:`)) ?? 'clean');
    return own.length > 1 ? own : tactics('clean');
  }, [LISTS, tactics, name]);
  const computed = useMemo(() => {
    try {
      const short = shortName(name);
      const kin = all.filter((one) => one.strategy === all.find((entry) => entry.spec === name)?.strategy);
      const ghosts = kin
        .filter((one) => one.spec !== drawn)
        .map((one): Curve => ({ name: one.name, asked: alone(one.spec), side: 'left', isGhost: true }));
      const own: Curve = { name: short, asked: alone(drawn), side: 'left' };
      const met = meeting(drawn, against, seed);
      const pair: Curve[] = [
        { name: short, asked: met.buyer, side: 'left' },
        { name: shortName(against), asked: met.seller, side: 'right' },
      ];
      return { curves: [...ghosts, own], pair, met };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }, [drawn, name, against, seed, all, alone, meeting]);
  const choices = (
    <>
      {LISTS.map((list) => (
        <optgroup key={list} label={words.strategies.lists[list]}>
          {tactics(list).map((one) => (
            <option key={one.spec} value={one.spec}>
              {one.name.replaceAll('_', ' ')}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
  return (
    <div className={style.page}>
      <header className={style.head}>
        <h1>{words.strategies.title}</h1>
        <p className="muted">{words.strategies.about}</p>
      </header>
      <section className={style.under}>
        <div className={style.choice}>
          <label>
            {words.strategies.tactic}
            <select value={name} onChange={({ target }) => set({ spec: target.value })}>
              {choices}
            </select>
          </label>
          <p className="small muted">{chosen?.about}</p>
          {chosen && parts && (
            <TacticOptions
              chosen={chosen}
              parts={{ name, spoken: false, options }}
              onChange={(next) => set({ spec: specOf({ name, spoken: false, options: next }) })}
            />
          )}
          <label>
            {words.strategies.against}
            <select value={against} onChange={({ target }) => set({ against: target.value })}>
              {choices}
            </select>
          </label>
          <code>{spec}</code>
        </div>
        {computed.problem !== undefined ? (
          <p className="problem" role="alert">
            {computed.problem}
          </p>
        ) : (
          <div className={style.charts}>
            <div>
              <Curves curves={computed.curves} turns={TURNS_ALONE} title={words.strategies.alone} />
              <p className="small muted">{words.strategies.aloneAbout}</p>
            </div>
            <div>
              <Curves curves={computed.pair} turns={computed.met.turns} title={words.strategies.together} />
              <p className="small muted" role="status">
                {computed.met.share === undefined
                  ? words.strategies.noDeal(computed.met.endedAt)
                  : words.strategies.deal(Math.round(computed.met.share * 100), computed.met.endedAt)}
              </p>
            </div>
          </div>
        )}
      </section>
      <section className={style.pairs}>
        <h2>{words.strategies.meetings}</h2>
        <p className="muted">{words.strategies.meetingsAbout}</p>
        <div className="row">
          <span>
            {words.table.seed} {seed}
          </span>
          <button type="button" onClick={() => set({ seed: Math.floor(Math.random() * 1e6) })}>
            {words.table.deal}
          </button>
        </div>
        {computed.problem === undefined && <Pairings tactics={kind} seed={seed} own={drawn} />}
      </section>
    </div>
  );
}

function shortName(spec: string): string {
  return spec.slice(spec.indexOf(':') + 1).replaceAll('_', ' ');
}
