/** The agents of an experiment that nothing is called, all of them at once, before anything is planned. */
import { nearest, resolveAgent, SpecError } from '../../agents/index.ts';
import { type Domain, findDomain, findKit } from '../../core/index.ts';
import { expand } from './agents.ts';
import { type AgentEntry, type Experiment, ExperimentError } from './experiment.ts';
import { areHeld, partsOf } from './own/parts.ts';
import type { Problem } from './problems.ts';
import { domainOfTask } from './resolve-players.ts';
import { samplerRefusal } from './scenarios.ts';
import { standIn } from './stand-in.ts';

/** A model is stood in for: whether it is there is found out when it is asked. */
export async function unknownAgents(experiment: Experiment): Promise<readonly Problem[]> {
  const domain = domainOf(experiment);
  // A manifest whose files were not loaded: it was checked when the run began.
  if (!domain || !areHeld(experiment)) return [];
  const resources = { model: standIn, own: partsOf(experiment).agents };
  const problems: Problem[] = [];
  for (const { path, entry } of entriesOf(experiment)) {
    const { specs, says: unfilled } = specsOf(entry, experiment.models);
    // A control that needs a model is left out where none plays.
    if (unfilled !== undefined && path[0] !== 'controls') problems.push({ path, says: unfilled });
    for (const spec of specs) {
      const refused = await resolveAgent(spec, domain, resources).then(() => undefined, sentence);
      const says = refused && withOwn(refused, spec, [...resources.own.keys()]);
      if (says !== undefined && !problems.some((one) => one.says === says)) problems.push({ path, says });
    }
  }
  return problems;
}

function domainOf({ domain, scenarios }: Experiment): Domain | undefined {
  const [task] = 'tasks' in scenarios ? scenarios.tasks : [];
  return task === undefined ? findDomain(domain) : domainOfTask(task);
}

/** Where each entry stands in the file. */
function entriesOf({ agents, opponents = [], fill, controls }: Experiment) {
  const all: { path: Problem['path']; entry: AgentEntry }[] = [];
  const add = (path: Problem['path'], entry: AgentEntry) => all.push({ path, entry });
  for (const [i, entry] of agents.entries()) add(['agents', i], entry);
  for (const [i, entry] of opponents.entries()) add(['opponents', i], entry);
  for (const [seat, entry] of Object.entries(fill)) add(['fill', seat], entry);
  if (controls) {
    add(['controls', 'script'], controls.script);
    for (const [i, entry] of controls.also.entries()) add(['controls', 'also', i], entry);
  }
  return all;
}

/** What an entry stands for, or why it stands for nobody. */
function specsOf(entry: AgentEntry, models: readonly string[]): { specs: readonly string[]; says?: string } {
  try {
    return { specs: expand([entry], models) };
  } catch (error) {
    if (error instanceof ExperimentError) return { specs: [], says: error.message };
    throw error;
  }
}

/** A slip in the name of one's own agent is more likely meant than any of the house. */
function withOwn(says: string, spec: string, own: readonly string[]): string {
  const [near] = nearest(spec, own, 1);
  return near === undefined ? says : says.replace(/; [^;]*$/, `; did you mean ${near}?`);
}

/** A sampler that the domain does not have. */
export function unknownSampler({ domain, scenarios }: Experiment): readonly Problem[] {
  const samplers = findKit(domain)?.samplers;
  if (!('sampler' in scenarios) || !samplers || Object.hasOwn(samplers, scenarios.sampler)) return [];
  return [{ path: ['scenarios', 'sampler'], says: samplerRefusal(scenarios.sampler, domain, Object.keys(samplers)) }];
}

function sentence(error: unknown): string {
  if (error instanceof SpecError) return error.message;
  throw error;
}
