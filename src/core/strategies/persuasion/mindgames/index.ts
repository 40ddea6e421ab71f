/** The registry of mindgames: a literal list. To add a script, write its file and its test and put one line here. */
import { type Entry, entry } from '../../../strategy.ts';
import { bayes } from './bayes.ts';
import { bestSet } from './best-set.ts';
import { dominant } from './dominant.ts';
import { greedy } from './greedy.ts';
import { nothing } from './null.ts';
import { ownTaste } from './own-taste.ts';
import { random } from './random.ts';
import { randomCells } from './random-cells.ts';
import { rational } from './rational.ts';
import { sayAll } from './say-all.ts';

export const mindgamesRegistries = {
  mindgames: [
    entry('rational', rational),
    entry('random_cells', randomCells),
    entry('own_taste', ownTaste),
    entry('say_all', sayAll),
    entry('dominant', dominant),
    entry('ask_first', dominant, { first: true }),
    entry('best_set', bestSet),
    entry('greedy', greedy),
    entry('bayes', bayes),
    entry('planner', bayes, { notes: true }),
    entry('random', random),
    entry('null', nothing),
  ],
} as const satisfies Record<string, readonly Entry[]>;
