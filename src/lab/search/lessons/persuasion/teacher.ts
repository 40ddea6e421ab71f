/**
 * Who is learned from in a game of persuasion: it says what it believes of the target, what it expects of the act it takes and of one or two
 * others, and acts. All of it comes from the view of its seat, so that a student who sees the same can learn it.
 */
import type { Act, Rng, View } from '../../../../core/index.ts';

export interface Weighed {
  /** In words; those of two acts at one view differ. */
  readonly name: string;
  readonly act: Act;
  /** The score that is expected in the end when one goes on as the teacher does, 0 to 1. */
  readonly predicted: number;
}

export interface Thought {
  readonly believed: string;
  readonly weighed: readonly Weighed[];
}

export interface PersuasionTeacher<V extends View = View> {
  /** Who sits across. */
  readonly target: string;
  /** A script that answers questions for the beliefs that this teacher goes by. */
  readonly believer: string;
  /** What the sampler is told for the game of a seed. */
  options?(rng: Rng): Readonly<Record<string, unknown>>;
  act(view: V): Act;
  thinks(view: V): Thought;
  /** What a thought can name at this view. */
  named(view: V): readonly Omit<Weighed, 'predicted'>[];
  /** Of a percentage in words: none unless told. */
  readonly digits?: number;
  /** Whether an act decides hardly anything: of turns with such only some are learned. */
  idle?(act: Act): boolean;
}

/** Thought of once for a view, which an act and its thought both go by. */
export function once<V extends View, T>(think: (view: V) => T): (view: V) => T {
  const thought = new WeakMap<V, T>();
  return (view) => {
    const found = thought.get(view) ?? think(view);
    thought.set(view, found);
    return found;
  };
}

/** What is believed, and then what is expected, in percent: "ask everything 62, recommend A 41." */
export function inWords({ believed, weighed }: Thought, digits = 0): string {
  const list = weighed.map(({ name, predicted }) => `${name} ${(100 * predicted).toFixed(digits)}`).join(', ');
  return `${believed} ${list}.`;
}

/** The acts that a thought names with what it expects of each; of what is named twice, the last. */
export function weighedIn<V extends View>(teacher: PersuasionTeacher<V>, view: V, thought: string): Weighed[] {
  const numbers = new Map(
    [...thought.matchAll(/([^.,]+?) (\d{1,3}(?:\.\d+)?)(?=[.,]|$)/g)].map(([, name = '', number]) => [
      name.trim().toLowerCase(),
      Number(number) / 100,
    ]),
  );
  return teacher.named(view).flatMap((one) => {
    const predicted = numbers.get(one.name.toLowerCase());
    return predicted === undefined || predicted > 1 ? [] : [{ ...one, predicted }];
  });
}
