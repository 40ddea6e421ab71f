/**
 * What goes out with parley and what comes in:
 *
 *   the tarball     packed twice, one hash
 *   licences        of every package in the lockfile, against a list of those that may be passed on
 *   secrets         in every tracked file, by the forms that keys have
 *   audits          npm's and pip's, where their databases answer; one that did not look at everything says that it was not run
 * Exit code 1 at anything that was found; an audit that was not run is said and fails nothing.
 */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Kind, noServer, startServer } from '../test/database-servers.ts';
import { asked } from './asked.ts';

const root = join(import.meta.dirname, '..');
const USAGE = `npm run build && npm run supply-chain    a minute: the tarball, licences, secrets, audits
npm run supply-chain -- --install        also an installation of the tarball
npm run supply-chain -- --sbom FILE      also a list of its parts`;
const values = asked(USAGE, () =>
  parseArgs({ options: { install: { type: 'boolean' }, sbom: { type: 'string' }, help: { type: 'boolean' } } }),
);
const say = (line: string) => process.stdout.write(`${line}\n`);
const problems: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'parley-supply-'));

function pack(name: string): string {
  const into = join(folder, name);
  execFileSync('mkdir', [into]);
  // What is built is packed: a build on the way would be another test.
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', into], { cwd: root, stdio: 'ignore' });
  return join(into, readdirSync(into)[0] as string);
}
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

function checkPack(): string {
  const [first, second] = [pack('first'), pack('second')];
  const hashes = [hashOf(first), hashOf(second)];
  if (hashes[0] === hashes[1]) say(`tarball: ${hashes[0]} twice`);
  else problems.push(`the tarball was ${hashes[0]} and is ${hashes[1]} when packed again`);
  return first;
}

/** They may be depended on by a program under the MIT licence. MPL-2.0 asks that changes to its own files are shared: we make none. */
const FREE = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Python-2.0',
  'OFL-1.1',
  'MIT-0',
  'WTFPL',
  'MPL-2.0',
];
/** Those of tools and of data that is only built with. */
const WITH_TOOLS = ['CC-BY-4.0', 'LGPL-3.0-or-later'];

interface Locked {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly optional?: boolean; readonly license?: string }>
  >;
}

function checkLicences(): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Locked;
  const counts = new Map<string, number>();
  for (const [path, { dev = false, license: locked }] of Object.entries(packages)) {
    if (path === '') continue;
    const file = join(root, path, 'package.json');
    const licence = locked ?? (existsSync(file) ? String(JSON.parse(readFileSync(file, 'utf8')).license) : undefined);
    counts.set(licence ?? 'unknown', (counts.get(licence ?? 'unknown') ?? 0) + 1);
    const allowed = (one: string) => FREE.includes(one) || (dev && WITH_TOOLS.includes(one));
    const fits = licence
      ?.replace(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every(allowed));
    if (!fits) problems.push(`${path.replace(/^.*node_modules\//, '')} has the licence ${licence ?? 'unknown'}`);
  }
  const list = [...counts].sort((a, b) => b[1] - a[1]).map(([licence, count]) => `${licence} ${count}`);
  say(`licences: ${list.join(', ')}`);
}

/** Forms that keys have, whoever gives them out. */
const KEYS: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (?:RSA |EC |OPENSSH |PGP )?PRIVATE KEY(?: BLOCK)?-----\s+[\w+/=]{40}/,
  'a key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a token of GitHub': /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{60,}/,
  'a key of a model service': /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}/,
  'a token of Hugging Face': /\bhf_[A-Za-z0-9]{34}\b/,
  'a token of Slack': /\bxox[abpr]-[0-9A-Za-z-]{20,}/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/,
};

function checkSecrets(): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  let read = 0;
  for (const file of files) {
    if (!existsSync(join(root, file))) continue;
    const text = readFileSync(join(root, file), 'latin1');
    read++;
    for (const [what, form] of Object.entries(KEYS)) {
      const at = text.search(form);
      if (at >= 0) problems.push(`${file} line ${text.slice(0, at).split('\n').length} has what looks like ${what}`);
    }
  }
  say(`secrets: ${read} tracked files read`);
}

function audit(): void {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit', 'dev'], { cwd: root, encoding: 'utf8' });
  let report: {
    metadata?: { vulnerabilities: Record<string, number>; dependencies: { total: number } };
    message?: string;
  };
  try {
    report = JSON.parse(stdout);
  } catch {
    report = { message: 'it printed nothing that can be read' };
  }
  if (!report.metadata) say(`npm audit: NOT RUN (${report.message ?? 'its database did not answer'})`);
  else {
    const { high = 0, critical = 0, total = 0 } = report.metadata.vulnerabilities;
    say(
      `npm audit: ${report.metadata.dependencies.total} packages, ${total} findings, ${high + critical} of them grave`,
    );
    if (high + critical > 0) problems.push(`npm audit has ${high + critical} grave findings`);
  }
  const python = join(root, '.ci/trainer/bin/pip-audit');
  if (!existsSync(python)) {
    say('pip-audit: NOT RUN (it is not installed in .ci/trainer)');
    return;
  }
  const pip = spawnSync(python, ['-r', 'trainer/requirements.txt', '-f', 'json'], { cwd: root, encoding: 'utf8' });
  const skipped = /"skip_reason"/.test(pip.stdout);
  if (pip.status !== 0 || skipped)
    say(`pip-audit: NOT RUN to its end (${skipped ? 'it skipped packages' : `exit code ${pip.status}`})`);
  else say('pip-audit: no findings');
}

/** In an empty folder, without any script of any package: a demo, a server that answers, a worker that plays for a queue. */
async function checkInstall(tarball: string): Promise<void> {
  const empty = join(folder, 'empty');
  execFileSync('mkdir', [empty]);
  writeFileSync(join(empty, 'package.json'), '{"private":true}\n');
  const quiet = { cwd: empty, encoding: 'utf8', stdio: 'pipe' } as const;
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', tarball], quiet);
  const parley = join(empty, 'node_modules/.bin/parley');
  execFileSync(parley, ['demo'], quiet);
  const page = existsSync(join(empty, 'parley-demo/report.html'));
  if (!page) problems.push('parley demo of the tarball wrote no report');
  say('tarball: installed without scripts; demo wrote its report');
  await checkServe(parley, empty);
  for (const kind of ['postgres', 'redis'] as const) await checkWorker(parley, empty, kind);
}

/** Ends on a signal, within a minute. */
async function ended(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await once(child, 'exit');
  clearTimeout(late);
  return code;
}

async function checkServe(parley: string, cwd: string): Promise<void> {
  const server = spawn(parley, ['serve', '--port', '0'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const text of server.stdout) {
    said += text;
    if (/http:\/\/[^\s;]+/.test(said)) break;
  }
  const address = /http:\/\/[^\s;]+/.exec(said)?.[0] ?? '';
  const health = await fetch(new URL('/health', address)).then((answer) => answer.text(), String);
  const page = await fetch(address).then((answer) => answer.text(), String);
  const code = await ended(server);
  if (!health.includes('healthy') || !page.includes('<title>') || code !== 0)
    problems.push(`parley serve of the tarball said ${health} and ended with ${code}`);
  else say(`tarball: serve answered ${health} and a page, and ended when told to`);
}

async function checkWorker(parley: string, cwd: string, kind: Kind): Promise<void> {
  if (noServer[kind]) {
    say(`tarball: worker NOT TRIED on ${kind} (${noServer[kind]})`);
    return;
  }
  const database = await startServer(kind);
  const worker = spawn(parley, ['worker', '--queue', database.url, '--threads', '1'], { cwd, stdio: 'ignore' });
  try {
    const words = (out: string) => ['simulate', '--episodes', '3000', '--out', out];
    const quiet = { cwd, encoding: 'utf8', stdio: 'pipe' } as const;
    execFileSync(parley, words(`${kind}-alone.parquet`), quiet);
    const queued = [...words(`${kind}.parquet`), '--queue', database.url];
    await promisify(execFile)(parley, queued, { cwd, timeout: 300_000 });
    const code = await ended(worker);
    if (hashOf(join(cwd, `${kind}.parquet`)) !== hashOf(join(cwd, `${kind}-alone.parquet`)))
      problems.push(`parley worker of the tarball made other bytes over ${kind}`);
    else if (code !== 0) problems.push(`parley worker of the tarball ended with ${code}`);
    else say(`tarball: worker played over ${kind}, same bytes, and ended when told to`);
  } finally {
    worker.kill('SIGKILL');
    await database.stop();
  }
}

try {
  const tarball = checkPack();
  checkLicences();
  checkSecrets();
  audit();
  if (values.sbom !== undefined) {
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
    const text = execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
    writeFileSync(values.sbom, text);
    say(`parts: ${JSON.parse(text).components.length} in ${values.sbom}`);
  }
  if (values.install) await checkInstall(tarball);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) say(`PROBLEM: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
