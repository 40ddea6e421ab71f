/**
 * sauda: a buyer with memory, tells and steering, each of which can be switched off, in English and Hinglish.
 *
 * A model proposes from a prompt that says what the seller gave away (tells) and what was said so far (memory), and the steering
 * decides (steering/). Without a model templates speak, and unless the Bayesian steering decides alone, BazaarBATNA's rule
 * proposes: 35 % of the ask, then a quarter of the way to it. memory=off is the original's buyer, which was shown the seller's last
 * line only and so agreed, forgot and bid lower; the rules of its turn are those of the whole game. A reply that cannot be read is
 * no act and is asked for again; only behind the original's own steering is it an offer of 30 % of the budget, as it was there.
 */
import {
  type Agent,
  acceptable,
  type Context,
  cents,
  clamp,
  lastTurn,
  type PriceAct,
  type PriceScript,
  type PriceView,
  type View,
} from '../core/index.ts';
import type { Model } from '../models/model.ts';
import { freeAgent } from './free.ts';
import { noteOf } from './note.ts';
import { type Persona, tongueText } from './personas.ts';
import type { Language } from './phrases.ts';
import { viewAt } from './prompt/earlier.ts';
import { onOneLine, quoted } from './prompt/quote.ts';
import type { Reasoning } from './prompt.ts';
import { findSpeech } from './speech/index.ts';
import { bayesianBelief } from './steering/bayesian/believes.ts';
import { type SteeringName, steered, steeredAct } from './steering/steered.ts';
import { extractTells } from './tells/extract.ts';
import { readTells, type Tells } from './tells/read.ts';
import { readWords } from './tells/words.ts';
import { wordedByTemplates } from './worded.ts';

export const tellReaders = ['patterns', 'model', 'off'] as const;
export type TellReader = (typeof tellReaders)[number];

export interface SaudaOptions {
  readonly memory: boolean;
  readonly tells: TellReader;
  readonly steering: SteeringName;
  readonly language: Language;
}

export interface SaudaModelOptions extends SaudaOptions {
  readonly persona: Persona;
  readonly reasoning: Reasoning;
  readonly temperature: number;
  readonly maxTokens: number;
}

/** Raised whenever the same view could give another prompt or another proposal. */
export const SAUDA_VERSION = 4;

/** Without a model: a rule proposes, the steering decides, templates speak. */
export function saudaByTemplates(name: string, { tells, steering, language }: SaudaOptions): PriceScript {
  const read = tells === 'off' ? () => undefined : (view: PriceView) => readTells(view);
  if (steering === 'bayesian') {
    return {
      name,
      act(view, context) {
        checkSeat(view);
        // Nobody proposes: the best act by its beliefs.
        return steeredAct(steering, view, undefined, read(view), language, context) as PriceAct;
      },
      answer: (view, question) => bayesianBelief(view, question, read(view)?.heard ?? []),
    };
  }
  const proposing = wordedByTemplates({ name, act: proposal }, language);
  // A script behind a steering stays a script: nothing in it waits.
  return steered(proposing, steering, read, language) as PriceScript;
}

/** The original's rule without a model, with an end: it takes an ask that its next bid would meet, or at its last turn any it can pay. */
function proposal(view: PriceView): PriceAct {
  checkSeat(view);
  const { low, high } = view.public.range;
  const { reservation, target } = view.own;
  const bid = (x: number): PriceAct => ({ type: 'offer', price: cents(clamp(x, low, Math.min(high, reservation))) });
  const ask = view.theirs?.offer.price;
  if (ask === undefined) return bid(target);
  const last = view.mine?.offer.price;
  const next = last === undefined ? 0.35 * ask : last + 0.25 * (ask - last);
  const isLast = view.turn + 2 > lastTurn(view);
  if (acceptable(view) && ask <= reservation && (isLast || ask <= 1.02 * next)) {
    return { type: 'accept', offer: view.theirs?.turn as number };
  }
  return bid(next);
}

export const SAUDA_BUYS = 'sauda buys: it cannot sit as seller; use shopkeeper there';

function checkSeat({ seat }: PriceView): void {
  if (seat === 'seller') throw new RangeError(SAUDA_BUYS);
}

export function saudaByModel(name: string, model: Model, options: SaudaModelOptions): Agent<PriceView, PriceAct> {
  const { persona, reasoning, temperature, maxTokens, memory, language } = options;
  const proposer = (tellsAt: TellsAt | undefined): Agent => {
    const hints = tellsAt && ((seen: View) => tellsText(seen as PriceView, tellsAt, memory));
    const style = { persona, reasoning, manner: tongueText(language), memory, ...(hints && { hints }) };
    return freeAgent(name, model, { ...style, temperature, maxTokens });
  };
  return {
    name,
    /** The posterior's, where the posterior decides; else the model's own. */
    async answer(view, question, context) {
      const tellsAt = await tellReader(view, model, options.tells, context);
      if (options.steering === 'bayesian') return bayesianBelief(view, question, tellsAt?.(view).heard ?? []);
      return proposer(tellsAt).answer?.(view, question, context);
    },
    async act(view, context) {
      checkSeat(view);
      const tellsAt = await tellReader(view, model, options.tells, context);
      const raw = (await proposer(tellsAt).act(view, context)) as PriceAct;
      return steeredAct(options.steering, view, raw, tellsAt?.(view), language, context);
    },
  };
}

type TellsAt = (view: PriceView) => Tells;

/**
 * Reads the tells of this turn and of earlier ones. A model reads every message anew each turn, with the very same request, since
 * what earlier turns were told must be told again: a cache in front of it makes that one call a message. Where its reading fails,
 * that is noted and the patterns stand in.
 */
async function tellReader(
  view: PriceView,
  model: Model,
  reader: TellReader,
  context: Context,
): Promise<TellsAt | undefined> {
  if (reader === 'off') return undefined;
  if (reader === 'patterns') return (seen) => readTells(seen);
  const readings = await Promise.all(
    heardIn(view).map(async (words) => {
      const extracted = await extractTells(model, words, { signal: context.signal as AbortSignal | undefined });
      const { reply, ...outcome } = extracted;
      context.note({ ...noteOf(reply), tells: 'problem' in outcome ? outcome : { dropped: outcome.dropped } });
      return 'problem' in extracted ? readWords(words) : extracted.hits;
    }),
  );
  return (seen) => readTells(seen, readings.slice(0, heardIn(seen).length));
}

function heardIn({ history, seat: own }: PriceView): string[] {
  return history.flatMap(({ seat, act }) => (seat !== own && act.words ? [act.words] : []));
}

/** What the other side gave away, for the prompt of any speaking agent, where the talk is about a price. */
export function heardTells(view: View): string {
  return findSpeech(view.domain)?.bazaar ? tellsText(view as PriceView, readTells, true) : '';
}

/** What the other side gave away, in a few lines: with a memory those that this seat was not told at its turn before. */
function tellsText(view: PriceView, tellsAt: TellsAt, memory: boolean): string {
  const before = memory ? view.history.findLast(({ seat }) => seat === view.seat)?.turn : undefined;
  const told = before === undefined ? [] : tellLines(tellsAt(viewAt(view, before) as PriceView));
  const lines = tellLines(tellsAt(view)).filter((line) => !told.includes(line));
  return lines.length > 0 ? ['What the other side gave away; claims may be bluffs:', ...lines].join('\n') : '';
}

function tellLines({ hits, repeats, topicChanges, condition, pattern }: Tells): string[] {
  const lines = hits.map(
    ({ signal, text, score, explanation }) => `- ${signal} ${score}: ${quoted(text)} (${onOneLine(explanation)})`,
  );
  if (pattern) lines.push(`- it concedes in a pattern that is ${pattern.replace('_', '-')}`);
  if (repeats > 0) lines.push(`- it has repeated itself ${times(repeats)}`);
  if (topicChanges > 0) lines.push(`- it has changed the subject ${times(topicChanges)}`);
  if (condition) lines.push(`- claimed condition: ${condition.replace('_', ' ')}`);
  return lines;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
