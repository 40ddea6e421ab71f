/** The image and the manifests, as far as they can be looked at without a Docker engine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { houseTasks as tasks } from '../src/core/index.ts';
import { countEntries } from '../src/server/tasks.ts';
import { freePort } from './database-servers.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('what the Dockerfile copies is there, it listens on 8000 and runs as nobody', () => {
  const dockerfile = read('Dockerfile');
  for (const [, sources] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const source of (sources as string).split(' ')) expect(existsSync(join(root, source)), source).toBe(true);
  expect(dockerfile).toContain('USER 65532:65532');
  expect(dockerfile).toContain('EXPOSE 8000');
  expect(dockerfile).not.toMatch(/^VOLUME/m);
});

test('the command of the image serves, as another user, with nothing to write to but /tmp', async () => {
  const dockerfile = read('Dockerfile');
  const command = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] as string) as string[];
  const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
  const data = mkdtempSync(join(tmpdir(), 'parley-image-data-'));
  for (const [, from, to] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)) {
    const target = join(folder, to === './' ? (from as string) : (to as string));
    if (from === 'node_modules') symlinkSync(join(root, 'node_modules'), target);
    else cpSync(join(root, from as string), target, { recursive: true });
  }
  chmodSync(folder, 0o555);
  chmodSync(data, 0o777);
  const port = await freePort();
  const args = command.slice(1).map((word) => (word === '8000' ? String(port) : word));
  const asRoot = process.getuid?.() === 0;
  let server: ChildProcess | undefined;
  try {
    server = spawn(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', PARLEY_DATA: join(data, 'parley'), HOME: '/nowhere' },
      stdio: ['ignore', 'pipe', 'inherit'],
      // Elsewhere than in a container only root can become another user.
      ...(asRoot && { uid: 65532, gid: 65532 }),
    });
    await new Promise((resolve, reject) => {
      server?.stdout?.once('data', resolve);
      server?.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    });
    const health = await fetch(`http://127.0.0.1:${port}/health`);
    expect(await health.json()).toEqual({ status: 'healthy' });
    const game = await fetch(`http://127.0.0.1:${port}/v1/games`, { method: 'POST', body: '{}' });
    expect(game.status).toBe(201);
  } finally {
    server?.kill('SIGKILL');
    chmodSync(folder, 0o755);
    for (const one of [folder, data]) rmSync(one, { recursive: true, force: true });
  }
});

test('openenv.yaml says what is: the tasks of each split, the range of rewards, no tools, the plan', () => {
  const manifest = read('openenv.yaml');
  for (const split of ['train', 'validation', 'test'] as const)
    expect(manifest).toContain(`${split}: ${countEntries(split)}\n`);
  const low = Math.min(...tasks.map(({ reward }) => reward!.low));
  const high = Math.max(...tasks.map(({ reward }) => reward!.high));
  expect(manifest).toContain(`range: [${low}, ${high}]`);
  expect(manifest).toContain('declared_tools: []');
  const plan = /probe_path: (\S+)/.exec(manifest)?.[1] as string;
  expect(JSON.parse(read(plan)).actions.length).toBeGreaterThan(0);
});

test('the page of a Space has the front matter that a Space reads', () => {
  const matter = /^---\n([\s\S]+?)\n---/.exec(read('space/README.md'))?.[1] as string;
  for (const line of ['sdk: docker', 'app_port: 8000', 'base_path: /web', '  - openenv'])
    expect(matter).toContain(line);
});

interface Container {
  readonly command?: readonly string[];
  readonly healthcheck?: object;
}

test('server, workers and Postgres as a Compose file and as a Kubernetes manifest: one image, verbs and flags that are there', () => {
  const { services } = parse(read('deploy/compose.yaml')) as { services: Record<string, Container> };
  expect(Object.keys(services)).toEqual(['postgres', 'server', 'worker']);
  // The image is asked for its health as a server, which a worker is not.
  expect(services.worker?.healthcheck).toEqual({ disable: true });
  const manifests = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one) => one.toJS());
  const containers: Container[] = manifests.flatMap(({ spec }) => spec.template?.spec.containers ?? []);
  const commands = [...Object.values(services), ...containers]
    .flatMap(({ command }) => (command ? [command] : []))
    .filter(([program]) => program !== 'postgres');
  expect(commands).toHaveLength(2);
  for (const [node, main, verb, ...words] of commands) {
    expect([node, main, verb]).toEqual(['node', 'dist/cli/main.js', 'worker']);
    const help = execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), 'worker', '--help'], {
      encoding: 'utf8',
    });
    for (const word of words.filter((one) => one.startsWith('--'))) expect(help).toContain(word);
    // Whoever lists the processes of a machine reads it.
    expect(words.join(' ')).not.toMatch(/PASSWORD|DATABASE_URL/);
  }
  // A password is in neither.
  for (const file of ['deploy/compose.yaml', 'deploy/kubernetes.yaml'])
    for (const [address] of read(file).matchAll(/postgres:\/\/parley:[^@]+@postgres/g))
      expect(address).toMatch(/:\$[({]POSTGRES_PASSWORD[)}]@/);
});

test('the folder of calls that Compose mounts is in the image, and of the user who writes to it', () => {
  const { services } = parse(read('deploy/compose.yaml')) as { services: { worker: { volumes: string[] } } };
  const [, folder] = services.worker.volumes[0]?.split(':') ?? [];
  const image = read('Dockerfile');
  const [, user, group] = /^USER (\d+):(\d+)$/m.exec(image) ?? [];
  expect(image).toContain(`RUN install -d -o ${user} -g ${group} ${folder}\nUSER`);
});

const validators = [
  ['deploy/kubernetes.yaml', 'kubernetes-validate', ['--strict', '--quiet']],
  ['deploy/compose.yaml', 'check-jsonschema', ['--builtin-schema', 'vendor.compose-spec']],
] as const;
for (const [file, name, words] of validators) {
  const validator = join(root, '.ci/python/bin', name);
  const there = existsSync(validator);
  if (!there) process.stderr.write(`${file} is not held to its schema: ${name} is not installed in .ci/python\n`);
  test.skipIf(!there)(`${file} fits its schema`, () => {
    execFileSync(validator, [...words, join(root, file)], { stdio: 'pipe' });
  });
}
