/** The report on BazaarBATNA's episodes: what to know first, then the score of each policy, per task and overall. */

import { bullets, figure, markdownTable, section } from '../../markdown.ts';
import type { BazaarResults } from './index.ts';

export function bazaarReport({ scores, findings, problems }: BazaarResults): string {
  const ends = (estimate: { low: number; high: number } | undefined) =>
    estimate ? `${estimate.low.toFixed(4)} to ${estimate.high.toFixed(4)}` : '-';
  const rate = (value: number) => value.toFixed(3);
  const names = new Set(scores.map(({ file }) => file)).size > new Set(scores.map(({ policy }) => policy)).size;
  const rows = scores.map((score) => [
    names ? `${score.file}: ${score.policy}` : score.policy,
    score.task ?? 'all',
    String(score.episodes),
    rate(score.dealRate),
    figure(score.share?.mean),
    ends(score.share),
    figure(score.shareNoDealZero?.mean),
    ends(score.shareNoDealZero),
    ...[score.win, score.loss, score.tie, score.mutualLoss, score.rationalWalk].map(rate),
    score.rounds?.toFixed(2) ?? '-',
    figure(score.taskScore),
  ]);
  const head =
    'policy,task,n,deals,share of deals,95 %,no deal as 0,95 %,win,loss,tie,mutual loss,rational walk,rounds,task score';
  const known = findings.map(
    ({ name, policy, count, of, says, lines }) =>
      `- **${name}** ${policy}: ${count} of ${of} (lines ${lines.join(', ')}${count > lines.length ? ', ...' : ''}). ${says}`,
  );
  const parts = [
    '# Episodes of BazaarBATNA, scored for both sides',
    'Share: (budget - price) / (budget - cost), the buyer’s; a win is more than 0.6 of the zone. Intervals: percentile bootstrap over episodes, 10,000 resamples.',
    section('Left out', bullets(problems)),
    section('Scores', [markdownTable(head.split(','), rows)]),
    section('To know', known.length === 0 ? [] : [known.join('\n')]),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
