/**
 * The model store: a folder of GGUF files with a small card each, and the digests of files anywhere.
 *
 * The folder is `models` under PARLEY_HOME, by default ~/.parley. NAME.gguf lies beside NAME.json, its card; a file without a
 * card (copied there by hand) counts too. A digest is the SHA-256 of a file's bytes; since that takes seconds for a large
 * file, it is kept with the size and the time of change for which it holds, and made anew when either differs.
 * Calls are synchronous: naming a model is, and its digest belongs to the name.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../core/index.ts';
import { makeFolder } from './files.ts';

const stamp = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.number(), modified: z.number() });
const cardFile = stamp.extend({ source: z.string(), licence: z.string().optional() });

export interface ModelCard {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Where it came from: a package, an address, or "file". */
  readonly source: string;
  readonly licence?: string;
}

export function parleyHome(): string {
  return process.env.PARLEY_HOME || join(homedir(), '.parley');
}

export function storeFolder(): string {
  return join(parleyHome(), 'models');
}

/** The models of the store, by name. */
export function listModels(folder = storeFolder()): ModelCard[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.gguf'))
    .map((file) => basename(file, '.gguf'));
  return names.sort().map((name) => cardOf(name, folder));
}

export function findModel(name: string, folder = storeFolder()): ModelCard | undefined {
  return isModelName(name) && existsSync(join(folder, `${name}.gguf`)) ? cardOf(name, folder) : undefined;
}

/** A name is one plain word, so that it cannot lead out of the store. */
export function isModelName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name);
}

export function writeCard(
  name: string,
  about: { source: string; licence?: string },
  folder = storeFolder(),
): ModelCard {
  const path = join(folder, `${name}.gguf`);
  writeJson(join(folder, `${name}.json`), { ...stampOf(path), ...about });
  return cardOf(name, folder);
}

/** The SHA-256 of a file, from the notes of the store where they still hold. */
export function fileDigest(path: string, folder = storeFolder()): string {
  const { size, mtimeMs } = statSync(path);
  // One small note a file, named by the hash of its path.
  const note = join(folder, '.digests', `${sha256(resolve(path)).slice(0, 20)}.json`);
  const kept = readJson(note, stamp);
  if (kept?.bytes === size && kept.modified === mtimeMs) return kept.sha256;
  const made = stampOf(path);
  try {
    writeJson(note, made);
  } catch {
    // A store that cannot be written costs the time of hashing again, nothing else.
  }
  return made.sha256;
}

/**
 * Refuses what is no GGUF file, such as an error page that was saved under its name. The head is checked whole (magic,
 * version 2 or 3, the counts of tensors and keys), since the reader of node-llama-cpp never comes back from an absurd count.
 */
export function requireGguf(path: string): void {
  const head = Buffer.alloc(24);
  const file = openSync(path, 'r');
  try {
    const read = readSync(file, head, 0, head.length, 0);
    const magic = head.toString('latin1', 0, 4);
    if (magic !== 'GGUF') throw new RangeError(`${path} is not a GGUF file: it begins with ${JSON.stringify(magic)}`);
    const counts = [head.readBigUInt64LE(8), head.readBigUInt64LE(16)];
    if (read < head.length || ![2, 3].includes(head.readUInt32LE(4)) || counts.some((count) => count > 1_000_000n))
      throw new RangeError(`${path} is not a GGUF file: its head is broken`);
  } finally {
    closeSync(file);
  }
}

function cardOf(name: string, folder: string): ModelCard {
  const path = join(folder, `${name}.gguf`);
  const { size, mtimeMs } = statSync(path);
  const card = readJson(join(folder, `${name}.json`), cardFile);
  const holds = card !== undefined && card.bytes === size && card.modified === mtimeMs;
  const about = holds ? card : { source: 'file', sha256: fileDigest(path, folder), licence: undefined };
  const { source, licence } = about;
  return { name, path, bytes: size, sha256: about.sha256, source, ...(licence === undefined ? {} : { licence }) };
}

function stampOf(path: string): z.infer<typeof stamp> {
  const { size, mtimeMs } = statSync(path);
  return { sha256: hashFile(path), bytes: size, modified: mtimeMs };
}

function hashFile(path: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1 << 20);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined; // not there, or not ours: then it is made anew
  }
}

function writeJson(path: string, value: unknown): void {
  makeFolder(dirname(path));
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(part, path);
}
