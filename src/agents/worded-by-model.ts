/**
 * worded by a model: a script decides, and a model puts words to it.
 *
 * The model writes what comes before the price and what comes after it, and the price is put between them (delexicalised
 * generation, Wen et al. 2015), so that even a small model cannot misspell it. It is shown three template lines for an act of
 * this kind in the same form. Words that are empty, too long or name another number are asked for again twice; then a template
 * stands in, which is noted and counts as a miss. The act is the script's own, untouched.
 */
import { type Agent, formatPrice, type PriceAct, type PriceScript, type PriceView, type Rng } from '../core/index.ts';
import type { Message, Model, ModelReply } from '../models/model.ts';
import { holding } from './holding.ts';
import { noteOf } from './note.ts';
import { numbersIn } from './parse/index.ts';
import { type Persona, personas } from './personas.ts';
import type { Language, Moment } from './phrases.ts';
import { quoted, toJson } from './prompt/quote.ts';
import { linesFor, momentOf, priceOf, templateFor, withWords } from './worded.ts';

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
    ...holding(script),
    name: script.name,
    async act(view, context) {
      const act = script.act(view, context);
      const moment = momentOf(view, act);
      if (!moment) return act;
      let problem: string | undefined;
      for (let attempt = 0; attempt <= RETRIES; attempt++) {
        const reply = await model.generate(
          {
            messages: wordingPrompt(view, act, moment, options, context.rng.split('examples').split(attempt)),
            maxTokens: options.maxTokens,
            schema: WORDING,
            temperature: options.temperature,
            seed: context.rng.split('words').split(attempt).uint32(),
          },
          { signal: context.signal as AbortSignal | undefined },
        );
        const words = wordsIn(reply, view, act);
        problem = words === undefined ? NO_FORM : wordsProblem(words, view, act);
        context.note({ ...noteOf(reply), worded: attempt + 1, ...(problem ? { problem } : {}) });
        if (words !== undefined && !problem) return withWords(act, words);
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

const EXAMPLES = 3;
const PLACE = '[price]';
/** The longest either part may be. */
const MOST_PART = 120;

const part = { type: 'string', maxLength: MOST_PART };
const WORDING = {
  type: 'object',
  properties: { before: part, after: part },
  required: ['before', 'after'],
  additionalProperties: false,
};

/** Other examples at every try: a model that read them wrongly once would do so again. */
function wordingPrompt(
  view: PriceView,
  act: PriceAct,
  moment: Moment,
  { persona, language }: WordingOptions,
  rng: Rng,
): Message[] {
  const { title } = view.public.item;
  const priced = priceOf(view, act) !== undefined;
  const task = {
    offer: `offer ${PLACE}`,
    accept: `accept their offer of ${PLACE}`,
    reject: 'refuse their offer',
    walk: 'leave without a deal',
    say: '',
  }[act.type];
  const form = priced
    ? `Write what you say before ${PLACE} and what you say after it`
    : 'Write what you say as before, and leave after empty';
  const heard = view.history.findLast(({ seat, act: { words } }) => seat !== view.seat && words)?.act.words ?? '';
  const tongue = language === 'hinglish' ? 'Hinglish, that is Hindi in Latin letters mixed with English' : 'English';
  const examples = rng.shuffle(linesFor(view, moment, language)).slice(0, EXAMPLES);
  return [
    {
      role: 'system',
      content: `You are the ${view.seat} of ${quoted(title)}, haggling over the price. ${personas[persona]} Say each move in one short sentence of ${tongue}. ${form}, as JSON and without digits.`,
    },
    ...examples.flatMap((line): Message[] => {
      const [before, after = ''] = line.split('{price}');
      return [
        { role: 'user', content: `Your move: ${task}.` },
        { role: 'assistant', content: toJson({ before, after }) },
      ];
    }),
    { role: 'user', content: `${heard ? `They said: ${quoted(withoutNumbers(heard))}\n` : ''}Your move: ${task}.` },
  ];
}

const NO_FORM = 'the reply is not a JSON object with before and after';

/** The words of a reply with the price in its place; undefined where the reply has not the form asked for. */
function wordsIn(reply: ModelReply, view: PriceView, act: PriceAct): string | undefined {
  const { before, after } = (reply.value ?? {}) as { before?: unknown; after?: unknown };
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  const price = priceOf(view, act);
  const middle = price === undefined ? '' : formatPrice(price, view.public.item.currency);
  const rest = after.replaceAll(PLACE, '').trim();
  return [before.replaceAll(PLACE, '').trim(), /^[\p{L}\p{N}]/u.test(rest) ? `${middle} ${rest}` : `${middle}${rest}`]
    .join(' ')
    .trim();
}

/** What the other side said, for a model that is to answer in its own words: its prices are not there to be copied. */
function withoutNumbers(words: string): string {
  return words.slice(0, MOST_WORDS).replace(/(\p{Sc}|Rs\.?)?\s?\d[\d.,]*\d|\d/gu, ' that price');
}
