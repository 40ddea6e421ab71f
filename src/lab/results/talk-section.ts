/** The honesty ledger of an experiment: for each agent that spoke, how often it deceived and how often it was deceived. */
import type { Episode } from '../../core/index.ts';
import { honestyOf } from '../honesty/index.ts';
import type { Section } from './section.ts';
import { percent } from './show.ts';

export function talkSection(episodes: readonly Episode[]): Section | undefined {
  const ledger = honestyOf(episodes).filter(({ claims, falseHeard }) => claims > 0 || falseHeard > 0);
  if (ledger.length === 0) return undefined;
  return {
    title: 'Honesty',
    about:
      'Claims in the words on limits, costs, rivals and time, held against what the speaker knew. Deception: false of those that can be judged. Credulity: of the false limits heard, the share met with the very next act. The phrase book misses claims, so these are lower bounds.',
    table: {
      head: ['agent', 'claims', 'true', 'false', 'cannot be known', 'deception', 'false limits heard', 'credulity'],
      words: [0],
      rows: ledger.map((one) => [
        one.agent,
        String(one.claims),
        String(one.true),
        String(one.false),
        String(one.cannotBeKnown),
        percent(one.deception),
        String(one.falseHeard),
        percent(one.credulity),
      ]),
    },
  };
}
