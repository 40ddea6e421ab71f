/**
 * A task: what an environment plays. It draws a scenario from a seed and names who sits across by default.
 *
 * `reward` is the range that the utility of any seat can take in this task. A task of a domain of one's own may leave it out.
 */
import type { Episode, Source } from '../transcript.ts';
import type { Domain, Scenario, Seat } from '../types.ts';
import type { DomainKit } from './kit.ts';

export interface Task {
  readonly name: string;
  readonly domain: Domain;
  readonly about: string;
  readonly difficulty?: 'easy' | 'medium' | 'hard' | 'expert';
  readonly reward?: { readonly low: number; readonly high: number };
  /** The spec of who sits across when nobody is named. */
  readonly opponent: string;
  /** Where a seat needs another than that. */
  readonly opponents?: Readonly<Record<Seat, string>>;
  /** The only seats that are told its name before the end, where it says what another side is after or has in mind; the others are told the domain's. */
  readonly namedTo?: readonly Seat[];
  /** Games in a row, each with the record of those before. */
  readonly deals: number;
  /** The scenario of the next deal, with the seed of its agents. What the options ask for in vain is a RangeError in a sentence. */
  scenario(seed: number, options: TaskOptions, played?: readonly Episode[]): DrawnTask;
  /** The task's own score beside the utility, where it has one; undefined when a deal broke down. */
  grade?(episodes: readonly Episode[], seat: Seat): { readonly score: number; readonly success: boolean } | undefined;
}

export interface TaskOptions {
  readonly turnLimit?: number;
  readonly opens?: Seat;
  /** A listing by its id, for tasks that are about listings. */
  readonly listing?: string;
  /** How many bid, for tasks with several buyers. */
  readonly buyers?: number;
}

export interface DrawnTask {
  readonly scenario: Scenario;
  /** Where the scenario came from. */
  readonly source: Source;
  readonly seed: number;
}

export interface SampledTask extends Omit<Task, 'domain' | 'deals' | 'scenario' | 'grade'> {
  /** By its name in the kit. */
  readonly sampler: string;
  /** What the sampler is asked for besides the options of the table. */
  readonly settings?: Source;
  /** Draws a scenario about one listing instead, where the domain has listings. */
  readonly ofListing?: (id: string, seed: number, options: Source) => Scenario;
}

/** The part of a kit that draws scenarios. */
export type Drawing = Pick<DomainKit, 'rules' | 'samplers' | 'options'>;

/** A task of one game, whose scenarios a sampler draws. */
export function sampledTask(
  { rules, samplers, options: known = [] }: Drawing,
  { sampler, settings, ofListing, ...task }: SampledTask,
): Task {
  const sample = samplers[sampler];
  if (!sample) throw new RangeError(`${rules.name} has no sampler "${sampler}"`);
  return {
    ...task,
    domain: rules,
    deals: 1,
    scenario(seed, { listing, ...table }) {
      const options: Source = { ...settings, ...given(table) };
      const unknown = Object.keys(options).find((option) => !known.includes(option));
      if (unknown !== undefined) throw new RangeError(`${task.name} has no ${unknown} to choose: leave it out`);
      if (listing !== undefined && !ofListing)
        throw new RangeError(`${task.name} is not about listings: leave the listing out`);
      const drawn: Omit<DrawnTask, 'seed'> =
        listing !== undefined && ofListing
          ? { scenario: ofListing(listing, seed, options), source: { listing, seed, ...options } }
          : { scenario: sample(seed, options), source: { sampler, seed, ...options } };
      const problem = rules.problem(drawn.scenario);
      if (problem) throw new RangeError(problem);
      return { ...drawn, seed };
    },
  };
}

/** A task for each sampler, for a domain that names none of its own. */
export function tasksOf(kit: DomainKit): readonly Task[] {
  return (
    kit.environment ??
    Object.keys(kit.samplers).map((sampler) =>
      sampledTask(kit, { name: `${kit.rules.name}-${sampler}`, about: kit.about, opponent: kit.control, sampler }),
    )
  );
}

function given(options: Omit<TaskOptions, 'listing'>): Source {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
