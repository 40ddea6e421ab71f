/**
 * The folder of runs: a run is a folder in it that has a manifest. A name is looked up in the list of what lies there, never put
 * into a path as it came; what leads out of the folder by a link is not there.
 */
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { ApiError } from '../routes.ts';

export interface RunFolders {
  /** Whether there is a folder to look in. */
  isThere(): Promise<boolean>;
  /** The runs with their folders, sorted by name. */
  all(): Promise<{ readonly name: string; readonly folder: string }[]>;
  /** The folder of a run; 404 where there is none of this name. */
  find(name: string): Promise<string>;
  /** A file of a run by its name, as it is really called; undefined where it is missing or lies elsewhere. */
  fileIn(folder: string, name: string): Promise<string | undefined>;
}

/** As long as the name of a folder may be. */
export const runName = z.string().min(1).max(255);

const MANIFEST = 'manifest.json';

export function runFolders(root: string | undefined): RunFolders {
  const rooted = async () => (root === undefined ? undefined : realpath(root).catch(() => undefined));
  /** Where a path leads, if that is inside. */
  const inside = async (path: string, of: string): Promise<string | undefined> => {
    const real = await realpath(path).catch(() => undefined);
    const way = real === undefined ? '..' : relative(of, real);
    return way === '' || way === '..' || way.startsWith(`..${sep}`) ? undefined : real;
  };
  const fileIn: RunFolders['fileIn'] = async (folder, name) => {
    const top = await rooted();
    const file = top && (await inside(join(folder, name), top));
    return file && (await stat(file)).isFile() ? file : undefined;
  };
  const runAt = async (top: string, name: string): Promise<string | undefined> => {
    const folder = await inside(join(top, name), top);
    return folder && (await fileIn(folder, MANIFEST)) ? folder : undefined;
  };
  const entries = async (top: string | undefined) => (top === undefined ? [] : await readdir(top).catch(() => []));
  return {
    isThere: async () => {
      const top = await rooted();
      return top !== undefined && (await stat(top)).isDirectory();
    },
    async all() {
      const top = await rooted();
      const names = (await entries(top)).sort();
      const found = await Promise.all(names.map(async (name) => ({ name, folder: await runAt(top as string, name) })));
      return found.flatMap(({ name, folder }) => (folder === undefined ? [] : [{ name, folder }]));
    },
    async find(name) {
      const top = await rooted();
      const known = (await entries(top)).find((one) => one === name);
      const folder = known === undefined ? undefined : await runAt(top as string, known);
      if (folder === undefined) throw new ApiError(404, 'not_found', 'there is no run of this name');
      return folder;
    },
    fileIn,
  };
}

/** What somebody is told of a run, by its name: where it lies is nobody's business. */
export function withoutPlace(told: string, folder: string): string {
  return told.replaceAll(`${folder}${sep}`, '').replaceAll(folder, basename(folder));
}

/** A part of a file, and no more of it. */
export async function readBytes(file: string, offset: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
