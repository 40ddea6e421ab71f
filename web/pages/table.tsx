/** The table: any two agents, a game and a seed; then the game, turn by turn. */
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, use } from 'react';
import type { Task } from '../../src/core/index.ts';
import { boardDomains, boardOf } from '../boards/index.ts';
import { ListingChoice } from '../game/listing-choice.tsx';
import { isAboutListings } from '../game/listings.ts';
import type { Setting } from '../game/watched.tsx';
import { seatName, useWords } from '../words/index.ts';
import { Dealt, engine, useAsked } from './dealt.tsx';

const FIRST_TASK = 'price-wide';

export default function Table() {
  return (
    <Suspense fallback={null}>
      <Any />
    </Suspense>
  );
}

function Any() {
  const words = useWords();
  const [asked, set] = useAsked('/table');
  const [, { tasks, listings }] = use(engine());
  const playable = tasks().filter(({ domain, deals }) => deals === 1 && boardDomains.includes(domain.name));
  const task = playable.find(({ name }) => name === (asked.task ?? FIRST_TASK)) ?? (playable[0] as Task);
  const board = use(boardOf(task.domain.name));
  const hasListings = board.listings === true && isAboutListings(task, listings);
  const listing = hasListings && asked.listing !== undefined ? String(asked.listing) : undefined;
  return (
    <Dealt
      title={words.table.title}
      asked={asked}
      set={set}
      task={task}
      tasks={playable}
      options={listing === undefined ? {} : { listing }}
      changed={(seats) => ({ ...Object.fromEntries(seats.map((seat) => [seat, undefined])), listing: undefined })}
      between={(i, seats) =>
        i > 0 && <span> {i < seats.length - 1 ? ',' : (board.against?.(words) ?? words.table.sentence.against)} </span>
      }
      more={
        hasListings && (
          <ListingChoice
            label={<span className="unseen">{words.table.listing}</span>}
            listings={listings}
            chosen={listing}
            drawn={words.table.anyListing}
            onChoice={(one) => set({ listing: one, step: undefined })}
          />
        )
      }
    >
      {(setting, seats) => <Yourself setting={setting} seats={seats} />}
    </Dealt>
  );
}

/** The same seats in this tab, newly dealt: who watched has seen the cards. */
function Yourself({ setting, seats }: { readonly setting: Setting; readonly seats: readonly string[] }) {
  const words = useWords();
  const navigate = useNavigate();
  const { domain: _, seats: specs, ...asked } = setting;
  const sit = (you: string) => {
    const seed = Math.floor(Math.random() * 1e9);
    void navigate({ to: '/here', search: { task: setting.task, seed, ...setting.seats, you, after: 0 } as never });
  };
  return (
    <div className="row">
      <span className="muted">{words.table.yourself}</span>
      {seats.map((seat) => (
        <button key={seat} type="button" onClick={() => sit(seat)}>
          {words.table.as(seatName(words, seat))}
        </button>
      ))}
      <Link to={'/replay' as '/'} className="button" search={{ ...asked, ...specs } as never}>
        {words.table.replay}
      </Link>
    </div>
  );
}
