/** The build that runs here: two of the same version may still differ, and what lies on the disk may be replaced while they run. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rooms that decide what is played. */
const ROOMS = ['core', 'models', 'agents', 'data', 'lab'];
let loaded: string | undefined;

/** Asked for as soon as a worker or a thread of it runs, in each thread anew: later the disk says what somebody else would run. */
export function buildHash(): string {
  loaded ??= hashOnDisk();
  return loaded;
}

function hashOnDisk(): string {
  const root = join(import.meta.dirname, '../..');
  const hash = createHash('sha256');
  for (const room of ROOMS)
    for (const name of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).sort())
      if (/(?<!\.test|\.fixture|\.d)\.[jt]s$/.test(name))
        hash.update(name).update(readFileSync(join(root, room, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Why a plan of that build is not played here. */
export function otherBuild(build: string): string | undefined {
  const here = buildHash();
  return build === here
    ? undefined
    : `it was made by build ${build} and this is build ${here}: install the parley that made it, and start the worker anew`;
}
