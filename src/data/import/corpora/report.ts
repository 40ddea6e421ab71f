/** The data card of an imported corpus: what is in it, what was cleaned, what was left out. */

import { bullets, markdownTable, section } from '../../markdown.ts';
import type { Corpus } from './index.ts';

export interface CorpusCard extends Omit<Corpus, 'dialogues' | 'scenarios' | 'refused'> {
  readonly dialogues: number;
  readonly scenarios: number;
  readonly turns: number;
  readonly words: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly splits: Readonly<Record<string, number>>;
  /** Dialogues whose outcome is known and is no agreement, of those whose outcome is known. */
  readonly failureShare?: number;
}

export function corpusCard({ dialogues, scenarios, refused: _refused, ...rest }: Corpus): CorpusCard {
  const outcomes = tally(dialogues.map(({ outcome }) => outcome.kind));
  const known = dialogues.length - (outcomes.unknown ?? 0);
  const turns = dialogues.flatMap((dialogue) => dialogue.turns);
  return {
    ...rest,
    dialogues: dialogues.length,
    scenarios: scenarios.length,
    turns: turns.length,
    words: turns.reduce((sum, { words }) => sum + (words.match(/\S+/g)?.length ?? 0), 0),
    outcomes,
    splits: tally((dialogues.length > 0 ? dialogues : scenarios).map(({ split }) => split)),
    ...(known === 0 ? {} : { failureShare: (known - (outcomes.agreement ?? 0)) / known }),
  };
}

export function corpusReport(card: CorpusCard): string {
  const rules = (counts: CorpusCard['cleaned']) =>
    bullets(
      counts.map(
        ({ rule, count, says, places }) =>
          `**${rule}** ${count}. ${says} (${places.slice(0, 3).join('; ')}${count > 3 ? '; ...' : ''})`,
      ),
    );
  const { inSeveralFiles, failureShare } = card;
  const rows = [
    ['entries read', String(card.entries)],
    ['dialogues kept', String(card.dialogues)],
    ['scenarios', String(card.scenarios)],
    ['turns', String(card.turns)],
    ['words', String(card.words)],
    ...Object.entries(card.outcomes).map(([kind, count]) => [`outcome ${kind}`, String(count)]),
    ...(failureShare === undefined ? [] : [['without a deal, of known outcomes', failureShare.toFixed(4)]]),
    ...Object.entries(card.splits).map(([split, count]) => [`split ${split}`, String(count)]),
    ['in more than one file', String(inSeveralFiles)],
  ];
  const parts = [
    `# ${card.source}`,
    `Source and terms: ${card.licence}.`,
    markdownTable(['', 'count'], rows),
    section('What the files show', bullets(card.findings)),
    section('Cleaned', rules(card.cleaned)),
    section('Left out', [...rules(card.leftOut), ...bullets(card.problems)]),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
