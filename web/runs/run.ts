/** A run as the pages know it: its place in the list, its report, and how it goes while somebody plays it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Intervals, PayoffMatrix, Scatter } from '../../src/lab/charts/index.ts';
import { type Answer, addressOf, ask, type Problem } from '../api/client.ts';
import { streamOf } from '../api/stream.ts';

export type Runs = Answer<'GET /v1/runs'>;
export type Listed = Runs['runs'][number];
export type GameRow = Answer<'GET /v1/runs/{run}/games'>['games'][number] & Readonly<Record<string, unknown>>;

export type Cell =
  | string
  | {
      readonly kind: string;
      readonly text?: string;
      readonly value?: number | null;
      readonly mean?: number | null;
      readonly id?: string;
    };

export type Drawing =
  | ({ readonly kind: 'intervals' } & Intervals)
  | ({ readonly kind: 'heatmap' } & PayoffMatrix)
  | ({ readonly kind: 'scatter' } & Scatter);

interface ReportRow {
  readonly cells: readonly Cell[];
  readonly control?: true;
  /** How many games are behind it. */
  readonly games?: number;
}

export interface ReportSection {
  readonly title: string;
  readonly about?: string;
  readonly chart?: Drawing;
  readonly notes?: readonly string[];
  readonly columns?: readonly string[];
  readonly rows?: readonly ReportRow[];
}

export interface Report {
  readonly title: string;
  readonly about: string;
  readonly inShort?: readonly string[];
  readonly facts: readonly string[];
  readonly warnings: readonly string[];
  readonly sections: readonly ReportSection[];
}

export type Run = Omit<Answer<'GET /v1/runs/{run}'>, 'report'> & { readonly report: Report | null };

/** Milliseconds between two looks at a list in which something goes on. */
const LOOK = 2000;

export function useRuns() {
  return useQuery<Runs, Problem>({
    queryKey: ['runs'],
    queryFn: ({ signal }) => ask('GET /v1/runs', { signal }),
    refetchInterval: ({ state: { data } }) => (data?.runs.some(({ status }) => status === 'running') ? LOOK : false),
  });
}

export function useRun(name: string) {
  return useQuery<Run, Problem>({
    queryKey: ['run', name],
    queryFn: async ({ signal }) => (await ask('GET /v1/runs/{run}', { path: { run: name }, signal })) as unknown as Run,
  });
}

/** Follows a run that is being played: its figures as they change, and all of it again when it is over. */
export function useFollow(name: string, running: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!running) return;
    const stop = new AbortController();
    const follow = async () => {
      for await (const { event, data } of streamOf(
        addressOf('/v1/runs/{run}/events', { path: { run: name } }),
        stop.signal,
      )) {
        if (event === 'over') break;
        queries.setQueryData(['run', name], (old: Run | undefined) => old && { ...old, ...(data as object) });
        void queries.invalidateQueries({ queryKey: ['games', name] });
      }
      for (const key of [['run', name], ['runs'], ['games', name], ['spread', name]])
        void queries.invalidateQueries({ queryKey: key });
    };
    // A line that was lost: the list looks again by itself, and whoever opens the page follows anew.
    void follow().catch(() => undefined);
    return () => stop.abort();
  }, [name, running, queries]);
}
