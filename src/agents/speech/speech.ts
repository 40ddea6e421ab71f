/**
 * A Speech: all that agents know about speaking one domain, in one record.
 *
 * Prompts, replies, guards, conversations and the words for a person are made from these records alone, so no agent asks which
 * game it sits in. To let a domain speak, write its record and put it into the list (index.ts), or hand it to `addSpeech`.
 */
import type { Act, Agent, Context, OfferAct, Scenario, Script, Seat, View } from '../../core/index.ts';
import type { JsonSchema, Model } from '../../models/model.ts';
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
  /** A line of a person, where it may be plainer than a model's reply. */
  readLine?(line: string, view: V): Parsed<A>;
  /** Reads the words of an act anew with a model, where what they say is what was done. */
  readonly byModel?: ModelReader<V, A>;
  /** The fields that the rules ask of an act of this type; the other side sees whatever else rides along. */
  fields(type: string): readonly string[];
  /**
   * The acts by their type, for whoever sends them as data: no field is taken that stands neither here nor among words and intent.
   * Where this is left out, whatever `fields` names goes to the rules as it came.
   */
  readonly acts?: Readonly<Record<string, ActForm>>;
  /** An act that came as data, with what may be left out filled in: an accept means the offer that stands. */
  complete?(act: A, view: V): A;
  /** Why the words of an act that came as data are said back, as a person's are: they say something else. */
  beside?(act: A, view: V): string | undefined;
  /** What terms are worth to one's own side; a RangeError in a sentence where they are no terms of this game. */
  evaluate?(view: V, terms: Readonly<Record<string, unknown>>): Evaluation;
  /** The spec of who advises a person here; the domain's control where left out. */
  readonly adviser?: string;
  /** By the name of the guard; one that is left out cannot judge this domain. */
  readonly judges: Readonly<Partial<Record<GuardName, Judge<V, A>>>>;
  /** Why an act gives the own secrets away to who reads what was said; what the guard's judge says, where left out. */
  leaks?(view: V, act: A): string | undefined;
  /** The view that this seat had at an earlier turn of its own, worked out from a later one; `history` is what came before that turn. */
  earlierView(view: V, turn: number, history: V['history']): V;
  /** Words for a person. */
  readonly tell: Teller;
  /** What this seat could think before it acts, from what it knows alone; left out where nobody has put that into words. */
  thought?(view: V): string;
  /** What this seat would reckon on paper before it answers; '' where there is nothing yet. */
  figures?(view: V): string;
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

interface ModelReader<V extends View, A extends Act> {
  /** Raised whenever the same words could be put to the model otherwise; part of the fingerprint. */
  readonly version: number;
  read(act: A, view: V, model: Model, context: Context): Promise<Parsed<A>>;
}

/** What an act holds besides its type, its words and its intent. */
export interface ActForm {
  readonly fields: Readonly<Record<string, JsonSchema>>;
  /** Those that may be left out. */
  readonly optional?: readonly string[];
}

export interface Evaluation {
  /** Over the own reservation: in money for a price, as a share of everything for items. */
  readonly gain: number;
  readonly pastReservation: boolean;
  /** How far from the reservation (0) to the target (1), where there is a target. */
  readonly towardTarget: number | null;
  /** Against the other side's standing offer. */
  readonly betterThanStanding: boolean | null;
  /** Where the other side's limit seems to lie, where that can be told from what it offered. */
  readonly theirLimit: { readonly estimate: number; readonly error: number } | null;
  readonly says: string;
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
  /** An act without its words, where it is not told as acts of a game of offers are. */
  act?(scenario: Scenario, act: Act): string | undefined;
  deal(scenario: Scenario, deal: unknown): string;
  /** What a game without a deal came to: "chose the blue one". */
  conclusion?(scenario: Scenario, conclusion: unknown): string;
}
