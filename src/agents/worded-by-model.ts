/**
 * worded by a model: a script decides, and a model puts words to it.
 *
 * The model is told the act and asked for a sentence or two; words whose prices are not exactly the act's are asked for again
 * twice, and then a template stands in, which is noted and counts as a miss. The act is the script's own, untouched.
 */
import { type Agent, formatPrice, type PriceAct, type PriceScript, type PriceView } from '../core/index.ts';
import type { Model } from '../models/model.ts';
import { noteOf } from './free.ts';
import { numbersIn } from './parse/index.ts';
import { type Persona, personas } from './personas.ts';
import type { Language } from './phrases.ts';
import { momentOf, priceOf, templateFor, withWords } from './worded.ts';

export interface WordingOptions {
  readonly persona: Persona;
  readonly language: Language;
  readonly temperature: number;
  readonly maxTokens: number;
}

/** How often a model is asked again for words that fit the act. */
const RETRIES = 2;

export function wordedByModel(script: PriceScript, model: Model, options: WordingOptions): Agent<PriceView, PriceAct> {
  return {
    name: script.name,
    async act(view, context) {
      const act = script.act(view, context);
      const moment = momentOf(view, act);
      if (!moment) return act;
      let problem: string | undefined;
      for (let attempt = 0; attempt <= RETRIES; attempt++) {
        const reply = await model.generate(
          {
            messages: wordingPrompt(view, act, options, problem),
            maxTokens: options.maxTokens,
            temperature: options.temperature,
            seed: context.rng.split('words').split(attempt).uint32(),
          },
          { signal: context.signal as AbortSignal | undefined },
        );
        const words = tidy(reply.text);
        problem = wordsProblem(words, view, act);
        context.note({ ...noteOf(reply), worded: attempt + 1, ...(problem ? { problem } : {}) });
        if (!problem) return withWords(act, words);
      }
      context.note({ worded: 'template', problem });
      return withWords(act, templateFor(view, act, moment, options.language, context));
    },
  };
}

/** Why these words do not fit the act; undefined when they do. */
export function wordsProblem(words: string, view: PriceView, act: PriceAct): string | undefined {
  if (words === '') return 'the words are empty';
  if (words.length > MOST_WORDS) return `the words take ${words.length} characters, at most ${MOST_WORDS} are wanted`;
  const price = priceOf(view, act);
  const named = numbersIn(words.replaceAll(view.public.item.title, '')).map(({ value }) => value);
  if (price === undefined)
    return named.length > 0 ? `the words name ${named.join(' and ')}, and this act has no price` : undefined;
  if (!named.includes(price)) return `the words must name the price ${price}`;
  const other = named.find((value) => value !== price);
  return other === undefined ? undefined : `the words name ${other} beside the price ${price}`;
}

const MOST_WORDS = 400;

function wordingPrompt(view: PriceView, act: PriceAct, { persona, language }: WordingOptions, problem?: string) {
  const { item } = view.public;
  const price = priceOf(view, act);
  const amount = price === undefined ? '' : ` ${formatPrice(price, item.currency)}`;
  const task = {
    offer: `You offer${amount}.`,
    accept: `You accept their offer of${amount}; the deal is done.`,
    reject: 'You refuse their offer without naming a price.',
    walk: 'You leave without a deal.',
    say: '',
  }[act.type];
  const said = view.history
    .slice(-4)
    .flatMap(({ seat, act: { words } }) => (words ? [`${seat === view.seat ? 'You' : 'They'}: ${words}`] : []));
  const tongue =
    language === 'hinglish' ? 'Speak Hinglish: Hindi in Latin letters, mixed with English.' : 'Speak English.';
  const number = price === undefined ? 'Name no number.' : `Name the price${amount} and no other number.`;
  return [
    {
      role: 'system' as const,
      content: `You are the ${view.seat} of ${item.title}, haggling over the price. ${personas[persona]} ${tongue} Reply with what you say to the other side, in one or two short sentences, and nothing else. ${number}`,
    },
    {
      role: 'user' as const,
      content: [
        ...said,
        `Your decision, which you only put into words: ${task}`,
        ...(problem ? [`Your last words were not taken: ${problem}. Try again.`] : []),
      ].join('\n'),
    },
  ];
}

/** The words without quotation marks around them, speaker labels before them or thinking in them. */
function tidy(text: string): string {
  return text
    .replace(/<think>[\s\S]*?(<\/think>|$)/g, '')
    .trim()
    .replace(/^(you|me|buyer|seller)\s*:\s*/i, '')
    .replace(/^["“](.*)["”]$/s, '$1')
    .trim();
}
