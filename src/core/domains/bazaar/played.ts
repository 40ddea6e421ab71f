/**
 * The tasks of BazaarBATNA as tasks of an environment, as they were or hardened, with their graders. Who opens, how long and about
 * what is the task's affair.
 */
import type { Domain } from '../../types.ts';
import { arena } from '../arena/arena.ts';
import { price } from '../price/price.ts';
import type { Task } from '../task.ts';
import { arenaScenario } from './arena-scenario.ts';
import { dealSeed } from './career.ts';
import { careerRecord, dealRecord, scoreTask } from './graders.ts';
import { bazaarScenario } from './scenario.ts';
import { type BazaarTask, bazaarTaskNames, findBazaarTask } from './tasks.ts';

export const bazaarTasks: readonly Task[] = bazaarTaskNames.map((name): Task => {
  const { task, hard } = findBazaarTask(name) as { task: BazaarTask; hard: boolean };
  const several = task.buyers > 1;
  return {
    name,
    domain: (several ? arena : price) as Domain,
    about: `BazaarBATNA: ${task.about}${hard ? '; hardened: numbers drawn, the type of the seller hidden, deadlines kept' : ''}`,
    difficulty: task.difficulty,
    reward: rewardRange(task, hard),
    opponent: 'bazaar:smart',
    opponents: { seller: 'bazaar:seller' },
    deals: task.deals,
    scenario(seed, { buyers }, played = []) {
      if (buyers !== undefined && !several) throw new RangeError(`${name} has one buyer: leave buyers out`);
      const deal = played.length + 1;
      const records = played.flatMap((episode) => dealRecord(episode) ?? []);
      const career = records.length > 0 ? careerRecord(records) : undefined;
      return {
        scenario: several ? arenaScenario(name, { seed, buyers }) : bazaarScenario(name, { seed, deal, career }),
        source: { task: name, seed, ...(task.deals > 1 && { deal }), ...(buyers !== undefined && { buyers }) },
        seed: dealSeed(seed, deal),
      };
    },
    // The graders are the buyer's.
    grade: (episodes, seat) => (seat === 'seller' ? undefined : scoreTask(name, episodes, seat)),
  };
});

function rewardRange({ listings, buyers }: BazaarTask, hard: boolean): Task['reward'] {
  if (!hard) return listings ? { low: -3.4, high: 3.4 } : { low: -0.5, high: 1.5 };
  if (buyers > 1) return { low: -7, high: 7 };
  return listings ? { low: -60, high: 60 } : { low: -2, high: 3 };
}
