/** What this tab cannot play: a spec that is none, or a model, which plays at the server. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { partsOf } from '../agents/agents.ts';
import { ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { useWords } from '../words/index.ts';
import type { Setting } from './watched.tsx';

/** Milliseconds that an agent takes for a turn, so that it can be followed. */
const PACE = 500;

export function AtServer({ problem, setting }: { readonly problem: string; readonly setting: Setting }) {
  const words = useWords();
  const navigate = useNavigate();
  const open = useMutation<void, Problem>({
    mutationFn: async () => {
      const { domain: _, task, ...asked } = setting;
      const body = { ...asked, task: task as 'price-wide', listed: true, pace: PACE };
      const { id } = await ask('POST /v1/games', { body });
      await navigate({ to: '/g/$id' as '/', params: { id } as never });
    },
  });
  const byModel = Object.values(setting.seats).some((spec) => !partsOf(spec));
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
        <button type="button" className="main" disabled={open.isPending} onClick={() => open.mutate()}>
          {words.table.atServer}
        </button>
      )}
    </div>
  );
}
