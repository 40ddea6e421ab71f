/**
 * worded by templates: a script decides, and the lines of phrases.ts put words to it, without a model.
 *
 * The act is the script's own, untouched; the words only go with it. The register follows the game: polite or soft in the
 * first quarter, soft or firm to two thirds, then curt or final. A line this seat has already used is avoided.
 */
import { formatPrice } from '../core/domains/price/money.ts';
import type { Act, Context, PriceAct, PriceScript, PriceView } from '../core/index.ts';
import { holding } from './holding.ts';
import { type Language, type Moment, phrases, type Register } from './phrases.ts';

/** Raised whenever the templates could say something else. */
export const TEMPLATES_VERSION = 2;

export function wordedByTemplates(script: PriceScript, language: Language): PriceScript {
  return {
    ...holding(script),
    name: script.name,
    act(view, context) {
      const act = script.act(view, context);
      const moment = momentOf(view, act);
      return moment ? withWords(act, templateFor(view, act, moment, language, context)) : act;
    },
  };
}

export function withWords<A extends Act>(act: A, words: string): A {
  return act.type === 'accept' ? { ...act, words, intent: 'agree' } : { ...act, words };
}

/** The price an act is about: that of an offer, or of the standing offer it accepts. */
export function priceOf(view: PriceView, act: PriceAct): number | undefined {
  return act.type === 'offer' ? act.price : act.type === 'accept' ? view.theirs?.offer.price : undefined;
}

/** What kind of line goes with an act; none where it has words of its own or is no act at all. */
export function momentOf(view: PriceView, act: PriceAct | undefined): Moment | undefined {
  switch (act?.type) {
    case 'offer':
      return view.mine ? 'counter' : 'open';
    case 'accept':
    case 'reject':
    case 'walk':
      return act.type;
    default:
      return undefined;
  }
}

export function templateFor(
  view: PriceView,
  act: PriceAct,
  moment: Moment,
  language: Language,
  context: Context,
): string {
  const rng = context.rng.split('words');
  const registers = registersAt(view.turn / view.turnLimit);
  const lines = phrases[language][roleOf(view)][rng.pick(registers)][moment];
  const said = view.history.flatMap((t) => (t.seat === view.seat && t.act.words ? [t.act.words] : []));
  const fresh = lines.filter((line) => !said.some((words) => wasMadeFrom(words, line)));
  return fill(rng.pick(fresh.length > 0 ? fresh : lines), view, act);
}

/** Every line for such a moment, in all registers; only {price} is left to be filled in. */
export function linesFor(view: PriceView, moment: Moment, language: Language): string[] {
  const registers = phrases[language][roleOf(view)];
  return Object.values(registers).flatMap((lines) => lines[moment].map((line) => withItem(line, view)));
}

/** An arena's buyers have numbers, and speak as buyers do. */
function roleOf({ seat }: PriceView): 'buyer' | 'seller' {
  return seat === 'seller' ? 'seller' : 'buyer';
}

function registersAt(progress: number): readonly Register[] {
  if (progress <= 0.25) return ['polite', 'soft'];
  if (progress <= 0.65) return ['soft', 'firm'];
  return ['curt', 'final'];
}

function fill(line: string, view: PriceView, act: PriceAct): string {
  const price = formatPrice(priceOf(view, act) ?? 0, view.public.item.currency);
  // The title last: what it holds is no place to fill.
  return withItem(
    line.replace('{price}', () => price),
    view,
  );
}

function withItem(line: string, view: PriceView): string {
  const title = lowerFirst(view.public.item.title);
  // A title may bring its article: "For the the contract".
  return line.replace('the {item}', () => `the ${title.replace(/^the /, '')}`).replace('{item}', () => title);
}

/** "the Oak dining table" reads badly; an acronym such as "SUV" stays. */
function lowerFirst(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

function wasMadeFrom(words: string, line: string): boolean {
  const [before = '', after = ''] = line.split(/\{price\}|\{item\}/, 2);
  return words.startsWith(before) && words.includes(after) && before.length + after.length > 0;
}
