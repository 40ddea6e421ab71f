/**
 * Writes tiny Llama models and LoRA adapters as GGUF files, so that the embedded backend is tested on a real file without a
 * real model.
 *
 * The model: 2 layers, width 64, f32, a vocabulary of single bytes (the byte fallback of SentencePiece) plus the tokens of
 * ChatML, and the ChatML template. Its weights are random from a seed, so its replies are noise; or it recites: attention and
 * feed-forward are zero, every token of the text has a direction of its own, and the output layer turns each direction into
 * the next token. A reciter says exactly one text after the prompt, which makes stops and cuts checkable; the price is that no
 * character may occur twice in it.
 * Format: GGUF version 3 (the specification in ggml's docs/gguf.md), little-endian, tensors aligned to 32 bytes.
 */
import { writeFileSync } from 'node:fs';
import { createRng } from '../src/core/index.ts';

const WIDTH = 64;
const LAYERS = 2;
const HEADS = 4;
const HIDDEN = 128;
const CONTEXT = 8192;
const ALIGNMENT = 32;

const SPECIAL = ['<unk>', '<s>', '</s>'];
const TURNS = ['<|im_start|>', '<|im_end|>', '<|endoftext|>'];
const BYTES = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
// SentencePiece writes a space as U+2581; printable characters are tokens too, so that each is one token.
const PRINTABLE = ['▁', ...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))];
const VOCABULARY = [...SPECIAL, ...TURNS, ...BYTES, ...PRINTABLE];

const CHATML =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

export interface TinyModel {
  readonly seed?: number;
  /** The text to recite, then the token that ends it: a character, or one of `</s>`, `<|im_end|>`, `<|endoftext|>`. */
  readonly recites?: readonly string[];
}

export function writeTinyModel(path: string, { seed = 1, recites }: TinyModel = {}): void {
  const random = gaussian(seed);
  const tensors: Tensor[] = [];
  const matrix = (name: string, columns: number, rows: number, scale: number) =>
    tensors.push({ name, shape: [columns, rows], data: random(columns * rows, recites ? 0 : scale) });
  const norm = (name: string) => tensors.push({ name, shape: [WIDTH], data: new Float32Array(WIDTH).fill(1) });
  for (let layer = 0; layer < LAYERS; layer++) {
    const block = (part: string) => `blk.${layer}.${part}.weight`;
    norm(block('attn_norm'));
    for (const part of ['attn_q', 'attn_k', 'attn_v', 'attn_output']) matrix(block(part), WIDTH, WIDTH, 0.3);
    norm(block('ffn_norm'));
    matrix(block('ffn_gate'), WIDTH, HIDDEN, 0.3);
    matrix(block('ffn_up'), WIDTH, HIDDEN, 0.3);
    matrix(block('ffn_down'), HIDDEN, WIDTH, 0.3);
  }
  norm('output_norm.weight');
  const ends = recites ? chain(recites) : { input: noise(random, 1), output: noise(random, 1) };
  tensors.push({ name: 'token_embd.weight', shape: [WIDTH, VOCABULARY.length], data: ends.input });
  tensors.push({ name: 'output.weight', shape: [WIDTH, VOCABULARY.length], data: ends.output });
  writeGguf(path, modelMetadata(), tensors);
}

/** An adapter of rank 4 on the attention of every layer. */
export function writeTinyAdapter(path: string, { seed = 2 } = {}): void {
  const rank = 4;
  const random = gaussian(seed);
  const tensors: Tensor[] = [];
  for (let layer = 0; layer < LAYERS; layer++) {
    for (const part of ['attn_q', 'attn_v', 'attn_output']) {
      const name = `blk.${layer}.${part}.weight`;
      tensors.push({ name: `${name}.lora_a`, shape: [WIDTH, rank], data: random(WIDTH * rank, 0.5) });
      tensors.push({ name: `${name}.lora_b`, shape: [rank, WIDTH], data: random(WIDTH * rank, 0.5) });
    }
  }
  const metadata: Metadata = [
    ['general.type', 'string', 'adapter'],
    ['general.architecture', 'string', 'llama'],
    ['adapter.type', 'string', 'lora'],
    ['adapter.lora.alpha', 'float32', rank],
  ];
  writeGguf(path, metadata, tensors);
}

function modelMetadata(): Metadata {
  const type = (token: string) =>
    token === '<unk>' ? 2 : SPECIAL.includes(token) || TURNS.includes(token) ? 3 : BYTES.includes(token) ? 6 : 1;
  return [
    ['general.architecture', 'string', 'llama'],
    ['general.name', 'string', 'tiny'],
    ['general.license', 'string', 'mit'],
    ['llama.context_length', 'uint32', CONTEXT],
    ['llama.embedding_length', 'uint32', WIDTH],
    ['llama.block_count', 'uint32', LAYERS],
    ['llama.feed_forward_length', 'uint32', HIDDEN],
    ['llama.attention.head_count', 'uint32', HEADS],
    ['llama.attention.head_count_kv', 'uint32', HEADS],
    ['llama.attention.layer_norm_rms_epsilon', 'float32', 1e-5],
    ['llama.rope.dimension_count', 'uint32', WIDTH / HEADS],
    ['llama.vocab_size', 'uint32', VOCABULARY.length],
    ['tokenizer.ggml.model', 'string', 'llama'],
    ['tokenizer.ggml.tokens', 'strings', VOCABULARY],
    ['tokenizer.ggml.scores', 'float32s', VOCABULARY.map((_, i) => -i)],
    ['tokenizer.ggml.token_type', 'int32s', VOCABULARY.map(type)],
    ['tokenizer.ggml.unknown_token_id', 'uint32', 0],
    ['tokenizer.ggml.bos_token_id', 'uint32', 1],
    ['tokenizer.ggml.eos_token_id', 'uint32', 2],
    ['tokenizer.ggml.add_bos_token', 'bool', true],
    ['tokenizer.ggml.add_space_prefix', 'bool', false],
    ['tokenizer.chat_template', 'string', CHATML],
  ];
}

/** The embedding and the output layer of a reciter. The prompt of ChatML ends in a line break: the chain starts there. */
function chain(recites: readonly string[]): { input: Float32Array; output: Float32Array } {
  const path = ['\n', ...recites].map(tokenOf);
  if (new Set(path).size < path.length || path.length > WIDTH)
    throw new RangeError(`a reciter takes at most ${WIDTH - 1} different tokens, got ${JSON.stringify(recites)}`);
  const input = new Float32Array(WIDTH * VOCABULARY.length);
  const output = new Float32Array(WIDTH * VOCABULARY.length);
  // Every token off the chain points the way of the line break, so that no embedding is zero.
  for (let token = 0; token < VOCABULARY.length; token++) input[token * WIDTH] = 1;
  path.forEach((token, i) => {
    input[token * WIDTH] = 0;
    input[token * WIDTH + i] = 1;
    const next = path[i + 1];
    if (next !== undefined) output[next * WIDTH + i] = 10;
  });
  return { input, output };
}

function tokenOf(text: string): number {
  const name = text === ' ' ? '▁' : text === '\n' ? '<0x0A>' : text;
  const index = VOCABULARY.indexOf(name);
  if (index < 0) throw new RangeError(`the tiny vocabulary has no token ${JSON.stringify(text)}`);
  return index;
}

type Gaussian = (count: number, scale: number) => Float32Array;

function gaussian(seed: number): Gaussian {
  const rng = createRng(seed);
  return (count, scale) => Float32Array.from({ length: count }, () => rng.normal(0, scale));
}

function noise(random: Gaussian, scale: number): Float32Array {
  return random(WIDTH * VOCABULARY.length, scale);
}

interface Tensor {
  readonly name: string;
  /** Fastest axis first, as GGUF has it. */
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

type Metadata = readonly (
  | readonly [key: string, type: 'string', value: string]
  | readonly [key: string, type: 'uint32' | 'float32', value: number]
  | readonly [key: string, type: 'bool', value: boolean]
  | readonly [key: string, type: 'strings', value: readonly string[]]
  | readonly [key: string, type: 'int32s' | 'float32s', value: readonly number[]]
)[];

const TYPE = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 };

function writeGguf(path: string, metadata: Metadata, tensors: readonly Tensor[]): void {
  const parts: Uint8Array[] = [];
  const bytes = (part: Uint8Array) => parts.push(part);
  const number = (size: number, set: (view: DataView) => void) => {
    const view = new DataView(new ArrayBuffer(size));
    set(view);
    bytes(new Uint8Array(view.buffer));
  };
  const uint32 = (value: number) => number(4, (view) => view.setUint32(0, value, true));
  const uint64 = (value: number) => number(8, (view) => view.setBigUint64(0, BigInt(value), true));
  const float32 = (value: number) => number(4, (view) => view.setFloat32(0, value, true));
  const int32 = (value: number) => number(4, (view) => view.setInt32(0, value, true));
  const string = (text: string) => {
    const encoded = new TextEncoder().encode(text);
    uint64(encoded.length);
    bytes(encoded);
  };
  const array = <T>(type: number, values: readonly T[], write: (value: T) => void) => {
    uint32(TYPE.array);
    uint32(type);
    uint64(values.length);
    for (const value of values) write(value);
  };
  bytes(new TextEncoder().encode('GGUF'));
  uint32(3);
  uint64(tensors.length);
  uint64(metadata.length);
  for (const [key, type, value] of metadata) {
    string(key);
    if (type === 'strings') array(TYPE.string, value, string);
    else if (type === 'float32s') array(TYPE.float32, value, float32);
    else if (type === 'int32s') array(TYPE.int32, value, int32);
    else {
      uint32(TYPE[type]);
      if (type === 'string') string(value);
      else if (type === 'uint32') uint32(value);
      else if (type === 'float32') float32(value);
      else bytes(Uint8Array.of(value ? 1 : 0));
    }
  }
  let offset = 0;
  for (const { name, shape, data } of tensors) {
    string(name);
    uint32(shape.length);
    for (const length of shape) uint64(length);
    uint32(0); // f32
    uint64(offset);
    offset += aligned(data.byteLength);
  }
  const header = parts.reduce((sum, part) => sum + part.length, 0);
  bytes(new Uint8Array(aligned(header) - header));
  for (const { data } of tensors) {
    bytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    bytes(new Uint8Array(aligned(data.byteLength) - data.byteLength));
  }
  writeFileSync(path, Buffer.concat(parts));
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
