/** What games of offers share in a prompt: the rules of core/alternating-offers.ts in words, and acts as answers and as lines. */
import { type Act, acceptable, type OfferAct, type OfferView, type Table } from '../../core/index.ts';
import type { JsonSchema } from '../../models/model.ts';
import type { Facts, PromptParts } from './parts.ts';

type TableView = OfferView<Table, unknown, OfferAct>;

export const tableActs = ['offer', 'accept', 'reject', 'walk', 'say'] as const;

/** What cannot be chosen need not be refused. */
export function allowedActs(view: TableView): string[] {
  return ['offer', ...(acceptable(view) ? ['accept'] : []), ...(view.theirs ? ['reject'] : []), 'walk', 'say'];
}

export const actRules: readonly string[] = [
  'offer: it stands until you make another or the other side rejects it.',
  "accept: close the deal at the other side's standing offer.",
  "reject: the other side's standing offer is gone. say: words only. walk: end the game without a deal.",
];
export const TALK = 'Only acts bind: words that agree close nothing.';

export const tableFacts: Omit<Facts<Table, TableView>, 'crossing'> = {
  turnLimit: ({ turnLimit }) =>
    `The sides take turns, one act a turn, at most ${turnLimit} turns in all; without a deal by then both score 0.`,
  opens: ({ public: { opens }, seat }) => (opens === seat ? 'You open.' : 'The other side opens.'),
  firstOffer: ({ public: { firstOffer } }) =>
    firstOffer === 'invitation' ? 'The first offer of the game only opens the talk: it cannot be accepted.' : undefined,
};

export interface OfferTerms<Offer extends OfferAct> {
  readonly schema: Readonly<Record<string, JsonSchema>>;
  readonly of: (offer: Offer) => Readonly<Record<string, unknown>>;
  /** What stands in these fields for every act that is no offer. */
  readonly none: Readonly<Record<string, unknown>>;
  readonly text: (offer: Offer) => string;
  readonly example: Offer;
}

/** The terms of a game in which only offers have any. */
export function offerTerms<Offer extends OfferAct>(terms: OfferTerms<Offer>): Pick<PromptParts, 'terms' | 'actText'> {
  const { schema, of, none, text, example } = terms;
  return {
    terms: {
      schema,
      of: (act) => (act.type === 'offer' ? of(act as Offer) : none),
      explained: `${Object.keys(none).join(', ')}: null unless you offer. words: what you say to the other side, in one or two sentences that name no other offer than your act.`,
      example,
    },
    actText: (act, words) => actText(act, (offer) => text(offer as Offer), words),
  };
}

function actText(act: Act, offerText: (offer: OfferAct) => string, words: string): string {
  switch (act.type) {
    case 'offer':
      return `[offers: ${offerText(act as OfferAct)}]${words}`;
    case 'accept':
      return `[accepts]${words}`;
    case 'reject':
      return `[rejects your offer]${words}`;
    case 'walk':
      return `[walks away]${words}`;
    default:
      return words.trim();
  }
}
