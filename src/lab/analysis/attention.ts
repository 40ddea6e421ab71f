/** Reads what `parley train probe` found. */
import { z } from 'zod';
import { readPlain } from '../../models/node/plain.ts';
import type { AttentionProbe } from '../charts/attention-probe.ts';

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

export function readAttention(file: string): AttentionProbe {
  let probe: AttentionProbe;
  try {
    probe = probeSchema.parse(JSON.parse(readPlain(file)));
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
