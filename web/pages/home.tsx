/** The first page: a game is already going on, played in this tab; one button takes a seat in it. */
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, use, useMemo, useState } from 'react';
import { stepsOf } from '../../src/core/rounds.ts';
import { boardOf } from '../boards/index.ts';
import { Ending } from '../game/ending.tsx';
import { useClock } from '../game/use-clock.ts';
import { lazily } from '../shell/lazily.ts';
import { seatName, useLanguage, useWords } from '../words/index.ts';
import style from './home.module.css';

const engine = lazily(() => Promise.all([import('../game/two-scripts.ts'), import('../game/seen.ts')]));
const BEAT = 1600;

const PAIRS = [
  ['boulware_firm', 'tit_for_tat'],
  ['boulware_conceding', 'boulware_firm'],
  ['tit_for_tat', 'boulware_hard'],
] as const;

function newGame() {
  return { seed: Math.floor(Math.random() * 1e9), pair: PAIRS[Math.floor(Math.random() * PAIRS.length)] ?? PAIRS[0] };
}

export default function Home() {
  const words = useWords();
  const [dealt, deal] = useState(newGame);
  return (
    <div className={style.home}>
      <h1 className="unseen">{words.home.title}</h1>
      <section className={style.stage} aria-label={words.home.title}>
        <Suspense fallback={<div className={style.room} />}>
          <Live key={dealt.seed} {...dealt} onAgain={() => deal(newGame())} />
        </Suspense>
      </section>
      <p>{words.home.parley}</p>
      <h2 className={style.doing}>{words.home.doing}</h2>
      <ul className={style.ways}>
        {(
          [
            ['/play', words.home.play],
            ['/table', words.home.watch],
            ['/replay', words.home.open],
            ['/match', words.home.match],
            ['/leaderboard', words.home.board],
            ['/arena', words.home.arena],
            ['/strategies', words.home.strategies],
            ['/runs', words.home.runs],
            ['/rate', words.home.rate],
            ['/data', words.home.data],
          ] as const
        ).map(([to, [name, about]]) => (
          <li key={to}>
            <Link to={to as '/'}>{name}</Link>
            <p className="muted">{about}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Live({ seed, pair, onAgain }: ReturnType<typeof newGame> & { onAgain: () => void }) {
  const words = useWords();
  const navigate = useNavigate();
  // Who reads Hindi hears them as in the bazaar.
  const tongue = useLanguage() === 'hi' ? 'hinglish' : 'english';
  // Both are asked for before either is waited for.
  const [playing, drawing] = [engine(), boardOf('price')];
  const [{ playTwo, spokenSpec, task }, { gameAt }] = use(playing);
  const board = use(drawing);
  const { Watch, title, facts } = board;
  const [buyer, seller] = pair;
  const episode = useMemo(() => playTwo(seed, buyer, seller, tongue), [playTwo, seed, buyer, seller, tongue]);
  const clock = useClock(stepsOf(episode).length, BEAT, 2);
  const game = gameAt(episode, task, clock.at);
  const last = game.history.findLast(({ act }) => act.words);
  const toAct = game.toAct[0] ?? 'buyer';
  const take = () => {
    const seats = { buyer: spokenSpec(buyer, tongue), seller: spokenSpec(seller, tongue) };
    return navigate({ to: '/here', search: { task: task.name, seed, ...seats, you: toAct, after: clock.at } as never });
  };
  return (
    <>
      <div className={style.head}>
        <h2>{title(game, words)}</h2>
        <p className="muted">
          {facts(game, words)[0]} · {words.turn(game.turn, game.turnLimit)}
        </p>
      </div>
      <Watch game={game} />
      <div className={style.said} aria-live="polite">
        {game.result ? (
          <Ending game={game} board={board} />
        ) : (
          last && (
            <blockquote data-seat={last.seat}>
              <b className={last.seat}>{seatName(words, last.seat)}</b> {`“${last.act.words}”`}
            </blockquote>
          )
        )}
      </div>
      <div className="row">
        {game.result ? (
          <button type="button" className="main" onClick={onAgain}>
            {words.home.again}
          </button>
        ) : (
          <>
            <button type="button" className="main" onClick={() => void take()}>
              {words.home.take(seatName(words, toAct))}
            </button>
            <button type="button" onClick={() => clock.run(!clock.runs)}>
              {clock.runs ? words.home.pause : words.home.go}
            </button>
          </>
        )}
      </div>
    </>
  );
}
