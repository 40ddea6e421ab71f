/** The agents of an experiment that nothing is called, all of them at once, before anything is planned. */
import { resolveAgent, SpecError } from '../../agents/index.ts';
import { type Domain, findDomain } from '../../core/index.ts';
import { expand } from './agents.ts';
import { type AgentEntry, type Experiment, ExperimentError } from './experiment.ts';
import { areHeld, partsOf } from './own/parts.ts';
import type { Problem } from './problems.ts';
import { domainOfTask } from './resolve-players.ts';
import { standIn } from './stand-in.ts';

/** A model is stood in for: whether it is there is found out when it is asked. */
export async function unknownAgents(experiment: Experiment): Promise<readonly Problem[]> {
  const domain = domainOf(experiment);
  // A manifest whose files were not loaded: it was checked when the run began.
  if (!domain || !areHeld(experiment)) return [];
  const resources = { model: standIn, own: partsOf(experiment).agents };
  const problems: Problem[] = [];
  for (const { path, entry } of entriesOf(experiment)) {
    for (const spec of specsOf(entry, experiment.models)) {
      const says = await resolveAgent(spec, domain, resources).then(() => undefined, sentence);
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

/** What an entry cannot stand for is said where the lineup is made, which knows the whole of it. */
function specsOf(entry: AgentEntry, models: readonly string[]): readonly string[] {
  try {
    return expand([entry], models);
  } catch (error) {
    if (error instanceof ExperimentError) return [];
    throw error;
  }
}

function sentence(error: unknown): string {
  if (error instanceof SpecError) return error.message;
  throw error;
}
