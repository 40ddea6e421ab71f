/**
 * Corpora from their public homes: each file with its address and, where a copy was measured, its SHA-256.
 *
 * Addresses on GitHub are of one commit, so that they stay what they are. CraigslistBargain's home publishes no checksum: what
 * came is reported with the one it has. A file that is there and right is not asked for again; a broken download goes on where it
 * broke; what does not have its checksum is thrown away.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DownloadError, type DownloadOptions, download, isSafe, sha256Of } from '../../models/node/download.ts';
import { makeFolder } from '../../models/node/files.ts';
import { ImportError } from './text.ts';

export interface CorpusFile {
  readonly name: string;
  readonly url: string;
  readonly sha256?: string;
}

const github = (repository: string, commit: string, path: string) =>
  `https://raw.githubusercontent.com/${repository}/${commit}/${path}`;
const codalab = (bundle: string, path: string) =>
  `https://worksheets.codalab.org/rest/bundles/${bundle}/contents/blob/${path}`;
const casino = (part: string) =>
  github('kushalchawla/CaSiNo', '2f6ed4a6a55110152a7699fbaa8150d6036314be', `data/split/casino_${part}.json`);
const ptom = (path: string) => github('zcsabbagh/cs329a', 'c034ae9eabd4104aa1681ed0a1387d10d34af5b7', path);

export const corpusHomes: Readonly<Record<string, readonly CorpusFile[]>> = {
  craigslist: [
    { name: 'train.json', url: codalab('0xd34bbbc5fb3b4fccbd19e10756ca8dd7', 'parsed.json') },
    { name: 'validation.json', url: codalab('0x15c4160b43d44ee3a8386cca98da138c', 'parsed.json') },
    { name: 'test.json', url: codalab('0x54d325bbcfb2463583995725ed8ca42b', '') },
  ],
  dond: [
    {
      name: 'data.txt',
      url: github(
        'facebookresearch/end-to-end-negotiator',
        'bbb93bbf00f69fced75d5c0d22e855bda07c9b78',
        'src/data/negotiate/data.txt',
      ),
      sha256: 'bbde61d159079c20ebad86801d2326a636bdf803337c6e03b5ab7d32362ca15a',
    },
  ],
  casino: [
    {
      name: 'casino_train.json',
      url: casino('train'),
      sha256: '6b953d153fc8c78f27e911c1439b93b9b3519357e3ba825091b2e567845ba3a7',
    },
    {
      name: 'casino_valid.json',
      url: casino('valid'),
      sha256: '91f2d1f09accedf98667ac081fd5083752738390734e991601b036643da077e0',
    },
    {
      name: 'casino_test.json',
      url: casino('test'),
      sha256: 'bf6da2d7c105396300d85a65819c04d99304ac9abb8a590ba342fd0c86b4dd12',
    },
  ],
  hinglish: [
    {
      name: 'indian_negotiations.jsonl',
      url: github(
        'paymybills/BazaarBATNA',
        '2ac469118d768e03520791ba682c76be49c953c3',
        'data/indian_negotiations.jsonl',
      ),
      sha256: '0ec1871df476608633c9ff9047c6db1e9c44a0fd9dc46a5636cd800bc1a8908d',
    },
  ],
  ptom: [
    {
      name: 'scenarios.jsonl',
      url: ptom('business_vacation_scenarios.jsonl'),
      sha256: '1f682093b95b69b7c34d56fcddb796f5ec4f481262182786964f8de321a542ea',
    },
    {
      name: 'trajectories.jsonl',
      url: ptom('test2/trajectories.jsonl'),
      sha256: '96dffcd4f945f196babb5b2285fb21e3110578c6dcf0cb9c0084c0d3c4eb958f',
    },
  ],
};

export interface Downloaded {
  readonly path: string;
  readonly sha256: string;
  /** Whether the checksum is the one that was expected; false where none is known. */
  readonly checked: boolean;
  /** It was there before. */
  readonly kept: boolean;
}

export interface DownloadCorpusOptions extends Pick<DownloadOptions, 'signal'> {
  readonly folder: string;
  readonly onProgress?: (file: string, bytes: number, total: number | undefined) => void;
}

/** All files of a corpus, in order; one that cannot be had ends it with a sentence, and what came is kept. */
export async function downloadCorpus(
  files: readonly CorpusFile[],
  { folder, signal, onProgress }: DownloadCorpusOptions,
): Promise<Downloaded[]> {
  makeFolder(folder);
  const got: Downloaded[] = [];
  for (const file of files) {
    const path = join(folder, file.name);
    const kept = existsSync(path);
    if (!kept) await fetchFile(file, path, { signal, onProgress: (...at) => onProgress?.(file.name, ...at) });
    const sha256 = await sha256Of(path);
    if (kept && file.sha256 !== undefined && sha256 !== file.sha256)
      throw new ImportError(
        `${path} has the SHA-256 ${sha256}, expected ${file.sha256}: it is not the file of ${file.url}; move it away and try again`,
      );
    got.push({ path, sha256, checked: file.sha256 !== undefined, kept });
  }
  return got;
}

async function fetchFile(file: CorpusFile, path: string, options: DownloadOptions): Promise<void> {
  const url = new URL(file.url);
  if (!isSafe(url)) throw new ImportError(`corpora are downloaded over https, got ${file.url}`);
  const part = `${path}.part`;
  try {
    await download(url, part, options);
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    throw new ImportError(
      `${file.name} could not be downloaded: ${error.message}; or fetch ${file.url} by other means and give the file instead of --download`,
      { cause: error },
    );
  }
  const sha256 = await sha256Of(part);
  if (file.sha256 !== undefined && sha256 !== file.sha256) {
    for (const left of [part, `${part}.tag`]) rmSync(left, { force: true });
    throw new ImportError(`${file.url} has the SHA-256 ${sha256}, expected ${file.sha256}; it was thrown away`);
  }
  renameSync(part, path);
  rmSync(`${part}.tag`, { force: true });
}
