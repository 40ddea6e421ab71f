/** Whom the assertions and the scorers of an experiment mean, before anything is played. */
import { modelIn } from '../../agents/index.ts';
import type { Lineup } from './agents.ts';
import { type Experiment, ExperimentError } from './experiment.ts';
import { namedAgent } from './named-agent.ts';

export function checkReferences(experiment: Experiment, lineup: Lineup): void {
  const { assert = [], scorers = [] } = experiment;
  for (const { agent, over } of assert) {
    const first = namedAgent(agent, 'assert.agent', experiment, lineup);
    if (over !== undefined && namedAgent(over, 'assert.over', experiment, lineup) === first)
      throw new ExperimentError(`assert.over: got "${first}", which is the agent itself, expected another`);
  }
  const sitting = [...lineup.agents, ...lineup.controls, ...lineup.opponents, ...Object.values(experiment.fill)];
  for (const { name, model } of scorers)
    if (model !== undefined && sitting.some((spec) => modelIn(spec) === model))
      throw new ExperimentError(
        `scorers: ${model} sits at the table here: it must not grade its own games in ${name}, name another model`,
      );
}
