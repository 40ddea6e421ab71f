/**
 * worded: a script decides, and something puts words to it; here the templates of phrases.ts, without a model.
 *
 * The act is the script's own, untouched; the words only go with it. The register follows the game: polite or soft in the
 * first quarter, soft or firm to two thirds, then curt or final. A line this seat has already used is avoided.
 */
import { formatPrice, type PriceAct, type PriceScript, type PriceView } from '../core/index.ts';
import { type Language, type Moment, phrases, type Register } from './phrases.ts';

export function wordedByTemplates(script: PriceScript, language: Language): PriceScript {
  return {
    name: script.name,
    act(view, context) {
      const act = script.act(view, context);
      const moment = momentOf(view, act);
      if (!moment) return act;
      const rng = context.rng.split('words');
      const lines =
        phrases[language][view.seat as 'buyer' | 'seller'][rng.pick(registersAt(view.turn / view.turnLimit))][moment];
      const said = view.history.flatMap((t) => (t.seat === view.seat && t.act.words ? [t.act.words] : []));
      const fresh = lines.filter((line) => !said.some((words) => wasMadeFrom(words, line)));
      const words = fill(rng.pick(fresh.length > 0 ? fresh : lines), view, act);
      return moment === 'accept' ? { ...act, words, intent: 'agree' } : { ...act, words };
    },
  };
}

function momentOf(view: PriceView, act: PriceAct | undefined): Moment | undefined {
  switch (act?.type) {
    case 'offer':
      return view.mine ? 'counter' : 'open';
    case 'accept':
    case 'reject':
    case 'walk':
      return act.type;
    default:
      return undefined; // words of its own, or no act at all: nothing to add
  }
}

function registersAt(progress: number): readonly Register[] {
  if (progress <= 0.25) return ['polite', 'soft'];
  if (progress <= 0.65) return ['soft', 'firm'];
  return ['curt', 'final'];
}

function fill(line: string, view: PriceView, act: PriceAct): string {
  const price = act.type === 'offer' ? act.price : (view.theirs?.offer.price ?? 0);
  const { currency, title } = view.public.item;
  return line.replace('{price}', () => formatPrice(price, currency)).replace('{item}', () => lowerFirst(title));
}

/** "the Oak dining table" reads badly; an acronym such as "SUV" stays. */
function lowerFirst(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

function wasMadeFrom(words: string, line: string): boolean {
  const [before = '', after = ''] = line.split(/\{price\}|\{item\}/, 2);
  return words.startsWith(before) && words.includes(after) && before.length + after.length > 0;
}
