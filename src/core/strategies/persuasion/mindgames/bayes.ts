/**
 * bayes: the ceiling under its prior, solvable games. It trusts that prior: among scrambled and can-win games it tells before it asks
 * and loses some that dominant wins. Keeps all targets that are possible, and searches its messages: tell the best set of cells now, or ask first
 * and tell the best set for each answer, or probe with a cell and ask for the ranking. It takes what wins most often; of equals what
 * says and asks least.
 *
 * With `notes` it leaves a private note of each decision: how many targets are possible, the entropy of their likes in bits, and the
 * alternatives with the success that it predicts for each when it goes on as it would.
 */
import { type Knowledge, partition, possibleMinds } from '../../../domains/persuasion/mindgames/belief.ts';
import { bestSet } from '../../../domains/persuasion/mindgames/best-set.ts';
import { CELLS, type Mind } from '../../../domains/persuasion/mindgames/mind.ts';
import {
  cellsOf,
  type Message,
  messagesIn,
  type PersuaderView,
} from '../../../domains/persuasion/mindgames/mindgames.ts';
import { ln } from '../../../math.ts';
import { choice, defineStrategy } from '../../../strategy.ts';
import { believesOf, knows } from './believing.ts';
import { disclosing, message, persuading } from './persuader.ts';

export interface Plan {
  readonly minds: number;
  /** Of the likes, in bits. */
  readonly entropy: number;
  readonly predicted: number;
  /** What it might have done instead. */
  readonly alternatives: readonly { readonly act: Message; readonly predicted: number }[];
}

interface Weighed {
  readonly act: Message;
  readonly value: number;
}

const asking = ['anything', 'no-likes', 'ranking', 'none'] as const;
type Asking = (typeof asking)[number];

export const bayes = defineStrategy({
  name: 'bayes',
  domain: 'mindgames',
  version: 1,
  about:
    'keeps every target that is possible and searches its messages; the ceiling where games are solvable, below dominant where they are not',
  options: {
    knows,
    asks: choice(asking, 'what it may ask: anything, all but what the target likes, rankings only, nothing'),
    notes: { kind: 'flag', default: false, about: 'leave a private note of each plan' },
  },
  make: ({ knows: knowledge, asks, notes }) =>
    persuading((view, context) => {
      const minds = possibleMinds(view, knowledge as Knowledge);
      const messages = messagesIn(view.history);
      const weighed = movesOf(view, minds, messages, asks).map((act) => ({
        act,
        value: worth(view, minds, [...messages, act], asks),
      }));
      const best = weighed.reduce((one, other) => (other.value > one.value + 1e-9 ? other : one));
      // Where nothing is left to say there is nothing to note.
      const { disclose, motivational, informational, inferential } = best.act;
      const decided = [disclose, motivational, informational, inferential].some(({ length }) => length > 0);
      if (notes && decided) context.note({ plan: planOf(view, minds, messages, best, weighed, asks) });
      return best.act;
    }),
  believes: ({ knows: knowledge }) => believesOf(knowledge),
});

/** The cheapest first: tell, ask for one like, for all, for the ranking, for what is known; and where likes cannot be asked, probe. */
function movesOf(view: PersuaderView, minds: readonly Mind[], messages: readonly Message[], asks: Asking): Message[] {
  const { attributes, proposals } = view.public;
  const tell = message({ disclose: disclosing(view, bestSet(view, minds, messages).cells) });
  // The last message cannot be followed by another, and who is sure need not ask.
  if (messagesLeft(view, messages) < 2 || asks === 'none' || minds.length < 2) return [tell];
  const likes = [...attributes.map((one) => [one]), attributes].map((motivational) => message({ motivational }));
  const ranking = message({ inferential: proposals });
  const known = message({ informational: cellsOf(view.public) });
  if (asks === 'anything') return [tell, ...likes, ranking, known];
  const ask = asks === 'ranking' ? {} : { informational: cellsOf(view.public) };
  const probes = Array.from({ length: CELLS }, (_, cell) =>
    message({ disclose: disclosing(view, [cell]), inferential: proposals, ...ask }),
  );
  return [tell, ranking, ...(asks === 'ranking' ? [] : [known, { ...known, inferential: proposals }]), ...probes];
}

/** The share of the minds that are won when these messages are followed by the best set for what is answered. */
function worth(view: PersuaderView, minds: readonly Mind[], messages: readonly Message[], asks: Asking): number {
  if (minds.length === 0) return 0;
  const last = messagesLeft(view, messages) < 1 || asks === 'none';
  const parts = last ? [minds] : partition(view.public, minds, messages);
  const won = parts.reduce((sum, part) => sum + part.length * tellNow(view, part, messages), 0);
  return won / minds.length;
}

function tellNow(view: PersuaderView, minds: readonly Mind[], messages: readonly Message[]): number {
  return bestSet(view, minds, messages, messagesLeft(view, messages) < 1 ? 0 : CELLS).chance;
}

const messagesLeft = ({ turnLimit }: PersuaderView, messages: readonly Message[]): number =>
  turnLimit / 2 - messages.length;

function planOf(
  view: PersuaderView,
  minds: readonly Mind[],
  messages: readonly Message[],
  best: Weighed,
  weighed: readonly Weighed[],
  asks: Asking,
): Plan {
  const all = message({
    disclose: disclosing(
      view,
      Array.from({ length: CELLS }, (_, cell) => cell),
    ),
  });
  // What tells apart who predicts well: telling at once, telling all, saying nothing.
  const others = [...weighed.slice(0, 1).map(({ act }) => act), all, message()];
  const predicted = (act: Message) => goingOn(view, minds, [...messages, act], asks);
  return {
    minds: minds.length,
    entropy: entropyOf(minds),
    predicted: predicted(best.act),
    alternatives: others
      .filter((act) => JSON.stringify(act) !== JSON.stringify(best.act))
      .map((act) => ({ act, predicted: predicted(act) })),
  };
}

/** The success to be expected after these messages of whoever goes on as it would: it may ask once more. */
function goingOn(view: PersuaderView, minds: readonly Mind[], messages: readonly Message[], asks: Asking): number {
  if (minds.length === 0) return 0;
  const parts = partition(view.public, minds, messages);
  const won = parts.reduce((sum, part) => {
    if (messagesLeft(view, messages) < 1) return sum + part.length * tellNow(view, part, messages);
    const moves = movesOf(view, part, messages, asks);
    return sum + part.length * Math.max(...moves.map((act) => worth(view, part, [...messages, act], asks)));
  }, 0);
  return won / minds.length;
}

function entropyOf(minds: readonly Mind[]): number {
  const counts = new Map<string, number>();
  for (const { coefficients } of minds) counts.set(coefficients.join(), (counts.get(coefficients.join()) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, n) => sum - (n / minds.length) * ln(n / minds.length), 0);
  return bits === 0 ? 0 : bits / ln(2);
}
