/** Acts of mindgames as people would say them. What a message says here, the reader of prose reads back. */
import {
  type Answers,
  type Effect,
  effectWords,
  type MindgamesFacts,
  MOST_PROSE,
  type NamedCell,
  type NamedEffect,
  type PersuaderMessage,
} from '../../../core/index.ts';

/** As the original cuts it. */
export function cut(words: string): string {
  return words.slice(0, MOST_PROSE).trim();
}

/** "a, b and c". */
export function listed(names: readonly string[], last = 'and'): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

/** "Proposal A increases safety and noise and decreases fares". */
export function cellsInWords(cells: readonly NamedEffect[]): string[] {
  return grouped(cells).map(([proposal, own]) => {
    const said = ([1, -1, 0] as const).flatMap((effect) => {
      const names = own.filter((cell) => cell.effect === effect).map(({ attribute }) => attribute);
      return names.length > 0 ? [`${effectWords[effect]} ${listed(names, effect === 0 ? 'or' : 'and')}`] : [];
    });
    return `Proposal ${proposal} ${listed(said)}`;
  });
}

export function messageWords(message: PersuaderMessage): string {
  const { disclose, motivational, informational, inferential } = message;
  return [
    ...cellsInWords(disclose).map((words) => `${words}.`),
    ...(motivational.length > 0 ? [`How do you feel about ${listed(motivational)}?`] : []),
    ...questionsOf(informational),
    ...(inferential.length > 0 ? ['Which proposal do you prefer now?'] : []),
  ].join(' ');
}

/** One question for the proposals that are asked about alike. */
function questionsOf(cells: readonly NamedCell[]): string[] {
  const byAttributes = new Map<string, string[]>();
  for (const [proposal, own] of grouped(cells)) {
    const key = listed(own.map(({ attribute }) => attribute));
    byAttributes.set(key, [...(byAttributes.get(key) ?? []), proposal]);
  }
  return [...byAttributes].map(
    ([attributes, names]) => `What do you know about the effect of ${listed(names)} on ${attributes}?`,
  );
}

/** What the target says. Prose owns up to an unknown cell only where fewer than all attributes of its proposal were asked. */
export function answerWords(facts: MindgamesFacts, asked: PersuaderMessage | undefined, answers: Answers): string {
  const { motivational, informational, inferential } = answers;
  const feel: Readonly<Record<Effect, string>> = { 1: 'like', [-1]: 'dislike', 0: 'am indifferent to' };
  const likes = ([1, -1, 0] as const).flatMap((one) => {
    const names = motivational.filter(({ coefficient }) => coefficient === one).map(({ attribute }) => attribute);
    return names.length > 0 ? [`I ${feel[one]} ${listed(names)}.`] : [];
  });
  const known = informational.length > 0 ? [`As far as I know: ${cellsInWords(informational).join('; ')}.`] : [];
  const unknown = grouped(asked?.informational ?? []).flatMap(([proposal, cells]) => {
    const gaps = cells.filter(
      (cell) => !informational.some((one) => one.proposal === proposal && one.attribute === cell.attribute),
    );
    return gaps.length > 0 && cells.length < facts.attributes.length
      ? [`I have no information about the effect of ${proposal} on ${listed(gaps.map(({ attribute }) => attribute))}.`]
      : [];
  });
  const heard = cellsInWords(asked?.disclose ?? []).map((words) => `I see: ${words}.`);
  const said = [...heard, ...likes, ...known, ...unknown, ...(inferential ? [rankingWords(inferential.ranking)] : [])];
  return said.length > 0 ? said.join(' ') : 'I have nothing to say to that.';
}

function rankingWords(ranking: readonly (readonly string[])[]): string {
  const levels = ranking.map((names) => (names.length > 1 ? `${listed(names)} tied` : names[0]));
  return `I rank them, the best first: ${levels.join(', then ')}.`;
}

function grouped<C extends NamedCell>(cells: readonly C[]): [string, C[]][] {
  const groups = new Map<string, C[]>();
  for (const cell of cells) groups.set(cell.proposal, [...(groups.get(cell.proposal) ?? []), cell]);
  return [...groups];
}
