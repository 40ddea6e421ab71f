/** How far a run is, and what can be done about it: it is stopped, or gone on with. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { useWords } from '../words/index.ts';
import type { Listed } from './run.ts';
import style from './state.module.css';

type Going = Pick<
  Listed,
  'name' | 'status' | 'games' | 'planned' | 'failed' | 'perSecond' | 'secondsLeft' | 'reported' | 'problem'
>;

export function RunState({ run }: { readonly run: Going }) {
  const words = useWords();
  const { status, games, planned, failed, perSecond, secondsLeft, reported, problem } = run;
  // Whose state cannot be told is not "stopped", and nobody is asked to go on with it.
  if (problem !== null && games === 0)
    return (
      <div className={style.state}>
        <p className="problem">{problem}</p>
      </div>
    );
  // All was played, and what was to come of it was not written.
  const isBare = status === 'finished' && !reported;
  return (
    <div className={style.state}>
      {problem !== null && <p className="problem">{problem}</p>}
      <p role={status === 'running' ? 'status' : undefined}>
        <span className={style.mark} data-status={isBare ? 'played' : status}>
          {words.runs.status[isBare ? 'played' : status]}
        </span>{' '}
        {status === 'finished' ? words.runs.count(games) : words.runs.done(games, planned)}
        {failed > 0 && <span className="muted"> {words.runs.failed(failed)}</span>}
      </p>
      {status !== 'finished' && (
        <progress className={style.bar} value={games} max={planned} aria-label={words.runs.done(games, planned)} />
      )}
      {status === 'running' && (
        <p className="small muted">
          {games >= planned
            ? words.runs.reporting
            : perSecond === null || secondsLeft === null
              ? words.runs.noRate
              : words.runs.left(perSecond, secondsLeft)}
        </p>
      )}
      {isBare && <p className="small muted">{words.runs.unreported}</p>}
      {/* What was refused in one state is nothing to say of the next. */}
      {(status !== 'finished' || isBare) && <Control key={status} run={run} />}
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
        {words.runs[status === 'finished' ? 'report' : verb]}
      </button>
      <Refusal error={error} onAgain={() => mutate(verb)} />
    </div>
  );
}
