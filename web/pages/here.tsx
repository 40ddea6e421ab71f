/** A game against a script that this tab plays: no server, nothing scored. What was asked is in the URL, the acts in the tab. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, use, useEffect, useMemo, useReducer } from 'react';
import type { Step } from '../../src/core/index.ts';
import { reviewInTab } from '../game/review.ts';
import { Seat } from '../game/seat.tsx';
import { lazily } from '../shell/lazily.ts';
import { seatName, useWords } from '../words/index.ts';

const engine = lazily(() => import('../game/in-tab.ts'));

interface Asked {
  readonly task: string;
  readonly seed: number;
  readonly you: string;
  /** Steps that the scripts had played when the seat was taken. */
  readonly after: number;
  readonly [seat: string]: string | number;
}

export default function Here() {
  const asked = useSearch({ strict: false }) as Asked;
  if (!asked.task || !asked.you) return <Nothing />;
  return (
    <Suspense fallback={null}>
      <Sitting key={JSON.stringify(asked)} asked={asked} />
    </Suspense>
  );
}

/** The address alone says nothing of a game. */
function Nothing() {
  const words = useWords();
  return (
    <div className="stack">
      <h1>{words.game.none}</h1>
      <p>
        <Link to={'/play' as '/'}>{words.after.choose}</Link>
      </p>
    </div>
  );
}

function Sitting({ asked }: { readonly asked: Asked }) {
  const words = useWords();
  const navigate = useNavigate();
  const { playInTab, sitInTab, stepsTo, seatsOf } = use(engine());
  const [, changed] = useReducer((count: number) => count + 1, 0);
  const key = `parley.here.${JSON.stringify(asked)}`;
  const sitting = useMemo(() => {
    const { task, seed, you, after, ...seats } = asked;
    const seating = { task, seed: Number(seed), seats: seats as Record<string, string> };
    const before = after > 0 ? stepsTo(playInTab(seating), after) : [];
    const opening = remembered(key) ?? before;
    return sitInTab({ id: key, ...seating, you, opening }, changed);
  }, [asked, key, playInTab, sitInTab, stepsTo]);
  const { game, cards } = sitting.look();
  const turns = game.history.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept after every turn
  useEffect(() => {
    keep(key, JSON.stringify(sitting.steps()));
  }, [key, turns, game.result]);
  const other = seatsOf(asked.task, Number(asked.seed)).filter((seat) => seat !== asked.you);
  const episode = sitting.episode();
  const go = (change: Partial<Asked>) => {
    keep(key, undefined);
    const seed = Math.floor(Math.random() * 1e9);
    void navigate({ to: '/here', search: { ...asked, seed, after: 0, ...change } as never });
  };
  const across = other.length === 1 ? other[0] : undefined;
  const spec = across === undefined ? undefined : asked[across];
  return (
    <Seat
      name={key}
      game={game}
      cards={cards}
      act={sitting.act}
      {...(episode && { review: () => reviewInTab(episode, asked.you) })}
      notes={<p className="small muted">{words.game.inTab}</p>}
    >
      <div className="row">
        <button type="button" className="main" onClick={() => go({})}>
          {words.after.again}
        </button>
        {across !== undefined && (
          <button type="button" onClick={() => go({ you: across, ...(spec !== undefined && { [asked.you]: spec }) })}>
            {words.after.other(seatName(words, across))}
          </button>
        )}
        <Link to={'/play' as '/'} className="button">
          {words.after.choose}
        </Link>
      </div>
    </Seat>
  );
}

/** A tab that keeps nothing plays on; only a reload begins anew. */
function keep(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Nothing can be kept here.
  }
}

function remembered(key: string): Step[] | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Step[]);
  } catch {
    return undefined;
  }
}
