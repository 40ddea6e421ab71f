/** Starts a game at the server: which seat, against whom, about what. From the defaults it takes one click. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, use } from 'react';
import type { Task } from '../../src/core/index.ts';
import { opponentsFor } from '../agents/opponents.ts';
import { AgentPicker } from '../agents/picker.tsx';
import type { Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { boardDomains, boardOf } from '../boards/index.ts';
import { calledIn } from '../game/called.ts';
import { ListingChoice } from '../game/listing-choice.tsx';
import { isAboutListings } from '../game/listings.ts';
import { FRIEND, startGame, type Wanted } from '../game/start.ts';
import { YourGames } from '../game/your-games.tsx';
import { lazily } from '../shell/lazily.ts';
import { seatName, useLanguage, useWords } from '../words/index.ts';
import style from './play.module.css';

const modules = lazily(() => Promise.all([import('../game/in-tab.ts'), import('../../src/core/index.ts')]));

interface Asked {
  readonly task?: string;
  readonly seat?: string;
  readonly against?: string;
  readonly listing?: string;
}

const FIRST_TASK = 'price-wide';
const FIRST_SEAT = 'seller';

export default function Play() {
  return (
    <Suspense fallback={<div className={style.room} />}>
      <div className={style.play}>
        <Choices />
        <Suspense fallback={null}>
          <YourGames />
        </Suspense>
      </div>
    </Suspense>
  );
}

function Choices() {
  const words = useWords();
  const language = useLanguage();
  const asked = useSearch({ strict: false }) as Asked;
  const navigate = useNavigate();
  const [{ seatsOf, defaultSpec }, { tasks, listings }] = use(modules());
  const set = (change: Asked) =>
    void navigate({ to: '/play' as '/', search: { ...asked, ...change } as never, replace: true });
  const start = useMutation<string, Problem, Wanted>({
    mutationFn: startGame,
    onSuccess: (id) => navigate({ to: '/g/$id' as '/', params: { id } as never }),
  });
  const playable = tasks().filter(({ domain, deals }) => deals === 1 && boardDomains.includes(domain.name));
  const task = playable.find(({ name }) => name === (asked.task ?? FIRST_TASK)) ?? (playable[0] as Task);
  const board = use(boardOf(task.domain.name));
  const seats = seatsOf(task.name, 1);
  const seat = seats.find((one) => one === (asked.seat ?? FIRST_SEAT)) ?? seats[0] ?? '';
  // Where more than two play, the task seats the others.
  const other = seats.length === 2 ? seats.find((one) => one !== seat) : undefined;
  const own = other === undefined ? undefined : (board.agent?.(other) ?? defaultSpec(task.name, other, 1));
  const opponents =
    other === undefined || own === undefined ? [] : opponentsFor(task.domain.name, other, language, own);
  const usual = opponents[0]?.spec;
  const against = other === undefined ? undefined : (asked.against ?? usual);
  const isNamed = against === FRIEND || opponents.some(({ spec }) => spec === against);
  const hasListings = board.listings === true && isAboutListings(task, listings);
  const listing = hasListings ? asked.listing : undefined;
  const wanted: Wanted = { task: task.name, seat, other, against, listing };
  return (
    <form
      className={style.choices}
      onSubmit={(event) => {
        event.preventDefault();
        if (!start.isPending) start.mutate(wanted);
      }}
    >
      <h1>{seats.every((one) => words.start.verbs[one]) ? words.start.title : words.nav.play}</h1>
      <fieldset className={style.seats}>
        <legend>{words.start.seat}</legend>
        {[...seats]
          .sort((a, b) => Number(b === FIRST_SEAT) - Number(a === FIRST_SEAT))
          .map((one) => (
            <label key={one} data-side={one}>
              <input
                type="radio"
                name="seat"
                checked={one === seat}
                onChange={() => set({ seat: one, against: asked.against === FRIEND ? FRIEND : undefined })}
              />
              <span>{words.start.verbs[one] ?? seatName(words, one)}</span>
            </label>
          ))}
      </fieldset>
      {other !== undefined && against !== undefined && (
        <fieldset className={style.opponents}>
          <legend>{words.start.against}</legend>
          {opponents.map(({ name, spec }) => (
            <label key={name}>
              <input type="radio" name="against" checked={spec === against} onChange={() => set({ against: spec })} />
              <b>{words.opponents[name][0]}</b>
              <span className="muted">{words.opponents[name][1]}</span>
            </label>
          ))}
          <label>
            <input type="radio" name="against" checked={against === FRIEND} onChange={() => set({ against: FRIEND })} />
            <b>{words.start.friend[0]}</b>
            <span className="muted">{words.start.friend[1]}</span>
          </label>
          <div className={style.other} data-chosen={!isNamed}>
            <span className="muted">{words.start.anyAgent}</span>
            <AgentPicker
              domain={task.domain.name}
              seat={other}
              label={words.table.agent(seatName(words, other))}
              side={seats[0] === other ? 'left' : 'right'}
              spec={against === FRIEND ? (usual ?? '') : against}
              unchosen={isNamed ? words.start.chooseAgent : undefined}
              onChange={(spec) => set({ against: spec })}
            />
          </div>
        </fieldset>
      )}
      <div className={style.about}>
        <label>
          <span>{words.start.game}</span>
          <select
            value={task.name}
            onChange={({ target }) => set({ task: target.value, against: undefined, listing: undefined })}
          >
            {playable.map(({ name }) => (
              <option key={name} value={name}>
                {calledIn(words, name)}
              </option>
            ))}
          </select>
        </label>
        {hasListings && (
          <ListingChoice
            label={<span>{words.start.thing}</span>}
            listings={listings}
            chosen={listing}
            drawn={words.start.drawn}
            onChoice={(one) => set({ listing: one })}
          />
        )}
      </div>
      {/* On a phone this stays in sight, and with it what went wrong. */}
      <div className={style.go}>
        <Refusal error={start.error} offline={words.start.offline} onAgain={() => start.mutate(wanted)} />
        <button type="submit" className="main" aria-disabled={start.isPending}>
          {against === FRIEND ? words.start.invite : words.start.begin}
        </button>
      </div>
      <p className="small muted">{words.start.unscored}</p>
    </form>
  );
}
