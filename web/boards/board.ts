/**
 * A board: what one domain looks like and what a person can do in it. Pages know boards, never domains. To add one, write its folder
 * and put it into the list (index.ts).
 */
import type { ComponentType } from 'react';
import type { Evaluation } from '../../src/agents/speech/index.ts';
import type { Act, View } from '../../src/core/index.ts';
import type { Cards, Game } from '../game/game.ts';
import type { Words } from '../words/index.ts';

export interface WatchProps {
  readonly game: Game;
  /** Both hands, for who may see them. */
  readonly cards?: Cards | undefined;
}

/** A game in which the person at the screen has a seat: `game.you` is there. */
export interface PlayProps extends WatchProps {
  /** An act is under way: nothing can be pressed. */
  readonly busy: boolean;
  onAct(act: Act): void;
}

export interface Board {
  readonly domain: string;
  /** The picture of the game, for who watches and after the end. */
  readonly Watch: ComponentType<WatchProps>;
  /** The picture with what a person can do. */
  readonly Play: ComponentType<PlayProps>;
  /** The picture in 120 pixels, for lists. */
  readonly Glyph?: ComponentType<WatchProps>;
  /** By turn, where there is something to draw. */
  readonly Chart?: ComponentType<WatchProps>;
  /** What it is about, in a few words: "Oak dining table, seats six". */
  title(game: Game, words: Words): string;
  /** What everybody knows, in short lines. */
  facts(game: Game, words: Words): readonly string[];
  /** What only this seat knows, in plain sentences. */
  brief(game: Game, words: Words): readonly string[];
  /** An act without its words; empty where it says nothing, and then nobody is told of it. */
  says(game: Game, act: Act, words: Words, seat: string): string;
  /** How it ended, in a sentence. */
  ending(game: Game, words: Words): string;
  /** Who sits there when nobody is named, where the task's own agents would make a dull game. */
  agent?(seat: string): string | undefined;
  /** Whether its games end in a deal: what one side offers last the other can only take. */
  readonly deals?: true;
  /** Whether its games may be about a listing. */
  readonly listings?: true;
  /** What stands between the agents in a sentence: "buys from". */
  against?(words: Words): string;
  /** What the coach says before the first own act; `would` is what the adviser of the domain does at a view. */
  plan?(game: Game, would: (view: View) => Act, words: Words): readonly string[];
  /** What an offer that stands is worth to this seat, in plain sentences. */
  judged?(game: Game, evaluation: Evaluation, words: Words): readonly string[];
  /** What this seat got and what it left, by name, once both hands are on the table. */
  spoils?(game: Game, cards: Cards, words: Words): readonly Spoil[];
  /** An amount of utility as it is counted here: "€12"; percent where left out. */
  worth?(cards: Cards, utility: number): string;
}

export interface Spoil {
  readonly name: string;
  readonly value: string;
  readonly about?: string;
}
