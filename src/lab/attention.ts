/**
 * What `parley train probe` found: by layer and head, the share of attention that a model's own words give to each kind of token, and
 * how much the loss rises without the head. Two probes can be compared when they read the same transcripts.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const table = z.array(z.array(z.number()).min(1)).min(1);
const probeSchema = z.looseObject({
  model: z.string(),
  adapter: z.string().nullable(),
  /** The hash of the rows. */
  data: z.string(),
  dialogues: z.number().int(),
  kinds: z.array(z.string()).min(1),
  /** [layer][head][kind] */
  shares: z.array(table).min(1),
  ablation: z.looseObject({ loss: z.number(), rise_without: table }).optional(),
});
export type AttentionProbe = z.infer<typeof probeSchema>;

export function readAttention(file: string): AttentionProbe {
  let probe: AttentionProbe;
  try {
    probe = probeSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') throw new RangeError(`there is no file ${file}`);
    throw new RangeError(`${file} is no attention probe; expected the file that parley train probe writes`);
  }
  const heads = probe.shares[0]?.length;
  const whole = probe.shares.every(
    (layer) => layer.length === heads && layer.every(({ length }) => length === probe.kinds.length),
  );
  if (!whole) throw new RangeError(`${file}: every head must have one share a kind (${probe.kinds.join(', ')})`);
  return probe;
}

/** Refuses two probes of which a difference would say nothing. */
export function checkComparable(a: AttentionProbe, b: AttentionProbe): void {
  const shape = ({ shares, kinds }: AttentionProbe) => `${shares.length} x ${shares[0]?.length} heads, ${kinds}`;
  if (shape(a) !== shape(b))
    throw new RangeError(
      `the probes are of models of other shapes (${shape(a)}; ${shape(b)}): probe a base and its adapter`,
    );
  if (a.data !== b.data || a.dialogues !== b.dialogues)
    throw new RangeError('the probes read other transcripts: probe both models with the same rows and dialogues');
}

/** [layer][head] of one kind. */
export function sharesOf({ shares, kinds }: AttentionProbe, kind: string): number[][] {
  const at = kinds.indexOf(kind);
  return shares.map((layer) => layer.map((head) => head[at] as number));
}
