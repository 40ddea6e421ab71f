/** The corpora that can be imported, in a literal list: adding one is a file, its test and a line. */
import { casino } from './casino.ts';
import type { CorpusSource } from './corpus.ts';
import { craigslist } from './craigslist.ts';
import { dond } from './dond.ts';
import { hinglish } from './hinglish.ts';
import { ptom } from './ptom.ts';

export { type Corpus, type Dialogue, importCorpus } from './corpus.ts';
export const corpora: readonly CorpusSource[] = [craigslist, dond, casino, hinglish, ptom];
export { ptomScenario } from './ptom-scenario.ts';
