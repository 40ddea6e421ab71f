/**
 * What a domain puts into a prompt, made from a view.
 *
 * Role, objective, rules, acts and terms are the same at every turn of a game; `standing` is what this turn has to say. Every public
 * field of a scenario has its sentence in a record of that domain, so one that is added without a sentence does not compile.
 */
import type { Act, Seat, View } from '../../core/index.ts';
import type { JsonSchema } from '../../models/model.ts';

export interface PromptParts {
  readonly role: string;
  readonly objective: string;
  readonly rules: readonly string[];
  /** The acts of this game, and those among them that this turn allows. */
  readonly acts: readonly string[];
  readonly allowed: readonly string[];
  /** What stands at this turn. */
  readonly standing: string;
  /** Another seat by its name. */
  readonly nameOf: (seat: Seat) => string;
  /** An act of another seat, in one line; its words come quoted, after a space, or are ''. */
  readonly actText: (act: Act, words: string) => string;
  /** What an answer holds besides the act's name and its words. */
  readonly terms: Terms;
}

/** Fields of a form by their names. */
export type FormFields = Readonly<Record<string, JsonSchema>>;

export interface Terms {
  /** What may be filled, whatever the act. */
  readonly schema?: FormFields;
  /** Of each act what is filled with it; what another act alone takes is null then. */
  readonly byAct?: Readonly<Record<string, FormFields>>;
  /** The fields of an answer that is this act. */
  readonly of: (act: Act) => Readonly<Record<string, unknown>>;
  /** When these fields are to be filled, and what the words are for. */
  readonly explained: string;
  readonly example: Act;
}

/** A sentence for each public field; none where the rest of the prompt has it, or where no rule of this game reads it. */
export type Facts<Public, V extends View> = {
  readonly [Field in keyof Required<Public>]: (view: V) => string | undefined;
};

export function factsIn<Public, V extends View>(facts: Facts<Public, V>, view: V): string[] {
  return Object.values<(view: V) => string | undefined>(facts).flatMap((fact) => fact(view) ?? []);
}
