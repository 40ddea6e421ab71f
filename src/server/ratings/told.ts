/**
 * A dialogue as a rater reads it: what was said and how it ended, and nothing that tells people from agents but the talk itself.
 *
 * Acts without words are left out: people press a button for them and agents put words to them. So are the signs of currencies, by
 * which one could tell where a dialogue came from.
 */
import { findSpeech } from '../../agents/index.ts';
import type { Episode, Scenario } from '../../core/index.ts';
import type { DialogueRecord } from '../../data/roles/read.ts';

export interface Told {
  /** What it was about. */
  readonly title: string;
  readonly about: string;
  readonly turns: readonly { readonly seat: string; readonly words: string }[];
  readonly ending: { readonly kind: string; readonly terms: string | null };
  /** What kind of thing it was about, where things have kinds; never shown beside another title. */
  readonly category?: string;
}

/** Shorter talk gives nothing to judge. */
const FEWEST_TURNS = 4;
const ENDINGS: ReadonlySet<string> = new Set(['agreement', 'no-deal', 'walked']);

/** Undefined where too little was said, or where it broke down. */
export function toldOf({ domain, scenario, result, events }: Episode): Told | undefined {
  const turns = events.flatMap((event) =>
    event.type === 'action-taken' ? [{ seat: event.seat, words: event.act.words ?? '' }] : [],
  );
  return tell(domain, scenario, turns, result.kind, 'deal' in result ? result.deal : undefined);
}

export function toldOfRecord({ scenario, turns, outcome }: DialogueRecord, domain: string): Told | undefined {
  const given = { domain, version: 0, id: '', ...scenario };
  return tell(domain, given, turns, outcome.kind, 'deal' in outcome ? outcome.deal : undefined);
}

function tell(domain: string, scenario: Scenario, spoken: Told['turns'], kind: string, deal: unknown) {
  const speech = findSpeech(domain);
  const turns = spoken.flatMap(({ seat, words }) => {
    const plain = unmarked(words);
    return plain === '' ? [] : [{ seat, words: plain }];
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
