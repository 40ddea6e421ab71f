/**
 * What modules of one's own bring to an experiment: agents, metrics, scorers and judges, by name. Held by the hash of the module, so
 * an experiment has those of the files that it names and nobody else does. Apart from the loader, which brings a compiler along.
 */
import type { OwnAgent } from '../../../agents/index.ts';
import { type Episode, type Metric, metrics, type Seat } from '../../../core/index.ts';

/** A module by its file, and the hash of its sources. */
export interface ModuleRef {
  readonly file: string;
  readonly hash: string;
}

type Later<T> = T | Promise<T>;
/** A number for each seat that has one. */
export type Scores = Readonly<Record<Seat, number | undefined>>;

/** A number for each seat that only code, or a service, can give: asked once a game, and kept beside the games. */
export interface OwnScorer {
  score(episode: Episode): Later<Scores>;
}

/** What a judge is asked: all that a model would see, and the game itself. */
export interface RubricQuestion {
  readonly rubric: string;
  readonly scale: readonly [number, number];
  readonly seats: readonly Seat[];
  readonly evidence: string;
  readonly episode: Episode;
}
export type OwnJudge = (question: RubricQuestion) => Later<Scores>;

export interface Parts {
  readonly agents: ReadonlyMap<string, OwnAgent>;
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly scorers: ReadonlyMap<string, OwnScorer>;
  readonly judges: ReadonlyMap<string, OwnJudge>;
}

const held = new Map<string, Parts>();

export function holdParts(hash: string, parts: Parts): void {
  held.set(hash, parts);
}

type WithModules = { readonly modules?: readonly ModuleRef[] | undefined };

/** False for a manifest whose modules were not loaded: it was checked when the run began. */
export function areHeld({ modules = [] }: WithModules): boolean {
  return modules.every(({ hash }) => held.has(hash));
}

export function partsOf({ modules = [] }: WithModules): Parts {
  const parts = modules.flatMap(({ hash }) => held.get(hash) ?? []);
  const all = <T>(pick: (one: Parts) => ReadonlyMap<string, T>) => new Map(parts.flatMap((one) => [...pick(one)]));
  return {
    agents: all((one) => one.agents),
    metrics: all((one) => one.metrics),
    scorers: all((one) => one.scorers),
    judges: all((one) => one.judges),
  };
}

/** Those of the house, then those of one's own. */
export function metricsOf(experiment: WithModules): readonly Metric[] {
  return [...metrics, ...partsOf(experiment).metrics.values()];
}
