/** Plain data: what JSON can hold. A record that shares nothing with the code that made it cannot be changed afterwards. */

const DEEPEST = 32;
/** The most parts and characters of an act: four times the longest words. */
export const MOST_OF_AN_ACT = 16_000;

/**
 * A frozen copy of what somebody else made, each field read once: a getter or a proxy has one answer and no more. Fields that are
 * undefined are left out, as JSON would. Throws a TypeError for what JSON cannot give back (functions, symbols, BigInts, NaN,
 * cycles), and for more than `most` parts and characters in all.
 */
export function plainCopy(value: unknown, most = Number.POSITIVE_INFINITY): unknown {
  let room = most;
  const copy = (one: unknown, depth: number): unknown => {
    room -= typeof one === 'string' ? one.length : 1;
    if (room < 0) throw new TypeError(`got more than ${most} parts and characters`);
    switch (typeof one) {
      case 'object': {
        if (one === null) return null;
        if (depth > DEEPEST) throw new TypeError(`got data nested more than ${DEEPEST} deep`);
        if (Array.isArray(one)) {
          const list: unknown[] = [];
          for (let i = 0; i < one.length; i++) {
            const item = copy(one[i], depth + 1);
            if (item === undefined) throw new TypeError('got a list with a hole');
            list.push(item);
          }
          return Object.freeze(list);
        }
        const fields: Record<string, unknown> = {};
        for (const key of Object.keys(one)) {
          if (key === '__proto__') throw new TypeError('got a field __proto__');
          room -= key.length;
          const field = copy((one as Record<string, unknown>)[key], depth + 1);
          if (field !== undefined) fields[key] = field;
        }
        return Object.freeze(fields);
      }
      case 'number':
        if (!Number.isFinite(one)) throw new TypeError(`got the number ${one}`);
        // JSON has one zero.
        return one === 0 ? 0 : one;
      case 'function':
      case 'symbol':
      case 'bigint':
        throw new TypeError(`got a ${typeof one}`);
      default:
        return one;
    }
  };
  return copy(value, 0);
}

const frozen = new WeakSet<object>();

/** Freezes data all the way down and gives it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value;
  Object.freeze(value);
  frozen.add(value);
  if (Array.isArray(value)) for (const item of value) deepFreeze(item);
  else for (const key of Object.keys(value)) deepFreeze((value as Record<string, unknown>)[key]);
  return value;
}

/** Anything that was thrown, in words, whatever it does when it is asked for them. */
export function errorText(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return 'an error that cannot be put into words';
  }
}
