/** Every spec of a plan, resolved before the first game for the domain it will be played in. */
import { type Resources, resolveAgent } from '../../agents/index.ts';
import { arena, type Domain, findBazaarTask, findDomain, type Player, price } from '../../core/index.ts';
import { ExperimentError } from './experiment.ts';
import { partsOf } from './own/parts.ts';
import type { Plan, Table } from './plan.ts';
import type { Players } from './play.ts';

type Seated = Pick<Plan, 'tables'> & Partial<Pick<Plan, 'experiment'>>;

export async function resolvePlayers({ tables, experiment }: Seated, given: Resources): Promise<Players> {
  const resources = { ...given, own: partsOf(experiment ?? {}).agents };
  const played = new Map<string, Set<Domain>>();
  for (const table of tables) {
    const domain = domainAt(table);
    for (const spec of Object.values(table.seats)) played.set(spec, (played.get(spec) ?? new Set()).add(domain));
  }
  const players = new Map<string, Player>();
  for (const [spec, kinds] of played) {
    for (const domain of kinds) {
      const player = await resolveAgent(spec, domain, resources);
      const before = players.get(spec);
      // One name in a table is one agent, and guards are those that can judge the game.
      if (before && before.fingerprint !== player.fingerprint)
        throw new ExperimentError(
          `"${spec}" is another agent in ${domain.name} than in the other games of this experiment: make two of it`,
        );
      players.set(spec, player);
    }
  }
  return players;
}

/** The domain that a table is really played in: a task with several buyers is an arena. */
export function domainAt({ draw }: Pick<Table, 'draw'>): Domain {
  return 'scenario' in draw ? (findDomain(draw.scenario.domain) as Domain) : domainOfTask(draw.task);
}

export function domainOfTask(name: string): Domain {
  return ((findBazaarTask(name)?.task.buyers ?? 1) > 1 ? arena : price) as Domain;
}
