/**
 * What persuaders share: messages from parts, what they learned from answers, and what they do in the other seat. Every script in the
 * seat of the target is the rational one: it says what the rules have it say, and chooses by arithmetic.
 */

import { type Effect, SIZE } from '../../../domains/persuasion/mindgames/mind.ts';
import {
  answersOf,
  type Choose,
  cellsOf,
  type Message,
  type MindgamesAct,
  type MindgamesView,
  messagesIn,
  type NamedCell,
  type PersuaderView,
  type Reply,
  swayedBy,
  type TargetView,
  withEffect,
} from '../../../domains/persuasion/mindgames/mindgames.ts';
import { PERSUADER } from '../../../domains/persuasion/seats.ts';
import type { Context } from '../../../types.ts';

export function message(parts: Partial<Omit<Message, 'type'>> = {}): Message {
  return { type: 'message', disclose: [], motivational: [], informational: [], inferential: [], ...parts };
}

function rationally(view: TargetView): Reply | Choose {
  const { public: facts, own, history, turn, turnLimit } = view;
  const answers = answersOf(view);
  if (turn < turnLimit) return { type: 'reply', ...answers };
  const { choice } = swayedBy(facts, own, messagesIn(history));
  return { type: 'choose', ...answers, choice: facts.proposals[choice] as string };
}

export function persuading(
  persuade: (view: PersuaderView, context: Context) => Message,
): (view: MindgamesView, context: Context) => MindgamesAct {
  return (view, context) =>
    view.seat === PERSUADER ? persuade(view as PersuaderView, context) : rationally(view as TargetView);
}

/** Cells from 0 to 8, row by row, as what is disclosed. */
export function disclosing(view: PersuaderView, cells: readonly number[]): Message['disclose'] {
  const all = cellsOf(view.public);
  return cells.map((cell) => withEffect(view, all[cell] as NamedCell));
}

/** What helps the goal with a target of these coefficients, whatever it knows: its good cells, and what is bad of the others. */
export function helpfulCells({ public: facts, own }: PersuaderView, coefficients: readonly number[]): number[] {
  const goal = facts.proposals.indexOf(own.goal);
  return own.table.flat().flatMap((effect, cell) => {
    const product = effect * (coefficients[cell % SIZE] as number);
    return (Math.floor(cell / SIZE) === goal ? product > 0 : product < 0) ? [cell] : [];
  });
}

/** The target's coefficients, told or answered; undefined for one that is not known yet. */
export function learnedLikes({ public: { attributes }, own, history }: PersuaderView): (Effect | undefined)[] {
  const answered = new Map(
    history.flatMap(({ act }) =>
      act.type === 'message'
        ? []
        : act.motivational.map(({ attribute, coefficient }) => [attribute, coefficient] as const),
    ),
  );
  return attributes.map((attribute, a) => own.target?.coefficients[a] ?? answered.get(attribute));
}

export function hasDisclosed({ history }: PersuaderView): boolean {
  return messagesIn(history).some(({ disclose }) => disclose.length > 0);
}
