import { type Drawing, type SampledTask, sampledTask, type Task } from '../../task.ts';

const list: readonly Pick<SampledTask, 'name' | 'about' | 'difficulty' | 'settings' | 'namedTo'>[] = [
  {
    name: 'ptom-fit',
    about: 'advise somebody whose preferences you cannot see: the option that fits best is to be chosen',
    difficulty: 'medium',
    settings: { objective: 'fit', condition: 'HIDDEN' },
    namedTo: ['persuader'],
  },
  {
    name: 'ptom-a',
    about: 'persuade somebody whose preferences you cannot see: A is to be chosen',
    difficulty: 'hard',
    settings: { objective: 'A', condition: 'HIDDEN' },
    namedTo: ['persuader'],
  },
  {
    name: 'ptom-revealed',
    about: 'the same with all preferences revealed, either objective',
    difficulty: 'easy',
    settings: { condition: 'REVEALED' },
  },
];

/** The reward of either seat is at least 0 and at most 1. */
export function ptomTasks(kit: Drawing): readonly Task[] {
  return list.map((task) =>
    sampledTask(kit, { ...task, sampler: 'ptom', reward: { low: 0, high: 1 }, opponent: 'ptom:mind' }),
  );
}
