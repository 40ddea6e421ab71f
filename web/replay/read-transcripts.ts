/** Transcripts out of a file that somebody dropped, by the same code that reads them elsewhere; nothing of it leaves the tab. */
import { parseEpisode } from '../../src/agents/parse-episode.ts';
import type { Episode } from '../../src/core/index.ts';

/** Bytes, unpacked: more than this a tab does not hold well. */
export const MOST_BYTES = 200e6;

export interface Transcripts {
  readonly name: string;
  readonly episodes: readonly Episode[];
  /** Lines that are none, in a sentence each. */
  readonly problems: readonly string[];
}

/** A file of transcripts: one a line, one alone, or a list of them; packed or not. Throws where nothing in it is one. */
export async function readTranscripts(file: File): Promise<Transcripts> {
  const text = await unpacked(file);
  const lines = linesIn(text);
  const episodes: Episode[] = [];
  const problems: string[] = [];
  for (const [i, line] of lines.entries()) {
    try {
      episodes.push(parseEpisode(line, lines.length === 1 ? file.name : `${file.name} line ${i + 1}`));
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (episodes.length === 0) throw new RangeError(problems[0] ?? `${file.name} is empty`);
  return { name: file.name, episodes, problems };
}

/** Too large for a tab, as packed files may turn out to be only while they are read. */
export class TooLarge extends RangeError {
  override readonly name = 'TooLarge';
}

async function unpacked(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new TooLarge(file.name);
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return file.text();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > MOST_BYTES) throw new TooLarge(file.name);
    chunks.push(value);
  }
  return new Blob(chunks).text();
}

/** A file that is one JSON value, written over many lines perhaps, else one value a line. */
function linesIn(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  if (lines.length > 1 && isJson(first)) return lines;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : [text];
  } catch {
    return lines;
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
