/** The registry of ptom scripts: a literal list. To add one, write its file and its test and put one line here. */
import { type Entry, entry } from '../../../strategy.ts';
import { askFirst } from './ask-first.ts';
import { bayes } from './bayes.ts';
import { generic } from './generic.ts';
import { greedy } from './greedy.ts';
import { mind } from './mind.ts';
import { nothing } from './null.ts';
import { ownTaste } from './own-taste.ts';
import { random } from './random.ts';

export const ptomRegistries = {
  ptom: [
    entry('bayes', bayes),
    entry('planner', bayes, { notes: true }),
    entry('ask_first', askFirst),
    entry('greedy', greedy),
    entry('own_taste', ownTaste),
    entry('generic', generic),
    entry('mind', mind),
    entry('rational_mind', mind, { decides: 'rational' }),
    entry('random', random),
    entry('null', nothing),
  ],
} as const satisfies Record<string, readonly Entry[]>;
