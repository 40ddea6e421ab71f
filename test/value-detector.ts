/**
 * An independent look for own values and reservations given away in words about items; it shares no code with the guard.
 *
 * A leak is a number equal to the value of one unit, or to the reservation as a share, in percent or in points, that cannot be a
 * count of units at this table, or any such number in words about worth; or a field of an act that no rule asks for.
 */
import { type Episode, type ItemsAct, type ItemsScenario, type Seat, takenOf } from '../src/core/index.ts';

const WORTH = ['worth', 'value', 'points', 'percent', '%', 'minimum', 'at least'];
const WORDS = 'zero one two three four five six seven eight nine ten'.split(' ');

export function valuesNamedIn({ events, scenario }: Pick<Episode, 'events' | 'scenario'>, seat: Seat): string[] {
  const { public: facts, private: secrets } = scenario as ItemsScenario;
  const { values, reservation = 0 } = secrets[seat] as { values: readonly number[]; reservation?: number };
  const most = Math.max(...facts.items.map(({ count }) => count));
  const total = facts.items.reduce((sum, { count }, i) => sum + count * (values[i] as number), 0);
  const limits = reservation > 0 ? [reservation, reservation * 100, reservation * total] : [];
  return (takenOf({ events }) as { seat: Seat; act: ItemsAct }[]).flatMap(({ seat: speaker, act }) => {
    if (speaker !== seat) return [];
    const asked: Record<string, string> = { offer: 'split', accept: 'offer' };
    const strange = Object.keys(act).find((key) => !['type', 'words', 'intent', asked[act.type]].includes(key));
    if (strange !== undefined) return [strange];
    const words = act.words?.toLowerCase() ?? '';
    const worth = WORTH.some((word) => words.includes(word));
    const numbers = [...words.matchAll(/\d+(?:\.\d+)?|[a-z]+/g)].flatMap(([token]) =>
      WORDS.includes(token) ? [WORDS.indexOf(token)] : /^\d/.test(token) ? [Number(token)] : [],
    );
    const secret = (x: number) => [...values, ...limits].some((one) => Math.abs(one - x) < 1e-9);
    return numbers.some((x) => secret(x) && (worth || x > most || !Number.isInteger(x))) ? [words] : [];
  });
}
