/**
 * sauda: a buyer with memory, tells and steering, each of which can be switched off, in English and Hinglish.
 *
 * A model proposes from a prompt that says what the seller gave away (tells) and what was said so far (memory), and the steering
 * decides (steering/). Without a model templates speak, and unless the Bayesian steering decides alone, BazaarBATNA's rule
 * proposes: 35 % of the ask, then a quarter of the way to it (facts 2.14). memory=off is the original's buyer, which saw the seller's last line only and so agreed, forgot
 * and bid lower. A reply that cannot be read is no act and is asked for again, never an offer of 30 % of the budget.
 */
import {
  type Agent,
  acceptable,
  type Context,
  cents,
  clamp,
  formatPrice,
  type PriceAct,
  type PriceScript,
  type PriceView,
} from '../core/index.ts';
import type { Message, Model } from '../models/model.ts';
import { freeAgent, noteOf } from './free.ts';
import type { Persona } from './personas.ts';
import type { Language } from './phrases.ts';
import type { Reasoning } from './prompt.ts';
import { type SteeringName, settle, steered } from './steering/steered.ts';
import { extractTells } from './tells/extract.ts';
import { readTells, type Tells } from './tells/read.ts';
import { type Hit, readWords } from './tells/words.ts';
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
export const SAUDA_VERSION = 1;

/** Without a model: a rule proposes, the steering decides, templates speak. */
export function saudaByTemplates(name: string, { tells, steering, language }: SaudaOptions): PriceScript {
  const read = tells === 'off' ? () => undefined : (view: PriceView) => readTells(view);
  if (steering === 'bayesian') {
    return {
      name,
      act(view, context) {
        checkSeat(view);
        // Nobody proposes: the best act by its beliefs.
        return settle(steering, view, undefined, read(view), language, context) as PriceAct;
      },
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
  const isLast = view.turn + 2 > view.turnLimit;
  if (acceptable(view) && ask <= reservation && (isLast || ask <= 1.02 * next)) {
    return { type: 'accept', offer: view.theirs?.turn as number };
  }
  return bid(next);
}

function checkSeat({ seat }: PriceView): void {
  if (seat === 'seller') throw new RangeError('sauda buys: it cannot sit as seller; use shopkeeper there');
}

export function saudaByModel(name: string, model: Model, options: SaudaModelOptions): Agent<PriceView, PriceAct> {
  return {
    name,
    async act(view, context) {
      checkSeat(view);
      const tells = await tellsOf(view, model, options.tells, context);
      const seen = options.memory ? view : { ...view, history: view.history.slice(-1) };
      const prepare = (messages: readonly Message[]) => prepared(messages, view, tells, options);
      const proposing = freeAgent(name, model, { ...options, prepare });
      const raw = (await proposing.act(seen, context)) as PriceAct;
      return settle(options.steering, view, raw, tells, options.language, context);
    },
  };
}

/** What is read, and by whom. Where the model's reading fails, that is noted and the patterns stand in. */
async function tellsOf(
  view: PriceView,
  model: Model,
  reader: TellReader,
  context: Context,
): Promise<Tells | undefined> {
  if (reader === 'off') return undefined;
  const messages = view.history.flatMap(({ seat, act }) => (seat !== view.seat && act.words ? [act.words] : []));
  const last = messages.at(-1);
  if (reader === 'patterns' || last === undefined) return readTells(view);
  const seed = context.rng.split('tells').uint32();
  const extracted = await extractTells(model, last, { seed, signal: context.signal as AbortSignal | undefined });
  const { reply, ...outcome } = extracted;
  context.note({ ...noteOf(reply), tells: 'problem' in outcome ? outcome : { dropped: outcome.dropped } });
  const read: readonly (readonly Hit[])[] = messages.map(readWords);
  return readTells(view, 'problem' in extracted ? read : [...read.slice(0, -1), extracted.hits]);
}

/** The prompt of every speaking agent, with the tongue and what the seller gave away. */
function prepared(
  messages: readonly Message[],
  view: PriceView,
  tells: Tells | undefined,
  { language }: SaudaModelOptions,
): readonly Message[] {
  const tongue =
    language === 'hinglish' ? 'Speak Hinglish: Hindi in Latin letters, mixed with English.' : 'Speak English.';
  const block = tells ? tellsText(view, tells) : '';
  return messages.map((message, i) => {
    if (i === 0) return { ...message, content: `${message.content}\n\n${tongue}` };
    return i === messages.length - 1 && block ? { ...message, content: `${block}\n${message.content}` } : message;
  });
}

/** What the other side gave away, in a few lines; nothing where it gave nothing away. */
export function tellsText(view: PriceView, { hits, repeats, topicChanges, condition, pattern }: Tells): string {
  const lines = hits.map(({ signal, text, score, explanation }) => `- ${signal} ${score}: "${text}" (${explanation})`);
  if (pattern) lines.push(`- it concedes in a pattern that is ${pattern.replace('_', '-')}`);
  if (repeats > 0) lines.push(`- it has repeated itself ${times(repeats)}`);
  if (topicChanges > 0) lines.push(`- it has changed the subject ${times(topicChanges)}`);
  if (condition) lines.push(`- claimed condition: ${condition.replace('_', ' ')}`);
  if (lines.length === 0) return '';
  const ask = view.theirs ? ` (standing ask ${formatPrice(view.theirs.offer.price, view.public.item.currency)})` : '';
  return `What the other side gave away${ask}; claims may be bluffs:\n${lines.join('\n')}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
