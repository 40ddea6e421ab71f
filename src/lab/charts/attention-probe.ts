/**
 * What `parley train probe` found: by layer and head, the share of attention that a model's own words give to each kind of token, and
 * how much the loss rises without the head. Two probes can be compared when they read the same transcripts.
 */
export interface AttentionProbe {
  readonly model: string;
  readonly adapter: string | null;
  /** The hash of the rows. */
  readonly data: string;
  readonly dialogues: number;
  readonly kinds: readonly string[];
  /** [layer][head][kind] */
  readonly shares: readonly (readonly (readonly number[])[])[];
  readonly ablation?: { readonly loss: number; readonly rise_without: readonly (readonly number[])[] } | undefined;
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
