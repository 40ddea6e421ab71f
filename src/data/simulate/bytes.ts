/**
 * A growing buffer of ASCII text, written piece by piece.
 *
 * Rows of one episode share most of their bytes, so a piece is encoded once and copied from then on. A copy costs about 40 ns
 * whatever its length, hence few long pieces; amounts are printed once and kept as eight bytes, which two stores put in place.
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
    const wanted = this.length + more + LONGEST_PRINTED;
    if (wanted <= this.buffer.length) return;
    const larger = new ArrayBuffer(2 * wanted);
    const buffer = Buffer.from(larger);
    buffer.set(this.buffer.subarray(0, this.length));
    this.memory = larger;
    this.buffer = buffer;
    this.view = new DataView(larger);
  }

  /** Bytes encoded beforehand. */
  put(piece: Uint8Array): void {
    this.buffer.set(piece, this.length);
    this.length += piece.length;
  }

  /** What was written from `start` on, `length` bytes of it, once more. */
  again(start: number, length: number): void {
    this.buffer.copyWithin(this.length, start, start + length);
    this.length += length;
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

  /** An amount of money: whole cents, printed as JSON prints the number. */
  amount(x: number): void {
    const inCents = Math.round(x * 100);
    if (inCents < 0 || inCents >= MOST_PRINTED) {
      this.text(String(inCents / 100));
      return;
    }
    if (lengths[inCents] === 0) print(inCents);
    this.view.setInt32(this.length, firstHalves[inCents] as number, true);
    this.view.setInt32(this.length + 4, secondHalves[inCents] as number, true);
    this.length += lengths[inCents] as number;
  }

  /** A whole number of 0 or more. */
  whole(x: number): void {
    if (x >= 100) {
      this.text(String(x));
      return;
    }
    const tens = Math.floor(x / 10);
    if (tens > 0) this.buffer[this.length++] = ZERO + tens;
    this.buffer[this.length++] = ZERO + x - 10 * tens;
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

/** From here on a call into the buffer beats a loop. */
const LONG_TEXT = 60;
const ZERO = 48;
const LONGEST_PRINTED = 8;
/** Amounts from 0 up to here, in cents, are kept as text: there are few, and printing one costs more than a row's copies. */
const MOST_PRINTED = 1 << 18;
const lengths = new Uint8Array(MOST_PRINTED);
const firstHalves = new Int32Array(MOST_PRINTED);
const secondHalves = new Int32Array(MOST_PRINTED);

function print(inCents: number): void {
  const text = String(inCents / 100);
  const view = new DataView(new ArrayBuffer(LONGEST_PRINTED));
  for (let i = 0; i < text.length; i++) view.setUint8(i, text.charCodeAt(i));
  lengths[inCents] = text.length;
  firstHalves[inCents] = view.getInt32(0, true);
  secondHalves[inCents] = view.getInt32(4, true);
}

export function encode(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
