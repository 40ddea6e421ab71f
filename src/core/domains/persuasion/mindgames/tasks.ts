import { type Drawing, type SampledTask, sampledTask, type Task } from '../../task.ts';

// Whether the table says anything of the target is what a persuader has to find out: these two have one name to it.
const list: readonly Pick<SampledTask, 'name' | 'about' | 'difficulty' | 'sampler' | 'settings' | 'namedTo'>[] = [
  {
    name: 'mindgames-hidden',
    about: 'a solvable game, the mind of the target hidden',
    difficulty: 'hard',
    sampler: 'solution',
    namedTo: ['target'],
  },
  {
    name: 'mindgames-revealed',
    about: 'a solvable game, the mind of the target revealed',
    difficulty: 'medium',
    sampler: 'solution',
    settings: { condition: 'revealed' },
  },
  {
    name: 'mindgames-scrambled',
    about: 'the table of a solvable game and a target that it says nothing of',
    difficulty: 'hard',
    sampler: 'scrambled',
    namedTo: ['target'],
  },
];

/** Across from whoever learns to persuade sits arithmetic; across from a target a persuader who knows how. */
export function mindgamesTasks(kit: Drawing): readonly Task[] {
  return list.map((task) =>
    sampledTask(kit, {
      ...task,
      reward: { low: 0, high: 1 },
      opponent: 'rational',
      opponents: { target: 'rational', persuader: 'dominant' },
    }),
  );
}
