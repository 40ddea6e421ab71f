/** The arena: one seller, as many buyers as one likes, live; and a seat for whoever wants to bid or sell. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, use, useState } from 'react';
import type { Task } from '../../src/core/index.ts';
import type { Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { boardDomains } from '../boards/index.ts';
import { startGame } from '../game/start.ts';
import type { Setting } from '../game/watched.tsx';
import { seatName, useWords } from '../words/index.ts';
import { Dealt, engine, useAsked } from './dealt.tsx';

const FIRST_TASK = 'marketplace_arena+hard';
const COUNTS = [2, 3, 4, 5, 6, 8];
const FEW = 3;

export default function Arena() {
  return (
    <Suspense fallback={null}>
      <Several />
    </Suspense>
  );
}

function Several() {
  const words = useWords();
  const [asked, set] = useAsked('/arena');
  const [{ seatsOf }, { tasks }] = use(engine());
  // Games in which more than two sit: the others have their place at the table.
  const several = tasks().filter(
    ({ name, domain, deals }) => deals === 1 && boardDomains.includes(domain.name) && seatsOf(name, 1).length > 2,
  );
  const named = (task: string) => several.find(({ name }) => name === task);
  const task = (named(asked.task ?? FIRST_TASK) ?? named(FIRST_TASK)) as Task;
  const buyers = COUNTS.includes(Number(asked.buyers)) ? Number(asked.buyers) : FEW;
  return (
    <Dealt
      title={words.arena.title}
      asked={asked}
      set={set}
      task={task}
      tasks={several}
      options={{ buyers }}
      first={
        <label>
          <span className="unseen">{words.arena.buyers}</span>
          <select value={buyers} onChange={({ target }) => set({ buyers: Number(target.value), step: undefined })}>
            {COUNTS.map((count) => (
              <option key={count} value={count}>
                {words.arena.how(count)}
              </option>
            ))}
          </select>
        </label>
      }
      between={(i, seats) => i === seats.length - 1 && <span>{words.arena.against}</span>}
    >
      {(setting, seats) => <SitDown setting={setting} seats={seats} />}
    </Dealt>
  );
}

/** A person among the same agents, in a game of the server: newly drawn, since who watched has seen the cards. */
function SitDown({ setting, seats }: { readonly setting: Setting; readonly seats: readonly string[] }) {
  const words = useWords();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  const seat = seats.includes(chosen) ? chosen : (seats[0] ?? '');
  const sit = useMutation<string, Problem>({
    mutationFn: () => {
      const { task, buyers = FEW, seats: agents } = setting;
      return startGame({ task, seat, agents, buyers });
    },
    onSuccess: (id) => navigate({ to: '/g/$id' as '/', params: { id } as never }),
  });
  return (
    <>
      <div className="row">
        <label>
          {words.arena.takeSeat}{' '}
          <select value={seat} aria-label={words.arena.seat} onChange={({ target }) => setChosen(target.value)}>
            {seats.map((one) => (
              <option key={one} value={one}>
                {seatName(words, one)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" aria-disabled={sit.isPending} onClick={() => sit.isPending || sit.mutate()}>
          {words.arena.sit}
        </button>
        <span className="small muted">{words.arena.fresh}</span>
      </div>
      <Refusal error={sit.error} offline={words.start.offline} onAgain={() => sit.mutate()} />
    </>
  );
}
