import { type Drawing, type SampledTask, sampledTask, type Task } from '../task.ts';

const list: readonly Pick<SampledTask, 'name' | 'about' | 'difficulty' | 'sampler'>[] = [
  { name: 'items-dond', about: 'Deal or No Deal: books, hats and balls', difficulty: 'medium', sampler: 'dond' },
  { name: 'items-casino', about: 'CaSiNo: food, water and firewood', difficulty: 'medium', sampler: 'casino' },
  { name: 'items-janus', about: "the Janus lab's four items", difficulty: 'easy', sampler: 'janus' },
];

/** Utility is a share of everything, so the reward is too. */
export function itemsTasks(kit: Drawing): readonly Task[] {
  return list.map((task) => sampledTask(kit, { ...task, reward: { low: 0, high: 1 }, opponent: 'boulware' }));
}
