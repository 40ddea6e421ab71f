/**
 * What TERMS-Bench published on its 1,800 episodes (arXiv 2605.13909, release of May 2026), to three digits. Not played here: its counterparts
 * spoke through a model whose texts are not public. The three Fixed rows are not among them, since anyone can play them again
 * (terms:fixed_30, terms:fixed_10, terms:fixed_01).
 */
export interface PublishedRow {
  readonly agent: string;
  readonly surplus: number;
  readonly agreement: number;
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

/** In thousandths. */
function row(
  agent: string,
  all: readonly [surplus: number, agreement: number, belief: number, violation: number],
  regimes: readonly [overlap: number, shift: number],
  families: readonly number[],
  bins: readonly number[],
): PublishedRow {
  const [surplus, agreement, belief, violation, overlap, shift] = [...all, ...regimes].map(whole) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    agent,
    surplus,
    agreement,
    belief,
    violation,
    overlap,
    shift,
    families: families.map(whole),
    bins: bins.map(whole),
  };
}

const whole = (thousandths: number): number => thousandths / 1000;

export const publishedRows: readonly PublishedRow[] = [
  row('Claude Opus 4.6', [694, 993, 222, 0], [670, 718], [654, 726, 691, 746, 750, 596], [780, 715, 678, 608, 451]),
  row('GLM 5.1', [686, 951, 218, 13], [668, 703], [681, 718, 684, 693, 718, 620], [791, 736, 651, 559, 402]),
  row('Claude Opus 4.7', [660, 982, 229, 0], [644, 676], [629, 684, 670, 675, 706, 595], [747, 686, 629, 570, 466]),
  row('Gemma 4 31B', [640, 998, 260, 1], [634, 645], [623, 666, 634, 681, 696, 539], [720, 654, 617, 557, 483]),
  row('Gemini 3.1 Pro', [639, 997, 271, 0], [639, 638], [620, 659, 633, 682, 674, 565], [705, 651, 625, 562, 514]),
  row('DeepSeek V4 Pro', [618, 975, 228, 6], [604, 632], [621, 665, 597, 670, 625, 528], [725, 633, 598, 497, 413]),
  row('GPT-5.5', [606, 992, 228, 0], [592, 619], [567, 651, 588, 647, 640, 541], [694, 608, 565, 546, 456]),
  row('Qwen 3.6 Plus', [604, 983, 237, 21], [577, 630], [551, 648, 618, 588, 667, 549], [696, 636, 588, 488, 364]),
  row('Grok 4.20', [601, 991, 212, 15], [588, 614], [551, 635, 593, 635, 645, 545], [683, 603, 567, 547, 429]),
  row('Kimi K2.6', [597, 971, 236, 0], [576, 617], [577, 648, 599, 604, 631, 520], [698, 628, 574, 476, 362]),
  row('Seed 2.0 Pro', [522, 999, 247, 1], [515, 530], [495, 545, 502, 566, 553, 472], [582, 525, 495, 482, 413]),
  row('GPT-4o mini', [189, 522, 251, 0], [188, 191], [170, 219, 195, 231, 144, 179], [250, 182, 150, 172, 105]),
];
