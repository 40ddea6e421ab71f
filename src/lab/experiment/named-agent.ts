/** The one agent or control of a lineup that an entry of the file means, with the model filled in. */
import { agentsIn, type Lineup, type NamedIn } from './agents.ts';
import { ExperimentError } from './experiment.ts';

/** `where` names the key in an error. */
export function namedAgent(
  entry: string,
  where: string,
  experiment: NamedIn,
  { agents, controls }: Pick<Lineup, 'agents' | 'controls'>,
): string {
  const rows = [...agents, ...controls];
  const [spec, ...more] = agentsIn([entry], experiment);
  if (spec === undefined || more.length > 0)
    throw new ExperimentError(`${where}: "${entry}" stands for ${more.length + (spec ? 1 : 0)} agents, expected one`);
  if (!rows.includes(spec))
    throw new ExperimentError(
      `${where}: got "${spec}", expected an agent or a control of this experiment: ${rows.join(', ')}`,
    );
  return spec;
}
