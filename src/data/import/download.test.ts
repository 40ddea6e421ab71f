/** Against a stand-in server on 127.0.0.1: no home of a corpus is asked. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { itWithShared, shared } from '../../../test/shared.ts';
import { corpora } from './corpora/index.ts';
import { type CorpusFile, corpusHomes, downloadCorpus } from './download.ts';

const content = Buffer.from(`${'one line of a corpus\n'.repeat(20_000)}`);
const sha256 = createHash('sha256').update(content).digest('hex');

let folder: string;
let server: Server;
let asked: IncomingMessage[];
let url: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-home-'));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true });
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<CorpusFile> {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/data.txt`;
  return { name: 'data.txt', url, sha256 };
}

/** As GitHub does: by range with a tag, and compressed for whoever takes that. */
function home(request: IncomingMessage, response: ServerResponse): void {
  if (/gzip/.test(String(request.headers['accept-encoding']))) {
    const small = gzipSync(content);
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': small.length }).end(small);
    return;
  }
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const body = content.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { etag: '"1"', 'content-length': body.length }).end(body);
}

it('brings a file with its checksum, and does not ask again for one that is there', async () => {
  const file = await serve(home);
  const [got] = await downloadCorpus([file], { folder });
  expect(got).toEqual({ path: join(folder, 'data.txt'), sha256, checked: true, kept: false });
  expect(readFileSync(got!.path).equals(content)).toBe(true);
  expect(readdirSync(folder)).toEqual(['data.txt']);
  expect(await downloadCorpus([file], { folder })).toMatchObject([{ kept: true }]);
  expect(asked.length).toBe(1);
});

it('goes on where a broken line stopped', async () => {
  let hangUp: () => void = () => undefined;
  const file = await serve((request, response) => {
    if (asked.length > 1) return home(request, response);
    response.writeHead(200, { etag: '"1"', 'content-length': content.length });
    response.write(content.subarray(0, 100_000));
    hangUp = () => response.destroy();
  });
  const onProgress = (_: string, bytes: number) => bytes === 100_000 && hangUp();
  await expect(downloadCorpus([file], { folder, onProgress: onProgress as never })).rejects.toThrow(
    'data.txt could not be downloaded: the line broke after 100000 bytes; the same command goes on from there',
  );
  expect(existsSync(join(folder, 'data.txt'))).toBe(false);
  expect(await downloadCorpus([file], { folder })).toMatchObject([{ sha256, checked: true }]);
  expect(asked.some(({ headers }) => headers.range === 'bytes=100000-')).toBe(true);
});

it('throws away what has another checksum, and names a file on the disk that is another one', async () => {
  const file = await serve((_, response) => response.end('<html>please log in</html>'));
  await expect(downloadCorpus([file], { folder })).rejects.toThrow(
    /has the SHA-256 .*, expected .*; it was thrown away/,
  );
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'data.txt'), 'mine');
  await expect(downloadCorpus([file], { folder })).rejects.toThrow('move it away and try again');
  expect(readFileSync(join(folder, 'data.txt'), 'utf8')).toBe('mine');
});

it('says that it is offline, and what to do', async () => {
  const file = await serve(home);
  await new Promise((resolve) => server.close(resolve));
  await expect(downloadCorpus([file], { folder })).rejects.toThrow(
    /data\.txt could not be downloaded: cannot reach 127\.0\.0\.1:\d+: .*; is there a connection to the network\?; or fetch http.* by other means/,
  );
  const plain = { ...file, url: 'http://example.com/data.txt' };
  await expect(downloadCorpus([plain], { folder })).rejects.toThrow('corpora are downloaded over https');
});

it('reports a file for which no checksum is known as unchecked', async () => {
  const { sha256: _, ...file } = await serve(home);
  expect(await downloadCorpus([file], { folder })).toMatchObject([{ sha256, checked: false }]);
});

it('knows a home over https for every corpus', () => {
  expect(Object.keys(corpusHomes).sort()).toEqual(corpora.map(({ name }) => name).sort());
  for (const { url: address } of Object.values(corpusHomes).flat()) expect(new URL(address).protocol).toBe('https:');
});

const copies = {
  dond: ['data/dond/data.txt'],
  casino: ['data/casino/casino_train.json', 'data/casino/casino_valid.json'],
  hinglish: ['data/hinglish/indian_negotiations.jsonl'],
};
itWithShared(...Object.values(copies).flat())('has the checksums of the copies at hand', () => {
  for (const [name, paths] of Object.entries(copies)) {
    const known = corpusHomes[name]!.map((file) => file.sha256);
    for (const path of paths)
      expect(known).toContain(
        createHash('sha256')
          .update(readFileSync(shared(path)))
          .digest('hex'),
      );
  }
});
