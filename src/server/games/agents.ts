/** The agents of a table as they sit at this server: at a pace that people can watch, or silent while another server has them think. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, Domain, Event, Player, Scenario, Seat } from '../../core/index.ts';
import { toActAfter } from './live-game.ts';

export function paced(agent: Agent, milliseconds: number): Agent {
  return {
    name: agent.name,
    async act(view, context) {
      await sleep(milliseconds);
      return agent.act(view, context);
    },
  };
}

/** Agents that another server has think. */
export function silent(agents: Readonly<Record<Seat, Player>>): Record<Seat, Player> {
  const act = () => new Promise<never>(() => undefined);
  return Object.fromEntries(
    Object.entries(agents).map(([seat, player]) => [seat, { ...player, agent: { name: player.agent.name, act } }]),
  );
}

export function agentIsToAct(
  domain: Domain,
  scenario: Scenario,
  events: readonly Event[],
  agents: Readonly<Record<Seat, Player>>,
): boolean {
  const seats = Object.keys(agents);
  return seats.length > 0 && toActAfter(domain, scenario, events).some((seat) => seats.includes(seat));
}
