/** A store in this process that speaks as much of S3 as is asked of it, and fails as it is told to. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fault =
  | 'other bytes'
  | 'half an answer'
  | 'no answer to the end'
  | 'hides what is missing'
  | 'takes nothing'
  | undefined;

interface Held {
  readonly bytes: Buffer;
  readonly sha256: string | undefined;
  readonly tag: string;
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');
const element = (name: string, text: string) => `<${name}>${text}</${name}>`;

export async function startStore() {
  const objects = new Map<string, Held>();
  const uploads = new Map<string, { key: string; sha256: string | undefined; parts: Map<number, Buffer> }>();
  const asked: string[] = [];
  const faults: { now: Fault } = { now: undefined };
  let begun = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url as string, 'http://store');
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
    const query = url.searchParams;
    const { method } = request;
    const sha256 = request.headers['x-amz-meta-sha256'] as string | undefined;
    asked.push(`${method} ${key}${url.search}`);
    const answer = (status: number, text: string | Buffer = '', headers = {}) => {
      response.writeHead(status, headers);
      response.end(method === 'HEAD' ? undefined : text);
    };
    const refuse = (status: number, code: string) => answer(status, element('Error', element('Code', code)));
    if (faults.now === 'takes nothing') return refuse(403, 'AccessDenied');
    if (key === '' && query.has('uploads')) {
      const listed = [...uploads].filter(([, one]) => one.key.startsWith(query.get('prefix') as string));
      return answer(
        200,
        listed
          .map(([id, one]) =>
            element('Upload', element('Key', one.key) + element('UploadId', id) + element('Initiated', id)),
          )
          .join(''),
      );
    }
    if (key === '' && query.has('list-type')) {
      // Two at a time, as others give a thousand.
      const from = Number(query.get('continuation-token') ?? 0);
      const all = [...objects.keys()].filter((one) => one.startsWith(query.get('prefix') as string));
      const listed = all.slice(from, from + 2).map((one) => element('Contents', element('Key', one)));
      const next = element('IsTruncated', 'true') + element('NextContinuationToken', String(from + 2));
      return answer(200, listed.join('') + (from + 2 < all.length ? next : ''));
    }
    if (key === '') return answer(200);
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${++begun}`;
      uploads.set(id, { key, sha256, parts: new Map() });
      return answer(200, element('UploadId', id));
    }
    const id = query.get('uploadId');
    if (id !== null) {
      const upload = uploads.get(id);
      if (!upload) return refuse(404, 'NoSuchUpload');
      if (method === 'DELETE') return answer(uploads.delete(id) ? 204 : 404);
      if (method === 'PUT') {
        upload.parts.set(Number(query.get('partNumber')), body);
        return answer(200, '', { etag: `"${md5(body)}"` });
      }
      if (method === 'GET')
        return answer(
          200,
          [...upload.parts]
            .map(([n, bytes]) => element('Part', element('PartNumber', String(n)) + element('ETag', md5(bytes))))
            .join(''),
        );
      const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, n]) => upload.parts.get(Number(n)));
      const parts = wanted as Buffer[];
      const tag = `${md5(Buffer.from(parts.map(md5).join(''), 'hex'))}-${parts.length}`;
      objects.set(key, { bytes: Buffer.concat(parts), sha256: upload.sha256, tag });
      uploads.delete(id);
      if (faults.now === 'no answer to the end') return refuse(500, 'InternalError');
      return answer(200, element('ETag', tag));
    }
    if (method === 'PUT') {
      const bytes = faults.now === 'other bytes' ? Buffer.from(body.map((byte) => byte ^ 1)) : body;
      objects.set(key, { bytes, sha256, tag: md5(bytes) });
      return answer(200, '', { etag: `"${md5(bytes)}"` });
    }
    const held = objects.get(key);
    if (!held) return refuse(faults.now === 'hides what is missing' ? 403 : 404, 'NoSuchKey');
    const headers = {
      'content-length': held.bytes.length,
      etag: `"${held.tag}"`,
      ...(held.sha256 && { 'x-amz-meta-sha256': held.sha256 }),
    };
    if (faults.now === 'half an answer' && method === 'GET') {
      faults.now = undefined;
      response.writeHead(200, headers);
      response.write(held.bytes.subarray(0, held.bytes.length / 2), () => response.destroy());
      return;
    }
    answer(200, held.bytes, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    asked,
    faults,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
