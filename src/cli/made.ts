/** What made a run: the version and the commit of parley, and the command line with its secrets struck out. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Made } from '../lab/experiment/index.ts';

const root = join(import.meta.dirname, '../..');

export function madeNow(): Made {
  const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };
  const commit = commitOf(root);
  return { version, ...(commit === undefined ? {} : { commit }), command: commandLine(process.argv.slice(2)) };
}

/** With "-dirty" where files were changed; undefined for a parley that lies in somebody else's repository, or in none. */
function commitOf(folder: string): string | undefined {
  if (!existsSync(join(folder, '.git'))) return undefined;
  try {
    const words = ['-C', folder, 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    return execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe', timeout: 5000 }).trim();
  } catch {
    return undefined;
  }
}

/** Only how a run was gone on with; the run is the same without it. */
const RESUMING = ['--resume', '--retry-failed', '--take-over'];

/** As a shell would read it. */
export function commandLine(words: readonly string[], environment: NodeJS.ProcessEnv = process.env): string {
  const kept = words.filter((word) => !RESUMING.includes(word));
  const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return ['parley', ...kept.map((word) => quoted(withoutSecrets(word, environment)))].join(' ');
}

const STRUCK = '***';
const SECRET_NAME = /(^|[-_])(api)?(key|token|secret|password|passwd|credentials?|auth)$/i;

/** Strikes out what an environment variable for secrets holds, passwords in addresses, values of secret options, and known forms of keys. */
function withoutSecrets(word: string, environment: NodeJS.ProcessEnv): string {
  let text = word;
  for (const [name, value = ''] of Object.entries(environment))
    if (SECRET_NAME.test(name) && value.length >= 8) text = text.replaceAll(value, STRUCK);
  return text
    .replace(/^((?:--queue=)?(?:postgres(?:ql)?|rediss?):\/\/).*@/s, `$1${STRUCK}@`)
    .replace(/(:\/\/)[^/\s@]+@/g, `$1${STRUCK}@`)
    .replace(/([?&;]|^--)([\w-]+)=([^&;\s]*)/g, (all, mark: string, name: string) =>
      SECRET_NAME.test(name) ? `${mark}${name}=${STRUCK}` : all,
    )
    .replace(/\b(?:sk-|hf_|gh[pousr]_|xox[abp]-)[\w-]{8,}/g, STRUCK);
}
