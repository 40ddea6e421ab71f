/** A folder of a bucket holds one data set, or shares of one, or one run: what is of another is refused before anything is sent. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sameJson } from '../../core/index.ts';
import { parseSet, readSet, requestIn, SET_MANIFEST, type SetRequest } from '../simulate/set.ts';
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
  const query = { 'list-type': '2', prefix: under(prefix, '_manifest') };
  const listed = await bucket.ask('GET', '', { query, expect: MAY_NOT });
  const keys = listed.ok ? elementsIn(await listed.text(), 'Contents').map((one) => tagIn(one, 'Key') ?? '') : [];
  for (const key of keys) {
    const name = key.slice(under(prefix, '').length);
    if (!SET_MANIFEST.test(name)) continue;
    const answer = await bucket.ask('GET', key, { expect: MAY_NOT });
    if (!answer.ok) continue;
    const theirs = requestIn(parseSet(await answer.text(), `s3://${bucket.name}/${key}`));
    const same = name === basename(manifest) ? sameJson(theirs, ours) : isShareBeside(theirs, ours);
    if (!same) refuse(bucket, key, manifest);
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
