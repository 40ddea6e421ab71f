/** The registry bazaar: BazaarBATNA's sellers, those of the hardened tasks (NAME+hard) and its rule buyers. */
import { type Entry, entry } from '../../../strategy.ts';
import { bazaarAggressive, bazaarNaive, bazaarRuleBased, bazaarSmart } from './buyers.ts';
import { bazaarQuality } from './quality-buyer.ts';
import { bazaarSeller } from './seller.ts';

export const bazaar = [
  entry('seller', bazaarSeller),
  entry('default', bazaarSeller, { personality: 'default', concedes: 'clock' }),
  entry('deceptive', bazaarSeller, { personality: 'deceptive', concedes: 'clock' }),
  entry('impatient', bazaarSeller, { personality: 'impatient', concedes: 'clock' }),
  entry('collaborative', bazaarSeller, { personality: 'collaborative', concedes: 'clock' }),
  entry('default+hard', bazaarSeller, { personality: 'default', concedes: 'answer' }),
  entry('deceptive+hard', bazaarSeller, { personality: 'deceptive', concedes: 'answer' }),
  entry('impatient+hard', bazaarSeller, { personality: 'impatient', concedes: 'answer' }),
  entry('collaborative+hard', bazaarSeller, { personality: 'collaborative', concedes: 'answer' }),
  entry('naive', bazaarNaive),
  entry('aggressive', bazaarAggressive),
  entry('smart', bazaarSmart),
  entry('rule_based', bazaarRuleBased),
  entry('quality', bazaarQuality),
] as const satisfies readonly Entry[];
