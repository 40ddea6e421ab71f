/**
 * Outputs in S3-compatible storage, against moto's server: what arrives has the bytes of the file, and an upload that was stopped goes
 * on with the parts that are there. Needs a Python with moto and flask.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { push } from '../src/cli/push.ts';
import { simulate } from '../src/cli/simulate.ts';
import { filesIn, openBucket, pushFile, storeOf } from '../src/data/s3/index.ts';
import { freePort } from './database-servers.ts';
import { pythonWith } from './python.ts';

const python = pythonWith('moto.server', 'flask', 'flask_cors');
if (!python)
  process.stderr.write(
    'skipped: S3 (no Python here has moto, flask and flask-cors; set PARLEY_PYTHON to one that has)\n',
  );

const keys = { AWS_ACCESS_KEY_ID: 'testing', AWS_SECRET_ACCESS_KEY: 'testing' };
const MB = 1 << 20;

test('what is missing or wrong is said in a sentence', async () => {
  expect(() => storeOf({})).toThrow('there is no key for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  expect(() => storeOf({ ...keys, AWS_ENDPOINT_URL: 'here' })).toThrow('an http:// or https:// address');
  for (const at of ['http://me:hidden@127.0.0.1:1', 'http://me:hid/den@x', 'me:hidden@x', 'http://x?key=hidden']) {
    expect(() => storeOf(keys, at)).toThrow(/^the endpoint of S3 is an (?!.*hid)/);
    expect(() => storeOf({ ...keys, AWS_ENDPOINT_URL: at })).toThrow(/^the endpoint of S3 is an (?!.*hid)/);
  }
  await expect(
    simulate().exitOverride().parseAsync(['--episodes', '1', '--out', 's3://lab/turns/'], { from: 'user' }),
  ).rejects.toThrow('--out is a place of this machine, got "s3://lab/turns/": give one, and --push s3://lab/turns/');
});

describe.skipIf(!python)('with a store', () => {
  let folder: string;
  let moto: ChildProcess;
  let endpoint: string;
  const at = (name: string) => join(folder, name);
  const bucketOf = (signal?: AbortSignal) => openBucket('lab', storeOf(keys, endpoint), signal);
  const held = async (key: string) => {
    const answer = await (await bucketOf()).ask('GET', key);
    return { bytes: Buffer.from(await answer.arrayBuffer()), sha256: answer.headers.get('x-amz-meta-sha256') };
  };
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  beforeAll(async () => {
    Object.assign(process.env, keys);
    folder = mkdtempSync(join(tmpdir(), 'parley-s3-'));
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}`;
    moto = spawn(python as string, ['-m', 'moto.server', '-p', String(port)], { stdio: 'ignore' });
    for (let tries = 0; ; tries++) {
      const up = await fetch(`${endpoint}/lab`, { method: 'PUT' }).catch(() => undefined);
      if (up?.ok) break;
      if (tries > 300) throw new Error('moto does not answer');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, 60_000);
  afterAll(() => {
    for (const name of Object.keys(keys)) delete process.env[name];
    moto?.kill('SIGKILL');
    if (folder) rmSync(folder, { recursive: true });
  });

  test('an upload that was stopped goes on with the parts that are there, to equal bytes', async () => {
    const bytes = randomBytes(16 * MB);
    writeFileSync(at('large'), bytes);
    const stop = new AbortController();
    const parts = { partSize: 5 * MB, atOnce: 1 };
    const onPart = ({ part }: { part: number }) => {
      if (part === 2) stop.abort(new Error('stopped'));
    };
    await expect(pushFile(await bucketOf(stop.signal), at('large'), 'large', { ...parts, onPart })).rejects.toThrow(
      'stopped',
    );
    const sent: number[] = [];
    const again = { ...parts, onPart: ({ part }: { part: number }) => void sent.push(part) };
    const pushed = await pushFile(await bucketOf(), at('large'), 'large', again);
    expect(pushed).toMatchObject({ bytes: 16 * MB, sha256: sha256(bytes), parts: 4, kept: 2 });
    expect(sent).toEqual([3, 4]);
    const found = await held('large');
    expect(found.bytes.equals(bytes)).toBe(true);
    expect(found.sha256).toBe(sha256(bytes));
    // Nothing is left to do, and that can be checked.
    expect(await pushFile(await bucketOf(), at('large'), 'large', { ...parts, check: true })).toMatchObject({
      kept: 4,
    });
  });

  test('a file that has become another since is sent as what it is now', async () => {
    writeFileSync(at('grows'), randomBytes(11 * MB));
    const stop = new AbortController();
    const parts = { partSize: 5 * MB, atOnce: 1 };
    const stopped = pushFile(await bucketOf(stop.signal), at('grows'), 'grows', {
      ...parts,
      onPart: ({ part }) => part === 2 && stop.abort(new Error('stopped')),
    });
    await expect(stopped).rejects.toThrow('stopped');
    appendFileSync(at('grows'), randomBytes(MB));
    const bytes = readFileSync(at('grows'));
    await pushFile(await bucketOf(), at('grows'), 'grows', parts);
    const found = await held('grows');
    expect([found.bytes.equals(bytes), found.sha256]).toEqual([true, sha256(bytes)]);
  });

  test('a bucket that is not there, and a file that is written meanwhile, are refused', async () => {
    writeFileSync(at('small'), 'x');
    const nowhere = await openBucket('nowhere', storeOf(keys, endpoint));
    await expect(pushFile(nowhere, at('small'), 'small')).rejects.toThrow(
      /cannot PUT s3:\/\/nowhere\/small at http\S+: NoSuchBucket/,
    );
    // Before anything is read.
    await expect(
      push()
        .exitOverride()
        .parseAsync([at('small'), 's3://nowhere', '--endpoint', endpoint], { from: 'user' }),
    ).rejects.toThrow(/cannot HEAD s3:\/\/nowhere\/ at http\S+: it answered 404/);
    writeFileSync(at('written'), randomBytes(11 * MB));
    const writing = pushFile(await bucketOf(), at('written'), 'written', {
      partSize: 5 * MB,
      atOnce: 1,
      onPart: () => appendFileSync(at('written'), 'more'),
    });
    await expect(writing).rejects.toThrow('changed while it was being sent');
  });

  test('simulate --push and push put a set of parts there, manifests last; what is not whole is refused', async () => {
    Object.assign(process.env, { AWS_ENDPOINT_URL: endpoint });
    try {
      const words = ['--episodes', '2000', '--out', `${at('turns')}/`, '--part-size', '1000', '--json'];
      const say = process.stdout.write;
      process.stdout.write = () => true;
      try {
        await simulate()
          .exitOverride()
          .parseAsync([...words, '--push', 's3://lab/turns'], { from: 'user' });
        await push()
          .exitOverride()
          .parseAsync([at('turns'), 's3://lab/again/', '--json'], { from: 'user' });
      } finally {
        process.stdout.write = say;
      }
      const names = filesIn(at('turns')).files.map(({ name }) => name);
      expect(names).toEqual([0, 1].map((i) => `part-0000${i}.parquet`).concat('_manifest.json'));
      for (const prefix of ['turns', 'again'])
        for (const name of names)
          expect((await held(`${prefix}/${name}`)).bytes.equals(readFileSync(join(at('turns'), name))), name).toBe(
            true,
          );
      mkdirSync(join(at('turns'), '_work'));
      writeFileSync(join(at('turns'), '_work/request.json'), '{}');
      expect(() => filesIn(at('turns'))).toThrow('is of something that was stopped: end it with --resume, then push');
    } finally {
      delete process.env.AWS_ENDPOINT_URL;
    }
  });
});
