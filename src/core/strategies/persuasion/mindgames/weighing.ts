/**
 * What each kind of message would lead to for a persuader who goes on as dominant does: asks for the likes that it does not know, then tells
 * what helps. The minds it thinks of are all that would have answered so, four of nine cells hidden and nothing else known of them; of
 * these, each act is worth the share that is won in the end.
 */
import { possibleMinds } from '../../../domains/persuasion/mindgames/belief.ts';
import { CELLS, type Effect, type Heard, type Mind, SIZE, swayed } from '../../../domains/persuasion/mindgames/mind.ts';
import {
  heard,
  type Message,
  messagesIn,
  type PersuaderView,
} from '../../../domains/persuasion/mindgames/mindgames.ts';
import { disclosing, helpfulCells, learnedLikes, message } from './persuader.ts';

export interface MessageProspect {
  readonly kind: 'ask likes' | 'tell what helps' | 'tell all of it' | 'tell everything' | 'say nothing';
  readonly act: Message;
  readonly success: number;
}

export function weighMessages(view: PersuaderView): MessageProspect[] {
  const minds = possibleMinds(view, 'nothing');
  const unknown = learnedLikes(view).includes(undefined);
  return messagesToWeigh(view).map((one) => ({ ...one, success: shareWon(view, minds, one.act, unknown) }));
}

type Weighable = Omit<MessageProspect, 'success'>;

/** The first is what dominant does, and what it would do too where something was told before. */
export function messagesToWeigh(view: PersuaderView): readonly [Weighable, ...Weighable[]] {
  const { attributes, proposals } = view.public;
  const likes = learnedLikes(view);
  const unknown = attributes.filter((_, a) => likes[a] === undefined);
  const told = toldCells(view);
  const helpful = unknown.length > 0 ? [] : helpfulCells(view, likes as Effect[]).filter((cell) => !told.has(cell));
  const goal = proposals.indexOf(view.own.goal);
  const all = Array.from({ length: CELLS }, (_, cell) => cell);
  const telling = (cells: readonly number[]) => message({ disclose: disclosing(view, cells) });
  return [
    unknown.length > 0
      ? { kind: 'ask likes', act: message({ motivational: unknown }) }
      : helpful.length > 0
        ? { kind: 'tell what helps', act: telling(helpful) }
        : { kind: 'say nothing', act: message() },
    { kind: 'tell all of it', act: telling(all.filter((cell) => Math.floor(cell / SIZE) === goal)) },
    { kind: 'tell everything', act: telling(all) },
  ];
}

function toldCells(view: PersuaderView): Set<number> {
  const { proposals, attributes } = view.public;
  return new Set(
    messagesIn(view.history).flatMap(({ disclose }) =>
      disclose.map(({ proposal, attribute }) => proposals.indexOf(proposal) * SIZE + attributes.indexOf(attribute)),
    ),
  );
}

/** Of these minds, those that choose the goal when the likes are asked for after this act, where they are not known, and what helps is told. */
function shareWon(view: PersuaderView, minds: readonly Mind[], act: Message, unknown: boolean): number {
  const { public: facts, own } = view;
  const said = [...messagesIn(view.history), act].map((one) => heard(facts, one));
  const toAsk = unknown && act.motivational.length === 0;
  const goesOn = view.turnLimit / 2 - said.length > Number(toAsk);
  const goal = facts.proposals.indexOf(own.goal);
  const byLikes = new Map<readonly Effect[], readonly Heard[]>();
  const heardBy = ({ coefficients }: Mind): readonly Heard[] => {
    const known = byLikes.get(coefficients);
    if (known) return known;
    const helpful = message({ disclose: disclosing(view, helpfulCells(view, coefficients)) });
    const all = goesOn ? [...said, heard(facts, helpful)] : said;
    byLikes.set(coefficients, all);
    return all;
  };
  const won = minds.filter(
    (mind) => swayed(mind, heardBy(mind), facts.tieRule, facts.talk === 'typed').choice === goal,
  ).length;
  return minds.length > 0 ? won / minds.length : 0;
}
