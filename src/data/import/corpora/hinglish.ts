/**
 * The Hinglish bazaar set of BazaarBATNA (MIT): 500 chats in mixed Hindi and English, written by a small model in one go.
 *
 * So labels and outcomes were written beside the words, not derived from them. A deal counts where its price was said; the
 * strategy labels keep the names that are strategies. Buyer targets are not in the file.
 */
import { z } from 'zod';
import { numbersIn } from '../../../core/words/numbers.ts';
import { type CorpusOutcome, type CorpusSource, EntryError, jsonLines, misfit, type Notes } from './corpus.ts';

const schema = z.object({
  item: z.string(),
  listed_price: z.number().positive(),
  final_price: z.number().nullish(),
  outcome: z.string(),
  seller_personality: z.string().optional(),
  condition: z.string().optional(),
  turns: z
    .array(z.object({ role: z.enum(['buyer', 'seller']), message: z.string(), strategy: z.string().nullish() }))
    .min(1),
});
type Entry = z.infer<typeof schema>;

const STRATEGIES: ReadonlySet<string> = new Set([
  'self-need',
  'other-need',
  'no-need',
  'vouch-fair',
  'coordination',
  'empathy',
  'showing-concern',
]);

export const hinglish: CorpusSource = {
  name: 'hinglish',
  expected: 'Hinglish bazaar dialogues as JSON lines',
  licence: 'BazaarBATNA, MIT according to its README; written by a model',
  repeated: 'repeated',
  rules: {
    repeated: 'The same dialogue came before.',
    'empty-turn': 'A turn without words is cut out.',
    'final-price-not-said': 'The price of the deal is in nobody’s words: the outcome is unknown.',
    'deal-without-price': 'A deal has no price: the outcome is unknown.',
    'price-without-deal': 'A chat that did not end in a deal has a final price, which is taken out.',
    'label-spelling': 'A label is spelled with underscores.',
    'label-no-strategy':
      'A label is no strategy: an outcome ("no-deal" on a closing line) or a personality. It is taken out.',
  },
  group: ({ scenario, turns }) => [scenario, turns.map(({ words }) => words)],
  entries: jsonLines,
  dialogue(value, notes) {
    const { data: entry, error } = schema.safeParse(value);
    if (!entry) throw new EntryError(misfit(value, error.issues));
    const { item: title, condition = '', listed_price: listPrice, seller_personality: persona } = entry;
    const turns = entry.turns.flatMap(({ role, message, strategy }) => {
      const words = message.trim();
      if (words === '') {
        notes.clean('empty-turn');
        return [];
      }
      const label = strategy ? labelOf(strategy, notes) : undefined;
      return [{ seat: role, words, act: { type: 'say' } as const, ...(label ? { labels: [label] } : {}) }];
    });
    return {
      scenario: {
        public: { item: { title, category: 'goods', description: condition, listPrice, currency: 'INR' } },
        private: { buyer: {}, seller: persona === undefined ? {} : { persona } },
      },
      turns,
      outcome: outcomeOf(entry, notes),
    };
  },
};

function labelOf(strategy: string, notes: Notes): string | undefined {
  const label = strategy.replaceAll('_', '-');
  if (!STRATEGIES.has(label)) {
    notes.clean('label-no-strategy');
    return undefined;
  }
  if (label !== strategy) notes.clean('label-spelling');
  return label;
}

function outcomeOf({ outcome, final_price, turns }: Entry, notes: Notes): CorpusOutcome {
  if (outcome === 'deal') {
    if (!final_price) {
      notes.clean('deal-without-price');
      return { kind: 'unknown' };
    }
    const said = turns.some(({ message }) => numbersIn(message).some(({ value }) => value === final_price));
    if (said) return { kind: 'agreement', deal: { price: final_price } };
    notes.clean('final-price-not-said');
    return { kind: 'unknown' };
  }
  if (final_price) notes.clean('price-without-deal');
  return outcome === 'walk' ? { kind: 'no-deal' } : { kind: 'unknown' };
}
