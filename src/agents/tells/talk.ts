/**
 * Tells from a conversation: whether a side repeats itself, and whether it changes the subject.
 *
 * repeats: how many of its messages say again, word for word but for the numbers, four words in a row that an earlier one of
 * them said. topic changes: how often it goes to a subject that neither its own last message nor the other side's spoke of.
 * A message without a subject changes nothing. Counts, as in BazaarBATNA, where they were drawn and not read.
 */
import { canonical } from './canonical.ts';

export interface Said {
  readonly seat: string;
  readonly words: string;
}

const RUN = 4;

export function repeats(messages: readonly string[]): number {
  const said = new Set<string>();
  let count = 0;
  for (const message of messages) {
    const words = canonical(message, new Set()).flatMap(({ word }) => (word === '.' || word === '?' ? [] : [word]));
    const runs = words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, i) => words.slice(i, i + RUN).join(' '));
    if (runs.some((run) => said.has(run))) count++;
    for (const run of runs) said.add(run);
  }
  return count;
}

/** What people talk about over a price. The price itself is no subject: it is always there. */
const TOPICS: Readonly<Record<string, string>> = {
  condition:
    'condition|scratches|scratch|dent|battery|warranty|box|new|naya|used|works?|working|screen|quality|original',
  rivals: 'others?|buyers|kharidar|people|log|someone|somebody|another|demand',
  delivery: 'deliver|delivery|ship|shipping|pick|pickup|collect|bhejo|courier|location|where|kahan',
  payment: 'cash|upi|paytm|payment|transfer|card|paise|money|emi|cheque',
  time: 'today|aaj|tomorrow|kal|now|abhi|jaldi|quickly|week|soon|urgent',
  family: 'family|ghar|kids?|children|bachche|wife|mother|father|brother|cousin|shaadi|rent|school|festival',
  market: 'market|online|amazon|flipkart|shop|store|retail|mrp|value',
};
const topics = Object.entries(TOPICS).map(([name, words]) => ({ name, words: new RegExp(`^(?:${words})$`) }));

export function topicChanges(conversation: readonly Said[], seat: string): number {
  let count = 0;
  let [own, theirs]: ReadonlySet<string>[] = [new Set<string>(), new Set<string>()];
  for (const { seat: speaker, words } of conversation) {
    const subjects = subjectsOf(words);
    if (speaker !== seat) {
      theirs = subjects;
      continue;
    }
    const before = [...(own as ReadonlySet<string>), ...(theirs as ReadonlySet<string>)];
    if (subjects.size > 0 && before.length > 0 && !before.some((topic) => subjects.has(topic))) count++;
    if (subjects.size > 0) own = subjects;
  }
  return count;
}

function subjectsOf(text: string): ReadonlySet<string> {
  const words = canonical(text, new Set());
  return new Set(topics.filter((topic) => words.some(({ word }) => topic.words.test(word))).map(({ name }) => name));
}
