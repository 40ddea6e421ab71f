/**
 * A growing buffer of ASCII text, written piece by piece.
 *
 * Rows share most of their bytes, so pieces are encoded once and copied from then on. A call into the engine's own copy costs
 * about 30 ns whatever the length, a step of eight bytes in a loop 2 ns: pieces are kept as words of eight bytes and put in place
 * by a loop, and only long runs are copied by a call. The last word of a piece reaches past its end, where the next one goes.
 */
export class Bytes {
  private memory: ArrayBuffer;
  private buffer: Buffer;
  private view: DataView;
  length = 0;

  /** Begins in memory that is given, whatever it holds. */
  constructor(memory = new ArrayBuffer(1 << 20)) {
    this.memory = memory;
    this.buffer = Buffer.from(memory);
    this.view = new DataView(memory);
  }

  /** Makes room for `more` bytes; call it once before a run of writes. */
  reserve(more: number): void {
    const wanted = this.length + more + WORD;
    if (wanted <= this.buffer.length) return;
    const larger = new ArrayBuffer(2 * wanted);
    const buffer = Buffer.from(larger);
    buffer.set(this.buffer.subarray(0, this.length));
    this.memory = larger;
    this.buffer = buffer;
    this.view = new DataView(larger);
  }

  put({ words, length }: Piece): void {
    const { view } = this;
    const at = this.length;
    for (let i = 0; i < words.length; i++) view.setFloat64(at + WORD * i, words[i] as number, true);
    this.length = at + length;
  }

  /** What was written from `start` on, `length` bytes of it, once more. */
  again(start: number, length: number): void {
    const { view } = this;
    const at = this.length;
    if (length > LONG_RUN) this.buffer.copyWithin(at, start, start + length);
    else for (let i = 0; i < length; i += WORD) view.setFloat64(at + i, view.getFloat64(start + i, true), true);
    this.length = at + length;
  }

  text(text: string): void {
    if (text.length > LONG_TEXT) {
      this.length += this.buffer.write(text, this.length, 'latin1');
      return;
    }
    const { buffer } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) buffer[at++] = text.charCodeAt(i);
    this.length = at;
  }

  /** An amount of money in whole cents, printed as JSON prints the number. */
  amount(inCents: number): void {
    if (inCents < 0 || inCents >= MOST_PRINTED) {
      this.text(String(inCents / 100));
      return;
    }
    if (printed[2 * inCents] === 0) print(inCents);
    const second = printed[2 * inCents + 1] as number;
    this.view.setInt32(this.length, printed[2 * inCents] as number, true);
    this.view.setInt32(this.length + 4, second, true);
    this.length += second >>> 24;
  }

  /** A whole number of 0 or more. */
  whole(x: number): void {
    const { buffer } = this;
    let end = this.length + 1;
    for (let bound = 10; bound <= x; bound *= 10) end++;
    let rest = x;
    for (let at = end - 1; at >= this.length; at--) {
      const tens = Math.floor(rest / 10);
      buffer[at] = ZERO + rest - 10 * tens;
      rest = tens;
    }
    this.length = end;
  }

  /** The memory with what was written; these bytes are no longer here to be written to. */
  take(): Written {
    return { memory: this.memory, length: this.length };
  }
}

export interface Written {
  readonly memory: ArrayBuffer;
  readonly length: number;
}

export function bytesOf({ memory, length }: Written): Uint8Array {
  return new Uint8Array(memory, 0, length);
}

/** Text encoded beforehand, in words of eight bytes. */
export interface Piece {
  /** Numbers in name only: eight characters, which are never the bits of a NaN, since no character of ASCII has a first bit. */
  readonly words: Float64Array;
  readonly length: number;
}

export function encode(text: string): Piece {
  const { length } = text;
  const words = new Float64Array(Math.ceil(length / WORD));
  const view = new DataView(words.buffer);
  for (let i = 0; i < length; i++) view.setUint8(i, text.charCodeAt(i));
  for (let i = 0; i < words.length; i++) words[i] = view.getFloat64(WORD * i, true);
  return { words, length };
}

const WORD = 8;
/** Past these, in bytes, a call into the buffer beats a loop. */
const LONG_TEXT = 60;
const LONG_RUN = 160;
const ZERO = 48;
/**
 * Amounts from 0 up to here, in cents, are kept as text: there are few, and printing one costs more than a row's copies. Each has
 * two halves of four bytes: seven characters at most, and in the last byte their number.
 */
const MOST_PRINTED = 1 << 18;
const printed = new Int32Array(2 * MOST_PRINTED);

function print(inCents: number): void {
  const text = String(inCents / 100);
  const view = new DataView(new ArrayBuffer(WORD));
  for (let i = 0; i < text.length; i++) view.setUint8(i, text.charCodeAt(i));
  view.setUint8(WORD - 1, text.length);
  printed[2 * inCents] = view.getInt32(0, true);
  printed[2 * inCents + 1] = view.getInt32(4, true);
}
