/** The web app: the files that the build made, in memory, and the one page that every address of the app opens. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import type { Env } from './routes.ts';

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

/** Whether it runs from its sources or from the package, the built app lies in dist/web. */
function filesOf(): Map<string, File> {
  const files = new Map<string, File>();
  for (const folder of ['../web', '../../dist/web']) {
    const root = join(import.meta.dirname, folder);
    let names: string[] = [];
    try {
      names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    } catch {
      continue;
    }
    for (const name of names) {
      const type = TYPES[extname(name)];
      if (type) files.set(`/${name.replaceAll('\\', '/')}`, { body: readFileSync(join(root, name)), type });
    }
    if (files.has('/index.html')) return files;
  }
  return files;
}

export interface Web {
  /** Hands out the files of the app; asks on for anything else. */
  readonly files: MiddlewareHandler<Env>;
  /** The app itself; undefined where it was not built. */
  page(c: Context<Env>): Promise<Response> | undefined;
}

export function createWeb(): Web {
  const files = filesOf();
  const send = async (c: Context<Env>, file: File, cache: string): Promise<Response> => {
    const headers: Record<string, string> = {
      'content-type': file.type,
      'cache-control': cache,
      vary: 'accept-encoding',
    };
    const small = file.type === TYPES['.woff2'] || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
    if (small) return c.body(file.body, 200, headers);
    file.packed ??= pack(file.body);
    return c.body(await file.packed, 200, { ...headers, 'content-encoding': 'gzip' });
  };
  return {
    files: async (c, next) => {
      const file = c.req.method === 'GET' && c.req.path !== '/index.html' ? files.get(c.req.path) : undefined;
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
