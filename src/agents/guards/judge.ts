/** How a guard judges one domain. Each guard's file has a judge for every domain it knows, and the Speech of the domain lists them. */
import type { Act, View } from '../../core/index.ts';

/** What a guard has against a legal act. */
export interface Objection<A extends Act> {
  /** Told to the agent when it is asked again, and noted. */
  readonly reason: string;
  /** How often to ask again before `instead` is played; 0 when left out. */
  readonly asks?: number;
  readonly instead: A;
}

/** Written as a method, so that a judge of one domain's views stands in a list of judges of any. */
export type Judge<V extends View = View, A extends Act = Act> = {
  judge(view: V, act: A): Objection<A> | undefined;
}['judge'];

/** The fields that the rules ask of an act of this type. */
export type Fields = (type: string) => readonly string[];

/** An act with the fields that the rules ask for, and no others. */
export function plain<A extends Act>(fields: Fields, act: A): A {
  return Object.fromEntries(
    fields(act.type).flatMap((key) => (key in act ? [[key, act[key as keyof A]]] : [])),
  ) as unknown as A;
}

/** The first field of an act that no rule asks for. */
export function strangeField(fields: Fields, act: Act): string | undefined {
  const known = fields(act.type);
  return Object.keys(act).find((key) => !known.includes(key));
}
