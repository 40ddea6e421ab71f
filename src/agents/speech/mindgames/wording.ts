/** A script of mindgames worded by a model, in either seat: the rules of prose must read back what was decided, or what the target has to say. */
import {
  type Effect,
  type MindgamesAct,
  type MindgamesFacts,
  type MindgamesView,
  MOST_PROSE,
  messagesIn,
  type NamedCell,
  type PersuaderMessage,
} from '../../../core/index.ts';
import type { Wording } from '../worded-and-read.ts';
import { readAnswers } from './answers.ts';
import { namesOf } from './names.ts';
import { namesIn } from './prompt.ts';
import { notUnderstood, proseIn } from './prose.ts';
import { answerWords, cut, messageWords } from './words.ts';

const MOST_WORDS = 600;

export const mindgamesWording: Wording<MindgamesView, MindgamesAct> = {
  role({ seat, public: facts }) {
    const { us, them } = namesIn(facts);
    return seat === 'persuader'
      ? `You are ${us} and talk to ${them}. ${facts.theme}`
      : `You are ${them} and answer ${us}. ${facts.theme}`;
  },
  template: ({ public: facts, history }, act) =>
    act.type === 'message' ? cut(messageWords(act)) : targetWords(facts, messagesIn(history).at(-1), act),
  problem: ({ public: facts, history }, act, words) =>
    differences(facts, act, words, differs, messagesIn(history).at(-1)),
  most: ({ seat, public: { talk } }) => (talk === 'prose' && seat === 'persuader' ? MOST_PROSE : MOST_WORDS),
};

/** What the target says, without the echo of what it was told. */
function targetWords(
  facts: MindgamesFacts,
  asked: PersuaderMessage | undefined,
  act: Exclude<MindgamesAct, PersuaderMessage>,
): string {
  const said = answerWords(facts, asked && { ...asked, disclose: [] }, act);
  return act.type === 'choose' ? `${said} I choose ${act.choice}.` : said;
}

const cellKey = ({ proposal, attribute }: NamedCell) => `${attribute} of ${proposal}`;
const effectKey = (cell: NamedCell & { effect: Effect }) => `${cellKey(cell)} (${cell.effect})`;

/** Why the words say something that the act does not. */
export const saysMore = (facts: MindgamesFacts, act: MindgamesAct, words: string, asked?: PersuaderMessage) =>
  differences(facts, act, words, more, asked);

/** The same of a person, who may urge. */
export function personSaysMore(facts: MindgamesFacts, act: MindgamesAct, asked?: PersuaderMessage): string | undefined {
  const { words = '' } = act;
  if (words.trim() === '') return undefined;
  return act.type === 'message' ? ofMessage(facts, act, words, more, true) : saysMore(facts, act, words, asked);
}

type Differs = (does: string, meant: readonly string[], read: readonly string[]) => string | undefined;
const more: Differs = (does, meant, read) => {
  const one = read.find((said) => !meant.includes(said));
  return one === undefined ? undefined : `the words ${does} ${one}, which was not meant`;
};
const differs: Differs = (does, meant, read) => {
  const missing = meant.find((one) => !read.includes(one));
  return more(does, meant, read) ?? (missing === undefined ? undefined : `the words do not plainly ${does} ${missing}`);
};

function differences(
  facts: MindgamesFacts,
  act: MindgamesAct,
  words: string,
  differ: Differs,
  asked: PersuaderMessage | undefined,
): string | undefined {
  return act.type === 'message' ? ofMessage(facts, act, words, differ) : ofAnswer(facts, act, words, differ, asked);
}

function ofMessage(
  facts: MindgamesFacts,
  act: PersuaderMessage,
  words: string,
  differ: Differs,
  mayUrge = false,
): string | undefined {
  const read = proseIn(words, namesOf(facts));
  // Whoever asks for a ranking is told all of it.
  const ranking = (asked: readonly string[]) => (asked.length > 0 ? ['the ranking'] : []);
  return (
    (read.unread === undefined ? undefined : notUnderstood(read.unread)) ??
    (read.urges && !mayUrge ? 'the words urge to choose, which was not meant' : undefined) ??
    differ('tell', act.disclose.map(effectKey), read.disclose.map(effectKey)) ??
    differ('ask about', act.motivational, read.motivational) ??
    differ('ask what is known of', act.informational.map(cellKey), read.informational.map(cellKey)) ??
    differ('ask for', ranking(act.inferential), ranking(read.inferential))
  );
}

function ofAnswer(
  facts: MindgamesFacts,
  act: Exclude<MindgamesAct, PersuaderMessage>,
  words: string,
  differ: Differs,
  asked: PersuaderMessage | undefined,
): string | undefined {
  const read = readAnswers(words, facts);
  const known = act.informational.map(cellKey);
  const gaps = (asked?.informational ?? []).map(cellKey).filter((cell) => !known.includes(cell));
  const order = (ranking: readonly (readonly string[])[] | undefined) =>
    ranking ? [ranking.map((level) => [...level].sort().join(' = ')).join(' > ')] : [];
  const likes = (pairs: Iterable<readonly [string, Effect]>) =>
    [...pairs].map(([name, effect]) => `${name} (${effect})`);
  return (
    (read.unread === undefined ? undefined : notUnderstood(read.unread)) ??
    differ(
      'like',
      likes(act.motivational.map(({ attribute, coefficient }) => [attribute, coefficient])),
      likes(read.likes),
    ) ??
    differ('know', act.informational.map(effectKey), read.known.map(effectKey)) ??
    more('know nothing of', gaps, read.unknown.map(cellKey)) ??
    differ('rank', order(act.inferential?.ranking), order(read.ranking)) ??
    differ('choose', act.type === 'choose' ? [act.choice] : [], read.choice === undefined ? [] : [read.choice])
  );
}
