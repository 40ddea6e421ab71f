/** The domains: a literal list, one folder each. */
import type { Domain, Seat } from '../types.ts';
import { arenaKit } from './arena/kit.ts';
import { bazaarTasks } from './bazaar/played.ts';
import { items } from './items/items.ts';
import { itemsKit } from './items/kit.ts';
import type { DomainKit } from './kit.ts';
import { mindgamesKit } from './persuasion/mindgames/kit.ts';
import { ptomKit } from './persuasion/ptom/kit.ts';
import { ptom } from './persuasion/ptom/ptom.ts';
import { traceKit } from './persuasion/trace/kit.ts';
import { trace } from './persuasion/trace/trace.ts';
import { priceKit } from './price/kit.ts';
import { price } from './price/price.ts';
import { type Task, tasksOf } from './task.ts';
import { termsTasks } from './terms/tasks.ts';

export * from './arena/arena.ts';
export * from './bazaar/index.ts';
export * from './items/items.ts';
export * from './items/samplers.ts';
export type { DistributiveIssue, DomainKit, NamedScenarios, OwnFacts, Sampler } from './kit.ts';
export * from './persuasion/mindgames/index.ts';
export * from './persuasion/ptom/index.ts';
export * from './persuasion/trace/index.ts';
export * from './price/listings/index.ts';
export * from './price/money.ts';
export * from './price/price.ts';
export * from './price/samplers.ts';
export { type DrawnTask, type SampledTask, sampledTask, type Task, type TaskOptions } from './task.ts';
export * from './terms/index.ts';

/** Those that two agents play, by name. */
export const domains = {
  price,
  items,
  mindgames: mindgamesKit.rules,
  ptom: ptom as Domain,
  trace: trace as Domain,
} as const satisfies Record<string, Domain>;

/** Every domain of the house. To add one, write its folder and put its record here. */
const house: readonly DomainKit[] = [priceKit, itemsKit, arenaKit, mindgamesKit, ptomKit, traceKit];

const byName = new Map(house.map((kit) => [kit.rules.name, kit]));

/** Every domain that can be played: those of the house, then those of one's own that were added. */
export function kits(): readonly DomainKit[] {
  return [...byName.values()];
}

/** Lets a domain of one's own be played. Another of the same name, or tasks of known names, are refused: a name means one thing. */
export function addKit(kit: DomainKit): void {
  const known = byName.get(kit.rules.name);
  if (known && known !== kit)
    throw new RangeError(`there is a domain ${kit.rules.name} already: give yours another name`);
  const problem = known ? undefined : taskProblem(kit);
  if (problem) throw new RangeError(`${kit.rules.name}: ${problem}`);
  byName.set(kit.rules.name, kit);
}

function taskProblem(kit: DomainKit): string | undefined {
  const names = tasksOf(kit).map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `it has two tasks ${twice}: give one of them another name`;
  const taken = names.find((name) => findTask(name));
  return taken && `there is a task ${taken} already: give yours another name`;
}

/** What is known of a domain, by its name. */
export function findKit(name: string): DomainKit | undefined {
  return byName.get(name);
}

export function findDomain(name: string): Domain | undefined {
  return byName.get(name)?.rules;
}

/** The seats of a domain in which every scenario has the same ones. */
export function rolesOf(name: string): readonly Seat[] {
  const roles = findKit(name)?.roles;
  if (!roles) throw new RangeError(`the seats of ${name} are those of a scenario`);
  return roles;
}

/** The tasks of the house, in the order in which an environment counts through them. The bazaar's are games of price and of the arena, those of TERMS-Bench of price. */
export const houseTasks: readonly Task[] = [
  ...house.flatMap((kit) => kit.environment ?? []),
  ...bazaarTasks,
  ...termsTasks,
];

/** Every task: those of the house, then those of domains of one's own. */
export function tasks(): readonly Task[] {
  return [...houseTasks, ...kits().slice(house.length).flatMap(tasksOf)];
}

export function findTask(name: string): Task | undefined {
  return tasks().find((task) => task.name === name);
}
