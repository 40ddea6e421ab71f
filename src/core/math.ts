/**
 * exp, ln and pow that give the same bits in every JavaScript engine, and rounding to cents.
 *
 * The language leaves Math.exp, Math.log and Math.pow to the engine, and engines differ in the last bit. These use only
 * the operations IEEE 754 fixes exactly (+ - * / sqrt), so a game hashes alike in Node and in any browser.
 * Accuracy is a few units in the last place, which is all a price rounded to cents needs.
 */

const LN2_HIGH = 0.6931471803691238; // the upper bits of ln 2: a product with an exponent below 2^11 is exact
const LN2_LOW = 1.9082149292705877e-10;

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);
// Which of the two 32-bit halves holds the sign and the exponent depends on the machine's byte order.
bits[0] = 1;
const HIGH = words[1] === 0x3ff00000 ? 1 : 0;
const LOW = 1 - HIGH;

/** 2^k for a whole k in the normal range. */
function powerOfTwo(k: number): number {
  words[HIGH] = (k + 1023) << 20;
  words[LOW] = 0;
  return bits[0] as number;
}

/** Natural logarithm: x = m 2^e with m near 1, then the series of atanh((m - 1) / (m + 1)). */
export function ln(x: number): number {
  if (Number.isNaN(x) || x < 0) return Number.NaN;
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (x === Number.POSITIVE_INFINITY) return x;
  let e = 0;
  let m = x;
  if (m < 2.2250738585072014e-308) {
    m *= 18014398509481984; // 2^54 lifts a subnormal number into the normal range
    e = -54;
  }
  bits[0] = m;
  const high = words[HIGH] as number;
  e += (high >>> 20) - 1023;
  words[HIGH] = (high & 0x000fffff) | 0x3ff00000;
  m = bits[0] as number;
  if (m > Math.SQRT2) {
    m *= 0.5;
    e += 1;
  }
  const s = (m - 1) / (m + 1);
  const z = s * s;
  let series = 1 / 27;
  for (let n = 25; n >= 3; n -= 2) series = series * z + 1 / n;
  return e * LN2_HIGH + (2 * s + (2 * s * z * series + e * LN2_LOW));
}

/** e^x: x = k ln 2 + r with |r| <= ln 2 / 2, then the Taylor series of e^r. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  if (x > 709.78) return Number.POSITIVE_INFINITY;
  if (x < -708) return 0;
  const k = Math.round(x / Math.LN2);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let series = 1;
  for (let n = 14; n >= 1; n--) series = 1 + (series * r) / n;
  return k === 1024 ? series * 2 * powerOfTwo(1023) : series * powerOfTwo(k);
}

/** x^y for x >= 0. Exact for y = 0, 1, 2, 3, 4 and 0.5, the exponents that scripts use most. */
export function pow(x: number, y: number): number {
  if (x < 0 || Number.isNaN(x)) throw new RangeError(`pow takes a base of 0 or more, got ${x}`);
  if (y === 0) return 1;
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (y === 3) return x * x * x;
  if (y === 4) return x * x * (x * x);
  if (y === 0.5) return Math.sqrt(x);
  if (x === 0) return y > 0 ? 0 : Number.POSITIVE_INFINITY;
  return exp(y * ln(x));
}

/** To whole cents. */
export function cents(x: number): number {
  return Math.round(x * 100) / 100;
}

/**
 * To whole cents as Python's round(x, 2) does: by the exact value of the number, an exact half to the even cent. So 2.675, which is
 * stored a little below that, gives 2.67, and 0.125 gives 0.12. The Janus lab and BazaarBATNA round so, and a meeting half-way
 * between whole cents falls on a half every other time.
 */
export function pythonCents(x: number): number {
  const scaled = x * 100;
  const nearest = Math.round(scaled);
  if (Math.abs(scaled - nearest) < 0.49) return nearest / 100;
  // Near a half. Exact halves of a cent are odd eighths; toFixed goes by the exact value too, and takes halves away from zero.
  const eighths = x * 8;
  if (!Number.isInteger(eighths) || eighths % 2 === 0) return Number(x.toFixed(2));
  const below = Math.floor(scaled);
  return (below % 2 === 0 ? below : below + 1) / 100;
}

export function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}

/** Not a number where there are no values. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
