/**
 * The registries: literal lists of named scripts. To add one, write its file and its test and put one line here.
 *
 * janus-a and janus-b are the Janus lab's two registries, faithful to the cent, leaks included (each file's header says
 * which); clean holds the same ideas without the leaks: openings at the own target, no oracle; classic the strategies of the
 * literature; searched those whose numbers a search found; bazaar BazaarBATNA's sellers and buyers; terms TERMS-Bench's
 * counterparts. A name without a registry means the first list that has it, and never a Janus one: whoever wants a script that
 * knows the other side's limit says so, as in janus-b:fair.
 */
import { type Entry, entry } from '../../strategy.ts';
import { bazaar } from './bazaar/index.ts';
import { boulware } from './boulware.ts';
import { charging } from './charging.ts';
import { classic } from './classic.ts';
import { clean } from './clean.ts';
import { constant } from './constant.ts';
import { curve } from './curve.ts';
import { fair } from './fair.ts';
import { fixed } from './fixed.ts';
import { hardliner } from './hardliner.ts';
import { micro } from './micro.ts';
import { naiveBoulware } from './naive-boulware.ts';
import { naiveConcession } from './naive-concession.ts';
import { nothing } from './null.ts';
import { random } from './random.ts';
import { randomZone } from './random-zone.ts';
import { splitDifference } from './split-difference.ts';
import { terms } from './terms/index.ts';
import { titForTat } from './tit-for-tat.ts';
import { tuned } from './tuned.ts';

export const priceRegistries = {
  clean,
  classic,
  searched: [entry('tuned', tuned)],
  controls: [entry('random', random), entry('null', nothing), entry('constant', constant), entry('curve', curve)],
  bazaar,
  terms,
  'janus-a': [
    entry('boulware_very_conceding', boulware, { exponent: 0.2, opening: 'margin' }),
    entry('boulware_conceding', boulware, { exponent: 0.5, opening: 'margin' }),
    entry('boulware_linear', boulware, { exponent: 1, opening: 'margin' }),
    entry('boulware_firm', boulware, { exponent: 2, opening: 'margin' }),
    entry('boulware_hard', boulware, { exponent: 4, opening: 'margin' }),
    entry('linear_standard', boulware, { exponent: 1, opening: 'margin' }),
    entry('price_fixed_strict', fixed, { margin: 20 }),
    entry('price_fixed_loose', fixed, { margin: 100 }),
    entry('tit_for_tat', titForTat, { margin: 100 }),
    entry('split_difference', splitDifference, { margin: 400, anchor: 'reservation' }),
    entry('time_dependent', boulware, { exponent: 1, margin: 200 }),
    entry('hardliner', hardliner, { margin: 400 }),
    entry('random_zopa', randomZone, { over: 'zone' }),
    entry('micro_fine', micro, { step: 5, grid: 'range' }),
    entry('micro_moderate', micro, { step: 25, grid: 'range' }),
    entry('micro_coarse', micro, { step: 100, grid: 'range' }),
  ],
  'janus-b': [
    entry('boulware_very_conceding', boulware, { exponent: 0.2, margin: 500 }),
    entry('boulware_conceding', boulware, { exponent: 0.5, margin: 500 }),
    entry('boulware_firm', boulware, { exponent: 2, margin: 500 }),
    entry('boulware_hard', boulware, { exponent: 4, margin: 500 }),
    entry('noisy_boulware_conceding', boulware, { exponent: 0.5, margin: 500, noise: 25 }),
    entry('noisy_boulware_firm', boulware, { exponent: 2, margin: 500, noise: 25 }),
    entry('noisy_boulware_hard', boulware, { exponent: 4, margin: 500, noise: 25 }),
    entry('tit_for_tat', titForTat, { margin: 500 }),
    entry('linear_standard', boulware, { exponent: 1, margin: 500 }),
    entry('split_difference', splitDifference, { margin: 500 }),
    entry('hardliner', hardliner, { margin: 500 }),
    entry('random_zopa', randomZone, { over: 'zone' }),
    entry('micro_fine', micro, { step: 10, grid: 'zone' }),
    entry('micro_moderate', micro, { step: 25, grid: 'zone' }),
    entry('micro_coarse', micro, { step: 50, grid: 'zone' }),
    entry('charging_boul', charging, { opening: 'margin', floor: 0.5, pace: 0.4 }),
    entry('charging_boul_aggressive', charging, { opening: 'margin', floor: 0.6, pace: 0.2 }),
    entry('charging_boul_patient', charging, { opening: 'margin', floor: 0.5, pace: 0.8 }),
    entry('fair', fair, { opening: 'margin', middle: 'zone', pace: 0.8 }),
    entry('fair_fast', fair, { opening: 'margin', middle: 'zone', pace: 1 }),
    entry('fair_slow', fair, { opening: 'margin', middle: 'zone', pace: 0.4 }),
    entry('naive_concession', naiveConcession),
    entry('naive_boulware', naiveBoulware, { opening: 'margin' }),
  ],
} as const satisfies Record<string, readonly Entry[]>;

/** The lists whose names never stand alone. */
export const faithfulRegistries: readonly string[] = ['janus-a', 'janus-b'];
