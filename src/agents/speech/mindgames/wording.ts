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
import { namesIn } from './prompt.ts';
import { proseIn } from './prose.ts';
import { cut, namesOf, notUnderstood } from './read.ts';
import { answerWords, messageWords } from './words.ts';

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
  problem: ({ public: facts }, act, words) =>
    act.type === 'message' ? messageProblem(facts, act, words) : answerProblem(facts, act, words),
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

function messageProblem(facts: MindgamesFacts, act: PersuaderMessage, words: string): string | undefined {
  const read = proseIn(words, namesOf(facts));
  return (
    differs('tell', act.disclose.map(effectKey), read.disclose.map(effectKey)) ??
    differs('ask about', act.motivational, read.motivational) ??
    differs('ask what is known of', act.informational.map(cellKey), read.informational.map(cellKey)) ??
    // Whoever asks for a ranking is told all of it.
    differs(
      'ask for',
      act.inferential.length > 0 ? ['the ranking'] : [],
      read.inferential.length > 0 ? ['the ranking'] : [],
    ) ??
    (read.unread === undefined ? undefined : notUnderstood(read.unread))
  );
}

function answerProblem(
  facts: MindgamesFacts,
  act: Exclude<MindgamesAct, PersuaderMessage>,
  words: string,
): string | undefined {
  const read = readAnswers(words, facts);
  const order = (ranking: readonly (readonly string[])[] | undefined) =>
    ranking ? [ranking.map((level) => [...level].sort().join(' = ')).join(' > ')] : [];
  const likes = (pairs: Iterable<readonly [string, Effect]>) =>
    [...pairs].map(([name, effect]) => `${name} (${effect})`);
  return (
    differs(
      'like',
      likes(act.motivational.map(({ attribute, coefficient }) => [attribute, coefficient])),
      likes(read.likes),
    ) ??
    differs('know', act.informational.map(effectKey), read.known.map(effectKey)) ??
    differs('rank', order(act.inferential?.ranking), order(read.ranking)) ??
    (read.unread === undefined ? undefined : `it is not plain what this says: ${read.unread}`) ??
    differs('choose', act.type === 'choose' ? [act.choice] : [], read.choice === undefined ? [] : [read.choice])
  );
}

function differs(does: string, meant: readonly string[], read: readonly string[]): string | undefined {
  const missing = meant.find((one) => !read.includes(one));
  const more = read.find((one) => !meant.includes(one));
  if (more !== undefined) return `the words ${does} ${more}, which was not meant`;
  return missing === undefined ? undefined : `the words do not plainly ${does} ${missing}`;
}
