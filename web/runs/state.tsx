/** How far a run is, and what can be done about it: it is stopped, or gone on with. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { useWords } from '../words/index.ts';
import type { Listed } from './run.ts';
import style from './state.module.css';

type Going = Pick<Listed, 'name' | 'status' | 'games' | 'planned' | 'failed' | 'perSecond' | 'secondsLeft' | 'problem'>;

export function RunState({ run }: { readonly run: Going }) {
  const words = useWords();
  const { status, games, planned, failed, perSecond, secondsLeft, problem } = run;
  // Whose state cannot be told is not "stopped", and nobody is asked to go on with it.
  if (problem !== null && games === 0)
    return (
      <div className={style.state}>
        <p className="problem">{problem}</p>
      </div>
    );
  return (
    <div className={style.state}>
      {problem !== null && <p className="problem">{problem}</p>}
      <p role={status === 'running' ? 'status' : undefined}>
        <span className={style.mark} data-status={status}>
          {words.runs.status[status]}
        </span>{' '}
        {status === 'finished' ? words.runs.count(games) : words.runs.done(games, planned)}
        {failed > 0 && <span className="muted"> {words.runs.failed(failed)}</span>}
      </p>
      {status !== 'finished' && (
        <progress className={style.bar} value={games} max={planned} aria-label={words.runs.done(games, planned)} />
      )}
      {status === 'running' && (
        <p className="small muted">
          {perSecond === null || secondsLeft === null ? words.runs.noRate : words.runs.left(perSecond, secondsLeft)}
        </p>
      )}
      {status !== 'finished' && <Control run={run} />}
    </div>
  );
}

function Control({ run: { name, status } }: { readonly run: Going }) {
  const words = useWords();
  const queries = useQueryClient();
  const verb = status === 'running' ? 'stop' : 'resume';
  const { mutate, isPending, error } = useMutation<unknown, Problem, 'stop' | 'resume'>({
    mutationFn: (what) =>
      what === 'stop'
        ? ask('POST /v1/runs/{run}/stop', { path: { run: name } })
        : ask('POST /v1/runs/{run}/resume', { path: { run: name } }),
    onSettled: async () => {
      await Promise.all([['runs'], ['run', name]].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return (
    <div className="stack">
      <button type="button" disabled={isPending} onClick={() => mutate(verb)}>
        {words.runs[verb]}
      </button>
      <Refusal error={error} onAgain={() => mutate(verb)} />
    </div>
  );
}
