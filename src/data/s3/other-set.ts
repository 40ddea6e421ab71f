/** A folder of a bucket holds one data set, or shares of one, or one run: what is of another is refused before anything is sent. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sameJson } from '../../core/index.ts';
import {
  PART_FILE,
  parseSet,
  partNames,
  readSet,
  requestIn,
  SET_MANIFEST,
  type SetRequest,
  shareIn,
} from '../simulate/set.ts';
import { type Bucket, elementsIn, S3Error, tagIn } from './client.ts';

/** Where one may not look, nothing is refused here; no part is written over all the same. */
const MAY_NOT = [403, 404];

/** By the manifest here, which is perhaps not written yet, and those there. */
export async function refuseOtherSet(bucket: Bucket, prefix: string, manifest: string, ours?: SetRequest) {
  if (SET_MANIFEST.test(basename(manifest)))
    return refuseOtherParts(bucket, prefix, manifest, ours ?? requestIn(readSet(manifest)));
  if (basename(manifest) !== 'manifest.json') return;
  const key = under(prefix, 'manifest.json');
  const answer = await bucket.ask('GET', key, { expect: MAY_NOT });
  if (!answer.ok) return;
  const [theirs, own] = [await answer.text(), readFileSync(manifest, 'utf8')];
  if (theirs !== own && (planIn(own) === undefined || planIn(own) !== planIn(theirs))) refuse(bucket, key, manifest);
}

async function refuseOtherParts(bucket: Bucket, prefix: string, manifest: string, ours: SetRequest): Promise<void> {
  const share = shareIn(basename(manifest));
  /** By share, the parts that its manifest has. */
  const known = new Map([[share, new Set(partNames(share, ours))]]);
  for (const name of await namesThere(bucket, prefix, '_manifest')) {
    if (!SET_MANIFEST.test(name)) continue;
    const key = under(prefix, name);
    const answer = await bucket.ask('GET', key, { expect: MAY_NOT });
    if (!answer.ok) continue;
    const theirs = requestIn(parseSet(await answer.text(), `s3://${bucket.name}/${key}`));
    const same = name === basename(manifest) ? sameJson(theirs, ours) : isShareBeside(theirs, ours);
    if (!same) refuse(bucket, key, manifest);
    known.set(shareIn(name), new Set(partNames(shareIn(name), theirs)));
  }
  // Readers take whatever part is there. Those of a share may be there before its manifest; those of a whole set are in nobody's company.
  for (const name of await namesThere(bucket, prefix, 'part-')) {
    const theirs = known.get(shareIn(name));
    const isUnderWay = !theirs && share !== '' && shareIn(name) !== '';
    if (PART_FILE.test(name) && !isUnderWay && !theirs?.has(name)) refuse(bucket, under(prefix, name), manifest);
  }
}

/** Of what lies right in that folder of the bucket. */
async function namesThere(bucket: Bucket, prefix: string, begin: string): Promise<string[]> {
  const names: string[] = [];
  for (let token: string | undefined; ; ) {
    const query = { 'list-type': '2', prefix: under(prefix, begin), ...(token && { 'continuation-token': token }) };
    const listed = await bucket.ask('GET', '', { query, expect: MAY_NOT });
    if (!listed.ok) return names;
    const text = await listed.text();
    for (const one of elementsIn(text, 'Contents'))
      names.push((tagIn(one, 'Key') ?? '').slice(under(prefix, '').length));
    const next = tagIn(text, 'IsTruncated') === 'true' ? tagIn(text, 'NextContinuationToken') : undefined;
    if (next === undefined || next === token) return names;
    token = next;
  }
}

/** Other games of the same plan. */
function isShareBeside(a: SetRequest, b: SetRequest): boolean {
  const planOf = ({ first: _, end: __, partSize: ___, ...plan }: SetRequest) => plan;
  return sameJson(planOf(a), planOf(b)) && (a.end <= b.first || b.end <= a.first);
}

const under = (prefix: string, name: string): string => (prefix === '' ? name : `${prefix}/${name}`);

function planIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { plan?: unknown } | null)?.plan;
  } catch {
    return undefined;
  }
}

function refuse(bucket: Bucket, key: string, manifest: string): never {
  throw new S3Error(
    `s3://${bucket.name}/${key} is of another set than ${manifest}: choose another folder of the bucket, or remove what is there`,
  );
}
