/**
 * The presets: a literal list, each an experiment as data. To add one, write its file and put one line here. Its `about` says only what
 * holds whatever agents, scenarios and counts the command line puts in their place.
 */
import type { ExperimentFile } from '../experiment.ts';
import { agreemate } from './agreemate.ts';
import { arena } from './arena.ts';
import { janusBench } from './janus-bench.ts';
import { ladder } from './ladder.ts';
import { persuasion } from './persuasion.ts';
import { persuasionPtom } from './persuasion-ptom.ts';
import { persuasionTrace } from './persuasion-trace.ts';
import { sellerQuality } from './seller-quality.ts';
import { tells } from './tells.ts';
import { terms, termsPaired } from './terms.ts';
import { tournament } from './tournament.ts';

export const presets: Readonly<Record<string, ExperimentFile>> = {
  tournament,
  'janus-bench': janusBench,
  ladder,
  tells,
  'seller-quality': sellerQuality,
  arena,
  agreemate,
  persuasion,
  'persuasion-ptom': persuasionPtom,
  'persuasion-trace': persuasionTrace,
  terms,
  'terms-paired': termsPaired,
};
