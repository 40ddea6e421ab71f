import { type Drawing, type SampledTask, sampledTask, type Task } from '../task.ts';

const list: readonly Pick<SampledTask, 'name' | 'about' | 'difficulty' | 'sampler'>[] = [
  {
    name: 'items-dond',
    about: 'Deal or No Deal: two sides split books, hats and balls that each values in its own way',
    difficulty: 'medium',
    sampler: 'dond',
  },
  {
    name: 'items-casino',
    about: 'CaSiNo: two campers split food, water and firewood, each with its own order of needs',
    difficulty: 'medium',
    sampler: 'casino',
  },
  {
    name: 'items-janus',
    about: "the Janus lab's game: two sides split four items that each values in its own way",
    difficulty: 'easy',
    sampler: 'janus',
  },
];

/** Utility is a share of everything, so the reward is too. */
export function itemsTasks(kit: Drawing): readonly Task[] {
  return list.map((task) => sampledTask(kit, { ...task, reward: { low: 0, high: 1 }, opponent: 'boulware' }));
}
