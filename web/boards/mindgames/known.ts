/** What who looks may know of a game over three proposals: the table, what was told, and the mind of the listener. */
import {
  type Effect,
  type Mind,
  type MindgamesAct,
  type MindgamesFacts,
  type MindgamesView,
  messagesIn,
  type PersuaderMessage,
  type PersuaderSecret,
  swayedBy,
  valuesOf,
} from '../../../src/core/index.ts';
import type { Cards, Game } from '../../game/game.ts';

export interface Known {
  readonly facts: MindgamesFacts;
  readonly messages: readonly PersuaderMessage[];
  /** Cells from 0 to 8, row by row of the proposals: the effect where it is known here. */
  readonly effects: readonly (Effect | undefined)[];
  /** Cells that were told. */
  readonly told: ReadonlySet<number>;
  /** Cells that the listener did not know at the start; undefined where that is not known here. */
  readonly hidden: ReadonlySet<number> | undefined;
  /** What the listener thinks of each attribute, where it is known here. */
  readonly likes: readonly (Effect | undefined)[];
  readonly goal: string | undefined;
  /** The listener's values of the proposals, before anything was said and after every message, where they are known here. */
  readonly values: readonly (readonly number[])[];
  /** What the listener would choose now, or said that it would. */
  readonly choice: string | undefined;
}

export function historyOf({ history }: Game): MindgamesView['history'] {
  return history as MindgamesView['history'];
}

export function mindgamesFacts(game: Game): MindgamesFacts {
  return game.facts as MindgamesFacts;
}

export function knownOf(game: Game, cards?: Cards): Known {
  const facts = mindgamesFacts(game);
  const messages = messagesIn(historyOf(game));
  const own = game.you?.own as unknown;
  const persuader = (cards?.scenario.private.persuader ?? (game.you?.seat === 'persuader' ? own : undefined)) as
    | PersuaderSecret
    | undefined;
  const mind = (cards?.scenario.private.target ??
    (game.you?.seat === 'target' ? own : undefined) ??
    persuader?.target) as Mind | undefined;
  const cell = (proposal: string, attribute: string) =>
    facts.proposals.indexOf(proposal) * facts.attributes.length + facts.attributes.indexOf(attribute);
  const effects: (Effect | undefined)[] = persuader
    ? [...persuader.table.flat()]
    : (mind?.known.flat().map((effect) => effect ?? undefined) ?? Array.from({ length: 9 }));
  const likes: (Effect | undefined)[] = facts.attributes.map((_, a) => mind?.coefficients[a]);
  const told = new Set<number>();
  let said: { values?: readonly number[]; choice?: string } = {};
  for (const { act } of historyOf(game)) {
    for (const { proposal, attribute, effect } of cellsIn(act)) effects[cell(proposal, attribute)] = effect;
    if (act.type === 'message') {
      for (const { proposal, attribute } of act.disclose) told.add(cell(proposal, attribute));
      continue;
    }
    for (const { attribute, coefficient } of act.motivational) likes[facts.attributes.indexOf(attribute)] = coefficient;
    if (act.inferential) said = act.inferential;
    if (act.type === 'choose') said = { ...said, choice: act.choice };
  }
  const swayed = mind && [0, ...messages].map((_, count) => swayedBy(facts, mind, messages.slice(0, count)));
  const now = swayed?.at(-1);
  return {
    facts,
    messages,
    effects,
    told,
    hidden: mind && new Set(mind.known.flat().flatMap((effect, i) => (effect === null ? [i] : []))),
    likes,
    goal: persuader?.goal,
    values: swayed?.map((one) => valuesOf(one.mind)) ?? (said.values ? [said.values] : []),
    choice: now ? facts.proposals[now.choice] : said.choice,
  };
}

function cellsIn(act: MindgamesAct) {
  return act.type === 'message' ? act.disclose : act.informational;
}
