/** What this tab cannot play: a spec that is none, or a model, which plays at the server. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use, useState } from 'react';
import { partsOf } from '../agents/agents.ts';
import { ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { lazily } from '../shell/lazily.ts';
import { useWords } from '../words/index.ts';
import type { Setting } from './watched.tsx';

/** Milliseconds that an agent takes for a turn, so that it can be followed. */
const PACE = 500;
const engine = lazily(() => import('./in-tab.ts'));

export function AtServer({ problem, setting }: { readonly problem: string; readonly setting: Setting }) {
  const words = useWords();
  const navigate = useNavigate();
  const { believes } = use(engine());
  const [asks, setAsks] = useState(true);
  const { domain, task, seats } = setting;
  const believers = Object.keys(seats).filter((seat) => believes(seats[seat] ?? '', domain));
  const open = useMutation<void, Problem>({
    mutationFn: async () => {
      const { domain: _, ...asked } = setting;
      const stating = asks ? believers.map((seat) => [seat, withBeliefs(seats[seat] ?? '')]) : [];
      const seated = { ...seats, ...Object.fromEntries(stating) };
      const body = { ...asked, seats: seated, task: task as 'price-wide', listed: true, pace: PACE };
      const { id } = await ask('POST /v1/games', { body });
      await navigate({ to: '/g/$id' as '/', params: { id } as never });
    },
  });
  const byModel = Object.values(seats).some((spec) => !partsOf(spec));
  return (
    <div className="stack">
      {open.error ? (
        <Refusal error={open.error} offline={words.start.offline} onAgain={() => open.mutate()} />
      ) : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {byModel && (
        <>
          {believers.length > 0 && (
            <label>
              <input type="checkbox" checked={asks} onChange={({ target }) => setAsks(target.checked)} />{' '}
              {words.table.askBeliefs}
            </label>
          )}
          <button type="button" className="main" disabled={open.isPending} onClick={() => open.mutate()}>
            {words.table.atServer}
          </button>
        </>
      )}
    </div>
  );
}

/** The same agent, who says in private what it believes before each act. */
function withBeliefs(spec: string): string {
  const own = spec.slice(spec.lastIndexOf('@') + 1);
  return /[?&]beliefs=/.test(own) ? spec : `${spec}${own.includes('?') ? '&' : '?'}beliefs=on`;
}
