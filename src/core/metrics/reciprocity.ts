/**
 * Whether a seat answers concessions with concessions: the correlation, over its own offers, of how far it came down with
 * how far the other side had come towards it since its own last offer. Both in the seat's own utility, as it sees them.
 */
import { correlation } from './correlation.ts';
import { defineMetric } from './metric.ts';
import { offersOf, worthOf } from './offers.ts';

export const reciprocity = defineMetric({
  name: 'reciprocity',
  about:
    "Pearson correlation of own concession with the other's since the own last offer; needs 3 pairs, and both to vary",
  source: 'after Axelrod 1984; Faratin, Sierra and Jennings 1998 (behaviour-dependent tactics)',
  needs: 'bargain',
  per: 'seat',
  of(episode, seat) {
    const pairs: [theirs: number, own: number][] = [];
    let own: number | undefined;
    let theirs: number | undefined;
    /** Where the other side stood when this seat made its last offer. */
    let theirsThen: number | undefined;
    for (const made of offersOf(episode)) {
      const worth = worthOf(episode, seat, made);
      if (made.seat !== seat) {
        theirs = worth;
        continue;
      }
      if (own !== undefined && theirs !== undefined && theirsThen !== undefined) {
        pairs.push([theirs - theirsThen, own - worth]);
      }
      own = worth;
      theirsThen = theirs;
    }
    return correlation(pairs);
  },
});
