/** The web app: the files that the build made, in memory, and the one page that every address of the app opens. */
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { readPlainBytes } from '../models/node/plain.ts';
import type { Env } from './routes.ts';

/** The first parts of the addresses of the app's pages (web/pages.ts). */
export const pageNames: ReadonlySet<string> = new Set(
  'play table arena g here replay strategies match leaderboard runs compare rate data findings'.split(' '),
);

interface File {
  readonly body: Buffer<ArrayBuffer>;
  readonly type: string;
  /** Made when it is first asked for; pictures and fonts are small already. */
  packed?: Promise<Buffer<ArrayBuffer>>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const pack = promisify(gzip) as (body: Buffer) => Promise<Buffer<ArrayBuffer>>;

/** Where the build put the app, whether this runs from its sources or from the package; undefined where it was not built. */
export function appFolder(): string | undefined {
  return ['../web', '../../dist/web']
    .map((folder) => join(import.meta.dirname, folder))
    .find((folder) => existsSync(join(folder, 'index.html')));
}

function filesOf(): Map<string, File> {
  const root = appFolder();
  const names = root === undefined ? [] : readdirSync(root, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name) => {
      const type = TYPES[extname(name)];
      const path = `/${name.replaceAll('\\', '/')}`;
      return type === undefined ? [] : [[path, { body: readPlainBytes(join(root as string, name)), type }] as const];
    }),
  );
}

export interface Web {
  /** Hands out the files of the app; asks on for anything else. */
  readonly files: MiddlewareHandler<Env>;
  /** The app itself; undefined where it was not built. */
  page(c: Context<Env>): Promise<Response> | undefined;
}

/** HEAD is answered as GET, without the body. */
export function isRead(c: Context<Env>): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD';
}

/** Whether an Accept-Encoding takes gzip (RFC 9110, 12.5.3): by its name, else as one of any, and never with a weight of 0. */
export function takesGzip(accepted = ''): boolean {
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((one) => {
        const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
        const weight = parameters.find((part) => /^q\s*=/.test(part))?.replace(/^q\s*=\s*/, '');
        return [name, weight === undefined ? 1 : Number(weight)] as const;
      }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

export function createWeb(): Web {
  const files = filesOf();
  const send = async (c: Context<Env>, file: File, cache: string): Promise<Response> => {
    const bare = file.type === TYPES['.woff2'];
    if (!bare) c.header('vary', 'accept-encoding', { append: true });
    const packed = !bare && takesGzip(c.req.header('accept-encoding'));
    if (packed) file.packed ??= pack(file.body);
    const body = packed ? ((await file.packed) as File['body']) : file.body;
    // Said here, since a HEAD is told of the body that it does not get.
    const headers = { 'content-type': file.type, 'cache-control': cache, 'content-length': String(body.length) };
    return c.body(body, 200, { ...headers, ...(packed && { 'content-encoding': 'gzip' }) });
  };
  return {
    files: async (c, next) => {
      const file = isRead(c) && c.req.path !== '/index.html' ? files.get(c.req.path) : undefined;
      if (!file) return next();
      c.set('route', 'web');
      // What the build named by its content never changes under its name.
      return send(c, file, c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
    page(c) {
      const index = files.get('/index.html');
      return index && send(c, index, 'no-cache');
    },
  };
}
