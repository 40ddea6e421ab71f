/**
 * What TERMS-Bench published on its 1,800 episodes (arXiv 2605.13909 and its site, release of May 2026), to five digits. Not played here: its
 * counterparts spoke through a model, and its texts are public for three logged episodes alone. The three Fixed rows are not among them,
 * since anyone can play them again (terms:fixed_30, terms:fixed_10, terms:fixed_01).
 */
export interface PublishedRow {
  readonly agent: string;
  readonly surplus: number;
  readonly agreement: number;
  readonly surplusInDeals: number;
  readonly falseAgreement: number;
  readonly belief: number;
  /** Share of episodes with a violation. */
  readonly violation: number;
  readonly overlap: number;
  readonly shift: number;
  /** Candid to adversarial. */
  readonly families: readonly number[];
  /** Easiest to hardest. */
  readonly bins: readonly number[];
}

type Overall = readonly [
  surplus: number,
  agreement: number,
  surplusInDeals: number,
  falseAgreement: number,
  belief: number,
  violation: number,
];

/** In hundred-thousandths. */
function row(
  agent: string,
  [surplus, agreement, surplusInDeals, falseAgreement, belief, violation]: Overall,
  [overlap, shift]: readonly [overlap: number, shift: number],
  families: readonly number[],
  bins: readonly number[],
): PublishedRow {
  return {
    agent,
    surplus: whole(surplus),
    agreement: whole(agreement),
    surplusInDeals: whole(surplusInDeals),
    falseAgreement: whole(falseAgreement),
    belief: whole(belief),
    violation: whole(violation),
    overlap: whole(overlap),
    shift: whole(shift),
    families: families.map(whole),
    bins: bins.map(whole),
  };
}

const whole = (parts: number): number => parts / 100_000;

export const publishedRows: readonly PublishedRow[] = [
  row(
    'Claude Opus 4.6',
    [69407, 99333, 69873, 0, 22205, 0],
    [67011, 71803],
    [65392, 72614, 69146, 74616, 75038, 59636],
    [78010, 71452, 67758, 60766, 45118],
  ),
  row(
    'GLM 5.1',
    [68561, 95083, 72106, 0, 21775, 1333],
    [66808, 70313],
    [68062, 71800, 68365, 69309, 71836, 61995],
    [79089, 73629, 65147, 55931, 40232],
  ),
  row(
    'Claude Opus 4.7',
    [65984, 98167, 67216, 0, 22876, 0],
    [64383, 67585],
    [62885, 68424, 66995, 67493, 70566, 59540],
    [74698, 68550, 62928, 57004, 46560],
  ),
  row(
    'Gemma 4 31B',
    [63984, 99833, 64091, 0, 25961, 56],
    [63432, 64537],
    [62258, 66614, 63391, 68107, 69648, 53889],
    [72019, 65447, 61743, 55672, 48278],
  ),
  row(
    'Gemini 3.1 Pro',
    [63868, 99667, 64081, 0, 27138, 0],
    [63927, 63809],
    [62002, 65862, 63318, 68173, 67394, 56457],
    [70547, 65101, 62500, 56182, 51417],
  ),
  row(
    'DeepSeek V4 Pro',
    [61762, 97500, 63346, 0, 22844, 611],
    [60366, 63158],
    [62089, 66519, 59704, 66959, 62502, 52801],
    [72539, 63318, 59831, 49697, 41282],
  ),
  row(
    'GPT-5.5',
    [60567, 99167, 61076, 0, 22795, 0],
    [59240, 61894],
    [56693, 65147, 58759, 64737, 64012, 54052],
    [69432, 60790, 56486, 54640, 45580],
  ),
  row(
    'Qwen 3.6 Plus',
    [60357, 98250, 61432, 167, 23659, 2056],
    [57688, 63026],
    [55101, 64822, 61840, 58772, 66748, 54862],
    [69649, 63597, 58825, 48801, 36363],
  ),
  row(
    'Grok 4.20',
    [60061, 99083, 60616, 0, 21223, 1500],
    [58768, 61353],
    [55146, 63503, 59253, 63543, 64463, 54455],
    [68336, 60294, 56695, 54733, 42858],
  ),
  row(
    'Kimi K2.6',
    [59655, 97083, 61447, 0, 23620, 0],
    [57589, 61722],
    [57696, 64822, 59929, 60372, 63106, 52005],
    [69773, 62825, 57373, 47649, 36200],
  ),
  row(
    'Seed 2.0 Pro',
    [52218, 99917, 52261, 0, 24702, 56],
    [51467, 52968],
    [49511, 54535, 50223, 56562, 55253, 47223],
    [58157, 52499, 49523, 48238, 41298],
  ),
  row(
    'GPT-4o mini',
    [18949, 52167, 36325, 0, 25068, 0],
    [18810, 19089],
    [16959, 21887, 19492, 23051, 14369, 17939],
    [24952, 18187, 14993, 17199, 10497],
  ),
];
