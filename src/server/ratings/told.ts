/**
 * A dialogue as a rater reads it: what was said and how it ended, and nothing that tells people from agents but the talk itself.
 *
 * Where people pressed a button for an offer, the offers of both dialogues stand beside the words, whether the words name them or not;
 * elsewhere acts without words are left out, which agents would have put words to. So are the signs of currencies, by which one could
 * tell where a dialogue came from.
 */
import { findSpeech } from '../../agents/index.ts';
import type { Episode, OfferAct, Scenario } from '../../core/index.ts';
import type { DialogueRecord } from '../../data/roles/read.ts';

export interface Told {
  /** What it was about. */
  readonly title: string;
  readonly about: string;
  readonly turns: readonly { readonly seat: string; readonly words: string; readonly offer?: string }[];
  readonly ending: { readonly kind: string; readonly terms: string | null };
  /** What kind of thing it was about, where things have kinds; never shown beside another title. */
  readonly category?: string;
}

/** Shorter talk gives nothing to judge. */
const FEWEST_TURNS = 4;
const ENDINGS: ReadonlySet<string> = new Set(['agreement', 'no-deal', 'walked']);

/** Undefined where too little was said, or where it broke down. */
export function toldOf(
  { domain, scenario, result, events }: Episode,
  { offers = false }: { readonly offers?: boolean } = {},
): Told | undefined {
  const speech = findSpeech(domain);
  const turns = events.flatMap((event) => {
    if (event.type !== 'action-taken') return [];
    const { seat, act } = event;
    const offer = offers && act.type === 'offer' && speech?.tell.offer(scenario, act as OfferAct);
    return [{ seat, words: act.words ?? '', ...(offer && { offer }) }];
  });
  return tell(domain, scenario, turns, result.kind, 'deal' in result ? result.deal : undefined);
}

export function toldOfRecord({ scenario, turns, outcome }: DialogueRecord, domain: string): Told | undefined {
  const given = { domain, version: 0, id: '', ...scenario };
  return tell(domain, given, turns, outcome.kind, 'deal' in outcome ? outcome.deal : undefined);
}

function tell(domain: string, scenario: Scenario, spoken: Told['turns'], kind: string, deal: unknown) {
  const speech = findSpeech(domain);
  const turns = spoken.flatMap(({ seat, words, offer }) => {
    const plain = unmarked(words);
    if (plain === '' && offer === undefined) return [];
    return [{ seat, words: plain, ...(offer !== undefined && { offer: unmarked(offer) }) }];
  });
  const enough = turns.length >= FEWEST_TURNS && new Set(turns.map(({ seat }) => seat)).size > 1;
  if (!speech || !enough || !ENDINGS.has(kind)) return undefined;
  const { title, lines } = speech.tell.facts(scenario);
  const { category } = (scenario.public as { item?: { category?: string } }).item ?? {};
  const terms = deal === undefined ? null : speech.tell.offer(scenario, { type: 'offer', ...(deal as object) });
  return {
    title,
    // How many turns there were and who opened says which house a game was played in.
    about: unmarked((lines.at(-1) ?? '').replace(/, \S+ turns\b.*$/, '')),
    turns,
    ending: { kind, terms: terms && unmarked(terms) },
    ...(category !== undefined && { category }),
  };
}

function unmarked(text: string): string {
  return text.replace(/[$€£¥₹]\s?/g, '').trim();
}
