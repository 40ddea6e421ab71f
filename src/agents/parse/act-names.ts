/**
 * The names that models give to acts, and the act each one is.
 *
 * AgreeMate's eleven actions, the intents of CraigslistBargain, what its fine-tuned agents were told, and the words
 * models make up. An action may come with decoration ("`offer`", "Counter-price ($45)", "accept the offer"). One that names
 * two different acts ("offer|accept", "reject and counter"), denies one ("do not accept") or says more ("deal breaker", "accept
 * with delivery") names none.
 */
import type { Intent } from '../../core/index.ts';
import { currencyAfter } from '../../core/words/currencies.ts';
import { numberWords } from '../../core/words/number-words.ts';
import { tokensOf } from '../../core/words/tokens.ts';

export type ActType = 'offer' | 'accept' | 'reject' | 'walk' | 'say';

export interface NamedAct {
  readonly type: ActType;
  /** Only where the name says more than the type. */
  readonly intent?: Intent;
  /** `insist`, which is an offer where a price is named and words where none is. */
  readonly priced?: 'maybe';
}

const NAMES: readonly (readonly [NamedAct, string])[] = [
  [
    { type: 'offer' },
    'offer counter counteroffer counter-offer counterprice counter-price initprice init-price initialprice initial-price initial-offer propose proposal proposed proposes bid make-offer make-an-offer final-offer new-offer opening-offer re-offer reoffer price counterpropose counter-propose counter-proposal counterproposal ofrecer oferta contraoferta angebot gegenangebot offre proposer contre-offre',
  ],
  [
    { type: 'accept' },
    'accept accepted accepts accepting accept-offer accept-deal acceptance agree agreed agreement deal close-deal done sold aceptar acepto aceitar aceito annehmen akzeptieren accepter',
  ],
  [
    { type: 'reject' },
    'reject rejected rejects decline declined declines refuse refused deny reject-offer rechazar rejeitar ablehnen refuser',
  ],
  [{ type: 'reject', intent: 'disagree' }, 'disagree disagreed disagreement'],
  [
    { type: 'walk' },
    'walk walk-away walkaway walked quit quits leave leaves exit abandon withdraw withdraws terminate end give-up giveup end-negotiation end-conversation',
  ],
  [
    { type: 'say' },
    'say speak talk tell message chat respond reply response comment discuss statement words text utterance',
  ],
  [{ type: 'say', intent: 'intro' }, 'intro introduce introduction greet greeting hello initiate'],
  [
    { type: 'say', intent: 'inquire' },
    'inquire inquiry enquire enquiry question ask-question ask-a-question query ask-for-details',
  ],
  [{ type: 'say', intent: 'inform' }, 'inform info information informal describe explain answer clarify'],
  [{ type: 'say', intent: 'insist', priced: 'maybe' }, 'insist insists emphasize emphasise hold-firm stand-firm'],
  [{ type: 'say', intent: 'vague' }, 'vague vague-price'],
  [{ type: 'say', intent: 'unknown' }, 'unknown'],
];

const ACTS = new Map<string, NamedAct>();
for (const [act, names] of NAMES) for (const name of names.split(' ')) ACTS.set(name, act);

/** After the name of an act these only say what it is done to. */
const OBJECTS = new Set('offer price deal proposal counter counteroffer message agreement'.split(' '));
/** What may stand beside them and adds nothing; any other word is more than a name. */
const DECORATION = new Set(
  "i i'll i'd we will would like to want make do a an the your my this that their his it at of for on is now and then".split(
    ' ',
  ),
);

export function actNamed(text: string): NamedAct | undefined {
  const words = tokensOf(text.slice(0, 200))
    .filter((token) => token.kind === 'word')
    .map((token) => token.text);
  const whole = ACTS.get(words.join('-'));
  if (whole) return whole;
  if (words.length > 6 || /[|/]/.test(text)) return undefined;
  const head = ACTS.get(words.slice(0, 2).join('-'));
  let found = head;
  let joined = false;
  for (const word of words.slice(head ? 2 : 0)) {
    const act = ACTS.get(word);
    if (act === undefined && !DECORATION.has(word) && currencyAfter(word, true) === undefined && !numberWords.has(word))
      return undefined;
    if (/^(?:and|then)$/.test(word)) joined = true;
    if (act === undefined || (found !== undefined && !joined && OBJECTS.has(word))) continue;
    if (found !== undefined && found.type !== act.type) return undefined;
    found ??= act;
  }
  return found;
}
