/**
 * A module of one's own, .ts or .js, with whatever it imports from its folder: a domain, or agents, metrics, scorers and judges.
 *
 * esbuild bundles it, so TypeScript works on every Node. What it imports from parley/core, parley/agents and parley/models is the
 * copy that runs already, so that both sides mean the same registries. The hash is of the sources, by their paths from the
 * module's folder: it goes into every fingerprint, and nothing else about the machine does.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import * as agents from '../../../agents/index.ts';
import * as core from '../../../core/index.ts';
import * as testing from '../../../core/testing/index.ts';
import * as models from '../../../models/index.ts';
import { readPlainBytes } from '../../../models/node/plain.ts';
import { ModuleError } from './module-error.ts';

export interface OwnModule {
  readonly exports: Readonly<Record<string, unknown>>;
  /** Of its sources, packages that it brings along included. */
  readonly hash: string;
}

/** What a module may import from here, by the name it imports. */
const RUNNING: Readonly<Record<string, object>> = {
  'parley/core': core,
  'parley/core/testing': testing,
  'parley/agents': agents,
  'parley/models': models,
};
const SHARED = Symbol.for('parley.running');

/** Whether a word on the command line or in a file names a module. */
export function isModuleFile(name: string): boolean {
  return /\.[cm]?[jt]s$/.test(name);
}

/** Of a module that was recorded the sources are hashed first: what has changed since is not run. */
export async function loadModule(file: string, recorded?: string): Promise<OwnModule> {
  if (!existsSync(file)) throw new ModuleError(`there is no file ${file}`);
  const entry = resolve(file);
  const { code, inputs } = await bundled(entry, file);
  const hash = hashOf(entry, inputs);
  if (recorded !== undefined && hash !== recorded)
    throw new ModuleError(
      `${file} has changed since the run was played: bring back what it was, or play the run again`,
    );
  (globalThis as Record<symbol, unknown>)[SHARED] = RUNNING;
  try {
    // Not a file on disk: nothing is left behind, and two loads of changed sources are two modules.
    const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
    return { exports: (await import(/* @vite-ignore */ url)) as Record<string, unknown>, hash };
  } catch (error) {
    throw new ModuleError(`${file} cannot be run: ${firstLine(error)}`);
  }
}

async function bundled(entry: string, file: string): Promise<{ code: string; inputs: readonly string[] }> {
  try {
    // A compiler is a lot to load for an experiment without modules.
    const { build } = await import('esbuild');
    const { outputFiles, metafile } = await build({
      entryPoints: [entry],
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      write: false,
      metafile: true,
      logLevel: 'silent',
      // A tsconfig nearby would change what runs, and is in no hash.
      tsconfigRaw: {},
      absWorkingDir: dirname(entry),
      plugins: [running],
    });
    const inputs = Object.keys(metafile.inputs).filter((input) => !input.startsWith(`${running.name}:`));
    return { code: (outputFiles[0] as { text: string }).text, inputs };
  } catch (error) {
    const { errors = [] } = error as {
      errors?: { text: string; location: { file: string; line: number } | null }[];
    };
    const [first] = errors;
    const where = first?.location ? `${first.location.file} line ${first.location.line}: ` : '';
    throw new ModuleError(`${file} cannot be read: ${where}${first?.text ?? firstLine(error)}`);
  }
}

const running: Plugin = {
  name: 'parley-running',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^parley($|\/)/ }, ({ path }) =>
      Object.hasOwn(RUNNING, path)
        ? { path, namespace: running.name }
        : { errors: [{ text: `a module can import ${Object.keys(RUNNING).join(', ')}, got ${path}` }] },
    );
    onLoad({ filter: /.*/, namespace: running.name }, ({ path }) => ({
      contents: `export const { ${Object.keys(RUNNING[path] as object).join(', ')} } = globalThis[Symbol.for(${JSON.stringify(SHARED.description)})][${JSON.stringify(path)}];`,
    }));
  },
};

function hashOf(entry: string, inputs: readonly string[]): string {
  const folder = dirname(entry);
  const hash = createHash('sha256');
  const named = inputs.map((input) => ({
    path: resolve(folder, input),
    name: relative(folder, resolve(folder, input)),
  }));
  for (const { path, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1)))
    hash
      .update(`${name.split(sep).join('/')}\0`)
      .update(readPlainBytes(path))
      .update('\0');
  return hash.digest('hex').slice(0, 20);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] as string;
}
