/**
 * The Speech of every domain: a literal list, and those of domains of one's own that were added at run time.
 * To add one to the house, write its file and put it into the list.
 */
import type { Act, Domain, View } from '../../core/index.ts';
import { arenaSpeech } from './arena.ts';
import { itemsSpeech } from './items.ts';
import { mindgamesSpeech } from './mindgames/index.ts';
import { priceSpeech } from './price.ts';
import { ptomSpeech } from './ptom/index.ts';
import type { Speech } from './speech.ts';
import { traceSpeech } from './trace/index.ts';

export type { ActForm, Evaluation, Speech, Teller, Templates } from './speech.ts';

export const speeches: readonly Speech[] = [
  priceSpeech,
  arenaSpeech,
  itemsSpeech,
  mindgamesSpeech,
  ptomSpeech,
  traceSpeech,
];

const byDomain = new Map(speeches.map((speech) => [speech.domain, speech]));

/** Lets a domain of one's own speak. A domain has one Speech: another for the same name is refused. */
export function addSpeech<V extends View, A extends Act>(speech: Speech<V, A>): void {
  const known = byDomain.get(speech.domain);
  if (known && known !== (speech as Speech)) throw new RangeError(`${speech.domain} already has a Speech of its own`);
  byDomain.set(speech.domain, speech as Speech);
}

export function findSpeech(domain: string): Speech | undefined {
  return byDomain.get(domain);
}

export function speechOf(domain: string): Speech {
  const speech = findSpeech(domain);
  if (speech) return speech;
  throw new RangeError(
    `nobody here can speak of games of ${domain}: there are words for ${domainsWith(() => true)}; addSpeech takes those of a domain of one's own`,
  );
}

/** Those of the house, then those that were added. */
export function allSpeeches(): readonly Speech[] {
  return [...byDomain.values()];
}

/** The names of the domains whose Speech has something, as a refusal lists them: "price and arena". */
export function domainsWith(has: (speech: Speech) => unknown): string {
  const names = allSpeeches()
    .filter(has)
    .map(({ domain }) => domain);
  return names.length < 2 ? (names[0] ?? 'none') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The domain whose scripts and aliases one is played with: whoever plays for a price can sit in an arena. */
export function playedAs({ name }: Pick<Domain, 'name'>): Pick<Domain, 'name'> {
  return { name: findSpeech(name)?.scripts ?? name };
}
