/** Teachers: who plays the games that are learned from, and says what it would have done where a student stood. */
import { resolvePlayer, resolveScript } from '../../../agents/index.ts';
import {
  bestResponseAgent,
  createRng,
  type Hypothesis,
  type PricePrivate,
  type PriceScenario,
  type PriceScript,
  type PriceView,
  price,
  type Rng,
  type Seat,
  switching,
  zoneWidths,
} from '../../../core/index.ts';
import { appraiser } from './appraiser.ts';
import { drawOpponent } from './population.ts';

/**
 * tuned       by the clock to the best last offer, with a belief about the other side's limit (core/strategies/price/tuned.ts)
 * appraiser   the same, knowing what the item sells for (appraiser.ts)
 * switching   the best of several policies against those who could sit across, from its own view alone (core/theory/switching.ts)
 * exact       the best response to the script that does sit across, whose limit it knows
 */
export const teachers = ['tuned', 'appraiser', 'switching', 'exact'] as const;
export type TeacherName = (typeof teachers)[number];

/** Of who sits across: enough to tell paces and limits apart. */
const HYPOTHESES = 1500;
const ROLLOUTS = 48;
const POLICIES = [
  'boulware?exponent=2',
  'boulware?exponent=1',
  'boulware?exponent=5',
  'tit_for_tat',
  'split_difference',
  'micro_own',
  'micro?step=10',
  'micro?step=2',
  'hardliner',
];

export function teacherFor(
  name: TeacherName,
  scenario: PriceScenario,
  seat: Seat,
  against: string,
  hypotheses = HYPOTHESES,
): PriceScript {
  if (name === 'tuned') return scriptNamed('tuned');
  if (name === 'appraiser') return appraiser;
  return name === 'switching'
    ? switchingTeacher(hypotheses)
    : bestResponseAgent(scenario, seat, resolveScript(against, price));
}

const made = new Map<number, PriceScript>();

/** One for all games: the hypotheses are the same. */
function switchingTeacher(count: number): PriceScript {
  const known = made.get(count);
  if (known) return known;
  const hypotheses = Array.from({ length: count }, (_, i) => hypothesis(createRng(i).split('hypothesis')));
  const teacher = switching({ hypotheses, policies: POLICIES.map(scriptNamed), rollouts: Math.min(ROLLOUTS, count) });
  made.set(count, teacher);
  return teacher;
}

function scriptNamed(spec: string): PriceScript {
  return resolvePlayer(spec, price).agent as unknown as PriceScript;
}

/** A script of the population, and its limit and target as the general sampler has them beside ours. */
function hypothesis(rng: Rng): Hypothesis {
  const kind = rng.float();
  const [least, most] = zoneWidths[kind < 0.5 ? 'wide' : kind < 0.8 ? 'narrow' : 'empty'];
  const width = rng.uniform(least, most);
  const hope = rng.uniform(0.72, 0.9);
  return { script: scriptNamed(drawOpponent(rng)), own: (view) => supposedFacts(view, width, hope) };
}

function supposedFacts({ seat, own, public: facts }: PriceView, width: number, hope: number): PricePrivate {
  const { item, range } = facts;
  const inRange = (x: number) => Math.min(range.high, Math.max(range.low, Math.round(x * 100) / 100));
  const gap = width * item.listPrice;
  if (seat === 'buyer') {
    const reservation = inRange(own.reservation - gap);
    return { reservation, target: inRange(Math.max(item.listPrice, 1.05 * reservation)) };
  }
  const reservation = inRange(own.reservation + gap);
  return { reservation, target: inRange(Math.min(reservation, own.reservation + gap / 2) * hope) };
}
