/**
 * A Speech: all that agents know about speaking one domain, in one record.
 *
 * Prompts, replies, guards, conversations and the words for a person are made from these records alone, so no agent asks which
 * game it sits in. To let a domain speak, write its record and put it into the list (index.ts), or hand it to `addSpeech`.
 */
import type { Act, Agent, OfferAct, Scenario, Script, Seat, View } from '../../core/index.ts';
import type { Model } from '../../models/model.ts';
import type { GuardName } from '../guards/index.ts';
import type { Judge } from '../guards/judge.ts';
import type { JanusOptions } from '../janus.ts';
import type { Parsed } from '../parse/index.ts';
import type { Language } from '../phrases.ts';
import type { PromptParts } from '../prompt/parts.ts';
import type { WordingOptions } from '../worded-by-model.ts';

export interface Speech<V extends View = View, A extends Act = Act> {
  /** The name of the domain. */
  readonly domain: string;
  /** What a prompt says of this view. */
  prompt(view: V): PromptParts;
  /** A reply of a model, or a line of a person, as an act. */
  read(text: string, view: V): Parsed<A>;
  /** The fields that the rules ask of an act of this type; the other side sees whatever else rides along. */
  fields(type: string): readonly string[];
  /** By the name of the guard; one that is left out cannot judge this domain. */
  readonly judges: Readonly<Partial<Record<GuardName, Judge<V, A>>>>;
  /** The view that this seat had at an earlier turn of its own, worked out from a later one; `history` is what came before that turn. */
  earlierView(view: V, turn: number, history: V['history']): V;
  /** Words for a person. */
  readonly tell: Teller;
  /** What this seat could think before it acts, from what it knows alone; left out where nobody has put that into words. */
  thought?(view: V): string;
  /** The domain whose scripts sit here too, since its views hold all that they read; its own where left out. */
  readonly scripts?: string;
  /** Other names for specs, as in aliases.ts. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Puts words to a script's acts without a model. */
  readonly templates?: Templates<V, A>;
  /** Puts words to a script's acts with a model. */
  wordedByModel?(script: Script<V, A>, model: Model, options: WordingOptions): Agent<V, A>;
  /** A model with a dial, trained on this domain. */
  janus?(name: string, model: Model, options: JanusOptions): Agent<V, A>;
  /** Whether sauda and shopkeeper can sit here, who read the views of a price. */
  readonly bazaar?: true;
}

export interface Templates<V extends View, A extends Act> {
  /** Raised whenever the templates could say something else; part of the fingerprint. */
  readonly version: number;
  words(script: Script<V, A>, language: Language): Script<V, A>;
}

export interface Teller {
  facts(scenario: Scenario): { readonly title: string; readonly lines: readonly string[] };
  /** What only this seat knows. */
  secrets(scenario: Scenario, seat: Seat): string;
  /** What can be agreed on, in a line, where a line can say it. */
  room(scenario: Scenario): string | undefined;
  offer(scenario: Scenario, offer: OfferAct): string;
  /** An act that no game of offers has, without its words. */
  act?(scenario: Scenario, act: Act): string;
  deal(scenario: Scenario, deal: unknown): string;
  /** What a game without a deal came to: "chose the blue one". */
  conclusion?(scenario: Scenario, conclusion: unknown): string;
}
