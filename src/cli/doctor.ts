/** parley doctor: what is here and which backends would answer. Says which keys are set, never their values. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { Command } from 'commander';
import pc from 'picocolors';
import { listings, registries } from '../core/index.ts';
import { jsonOption } from './options.ts';

const KEYS = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'PARLEY_SERVER_KEY',
  'HF_TOKEN',
  'HUGGINGFACE_TOKEN',
  'DATABASE_URL',
  'REDIS_URL',
];
const OLDEST_NODE = [20, 19];
/** Milliseconds to wait for a server on its list of models. */
const PATIENCE = 2000;

export function doctor(): Command {
  return new Command('doctor')
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  parley doctor\n  parley doctor --json')
    .action(async (options) => {
      const checks = [...examine(), ...(await backends())];
      const ok = checks.every((check) => check.ok || !check.needed);
      process.stdout.write(options.json ? `${JSON.stringify({ ok, checks })}\n` : `${checks.map(show).join('\n')}\n`);
      if (!ok) process.exitCode = 1;
    });
}

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly needed: boolean;
  readonly says: string;
}

function examine(): Check[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = OLDEST_NODE;
  const scripts = Object.values(registries).reduce((sum, list) => sum + list.length, 0);
  return [
    {
      name: 'node',
      ok: major > oldMajor || (major === oldMajor && minor >= oldMinor),
      needed: true,
      says: `${process.versions.node}, needs ${OLDEST_NODE.join('.')} or newer`,
    },
    {
      name: 'scripts',
      ok: true,
      needed: true,
      says: `${scripts} in ${Object.keys(registries).length} registries, ${listings.length} listings`,
    },
    {
      name: 'folder',
      ok: writable(),
      needed: false,
      says: writable() ? 'can be written to' : 'cannot be written to: use --out elsewhere',
    },
    program('chromium', ['--version'], 'only the browser test needs it'),
    program('python3', ['--version'], 'only training will need it'),
    ...KEYS.map((key) => ({
      name: key,
      ok: Boolean(process.env[key]),
      needed: false,
      says: process.env[key] ? 'set' : 'not set',
    })),
  ];
}

/** What would answer: servers are asked for their list of models, which costs nothing; keys are only looked for. */
async function backends(): Promise<Check[]> {
  const { ollamaAddress } = await import('../models/index.ts');
  const { listModels } = await import('../models/node/index.ts');
  const cards = listModels().map((card) => card.name);
  const runtime = await import('node-llama-cpp').then(
    () => true,
    () => false,
  );
  const check = (name: string, ok: boolean, says: string): Check => ({ name, ok, needed: false, says });
  const key = (name: string, variable: string) =>
    check(name, Boolean(process.env[variable]), process.env[variable] ? 'has a key' : `needs ${variable}`);
  const server = process.env.PARLEY_SERVER_URL;
  return [
    runtime
      ? check('embedded', cards.length > 0, cards.join(', ') || 'no model yet: parley models pull smollm2')
      : check('embedded', false, 'node-llama-cpp is not installed: npm install node-llama-cpp'),
    await listening('ollama', `${ollamaAddress(process.env.OLLAMA_HOST)}/v1`),
    server
      ? await listening('compatible', server, process.env.PARLEY_SERVER_KEY)
      : check('compatible', false, 'needs PARLEY_SERVER_URL'),
    key('openai', 'OPENAI_API_KEY'),
    key('anthropic', 'ANTHROPIC_API_KEY'),
  ];
}

async function listening(name: string, url: string, key?: string): Promise<Check> {
  const where = URL.canParse(url) ? new URL(url).host : 'an address that cannot be read';
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const ok = await fetch(`${url}/models`, { headers, signal: AbortSignal.timeout(PATIENCE) }).then(
    (response) => response.ok,
    () => false,
  );
  return { name, ok, needed: false, says: ok ? `answers at ${where}` : `nothing answers at ${where}` };
}

function program(name: string, args: readonly string[], without: string): Check {
  const { status, stdout } = spawnSync(name, args, { encoding: 'utf8', timeout: 10_000 });
  const ok = status === 0;
  return { name, ok, needed: false, says: ok ? (stdout.trim().split('\n')[0] ?? '') : `not found; ${without}` };
}

function writable(): boolean {
  try {
    accessSync(process.cwd(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function show({ name, ok, needed, says }: Check): string {
  const mark = ok ? pc.green('ok') : needed ? pc.red('no') : pc.dim('--');
  return `${mark}  ${name.padEnd(18)} ${says}`;
}
