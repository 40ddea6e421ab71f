/** Where answers come from: the API of the server, or, in a site that `parley report --site` wrote, the files beside the page (site.ts). */
const meta = document.querySelector<HTMLMetaElement>('meta[name="parley-site"]');

export const isSite: boolean = meta !== null;

export interface Source {
  /** What the route of the API would answer. */
  answer(route: string, asked: { readonly path?: unknown; readonly query?: unknown }): Promise<unknown>;
}

let files: Source | undefined;

/** The files of a site; undefined where the server is asked. */
export const source = (): Source | undefined => files;

export function readFrom(given: Source): void {
  files = given;
}

/** A file of the site, as JSON. */
export async function siteFile<T>(name: string): Promise<T> {
  const reply = await fetch(`${meta?.content ?? ''}${name}`);
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return (await reply.json()) as T;
}

export interface SiteIndex {
  readonly run: string;
  readonly games: number;
  /** Games in a file of transcripts, and rows in a file of the table. */
  readonly perFile: number;
}

let index: Promise<SiteIndex> | undefined;

export function siteIndex(): Promise<SiteIndex> {
  index ??= siteFile<SiteIndex>('site.json');
  return index;
}

/** The page that a site opens with. */
export async function siteStart(): Promise<string> {
  return `/runs/${encodeURIComponent((await siteIndex()).run)}`;
}
