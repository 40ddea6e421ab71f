/** What the manifest of a data set in parts says, and whether the parts are still what it says. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { SimulationError } from './play.ts';
import { hashOf } from './run.ts';

/** Of a set in a folder: _manifest.json, or that of a share. */
export const SET_MANIFEST = /^_manifest(?:-\d+-of-\d+)?\.json$/;

export const PART_FILE = /^part-[\w-]+\.parquet$/;

/** In the name of its parts: shares may differ in how many games a part has. The names sort in the order of the plan. */
export const shareName = (index: number, count: number): string =>
  count === 1 ? '' : `${String(index).padStart(String(count).length, '0')}of${count}-`;

/** What the names of its parts begin with before their number: by the name of a manifest, or of a part. */
export function shareIn(name: string): string {
  const [, index, count] = /^_manifest-(\d+)-of-(\d+)\.json$/.exec(name) ?? [];
  if (count !== undefined) return shareName(Number(index), Number(count));
  return /^part-(\d+of\d+-)/.exec(name)?.[1] ?? '';
}

export const partName = (share: string, i: number): string => `part-${share}${String(i).padStart(5, '0')}.parquet`;

const part = z.looseObject({
  file: z.string().regex(PART_FILE),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const run = z.looseObject({ key: z.string(), first: z.int(), end: z.int(), tally: z.looseObject({}) });
const schema = z.looseObject({ partSize: z.int(), runs: z.tuple([run]), parts: z.array(part) });
export type SetManifest = z.output<typeof schema>;

export function parseSet(text: string, file: string): SetManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SimulationError(`${file} is not JSON: it is not the manifest of a data set; remove it`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new SimulationError(
      `${file} is not the manifest of a data set in parts (see ${parsed.error.issues[0]?.path.join('.') || 'its top'}); remove it`,
    );
  return parsed.data;
}

export const readSet = (file: string): SetManifest => parseSet(readFileSync(file, 'utf8'), file);

/** What was asked for: from `first` up to, not including, `end` of the games of a plan. */
export interface SetRequest {
  readonly first: number;
  readonly end: number;
  readonly partSize: number;
}

export function requestIn({ runs: [{ tally: _, ...run }], partSize }: SetManifest): SetRequest {
  return { ...run, partSize };
}

/** The parts that it comes to. */
export function partNames(share: string, { first, end, partSize }: SetRequest): string[] {
  return Array.from({ length: Math.ceil((end - first) / partSize) }, (_, i) => partName(share, i));
}

interface Vouched {
  readonly bytes: number;
  readonly sha256: string;
}

/** By its length alone, which costs nothing. */
export function refuseOtherLength(file: string, { bytes }: Vouched): void {
  if (!existsSync(file)) throw new SimulationError(`${file} is missing: ${BRING_BACK}`);
  const { size } = statSync(file);
  if (size !== bytes) throw new SimulationError(`${file} has ${size} bytes and was made with ${bytes}: ${BRING_BACK}`);
}

const BRING_BACK = 'bring it back, or make the set anew with another --out';

/** A file that is no longer what was made is named. */
export async function refuseChanged(file: string, made: Vouched): Promise<void> {
  refuseOtherLength(file, made);
  const sha256 = (await hashOf(file)).digest('hex');
  if (sha256 !== made.sha256)
    throw new SimulationError(`${file} has SHA-256 ${sha256} and was made with ${made.sha256}: ${BRING_BACK}`);
}
