/** The report on BazaarBATNA's episodes: what to know first, then the score of each policy, per task and overall. */

import { bullets, figure, markdownTable, section } from '../../markdown.ts';
import type { BazaarResults } from './index.ts';
import { ARTEFACT, type NullControl, type Wrapper } from './null-control.ts';
import type { TwoFiles } from './two-files.ts';

export function bazaarReport(results: BazaarResults): string {
  const { scores, findings, problems } = results;
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
    ({ name, file, policy, count, of, says, lines }) =>
      `- **${name}** ${policy}${names ? ` (${file})` : ''}: ${count} of ${of} (lines ${lines.join(', ')}${count > lines.length ? ', ...' : ''}). ${says}`,
  );
  const parts = [
    '# Episodes of BazaarBATNA, scored for both sides',
    'Share: (budget - price) / (budget - cost), the buyer’s; a win is more than 0.6 of the zone. Intervals: percentile bootstrap over episodes, 10,000 resamples.',
    section('Left out', bullets(problems)),
    section('Scores', [markdownTable(head.split(','), rows)]),
    section('To know', known.length === 0 ? [] : [known.join('\n')]),
    section('A policy that says nothing', silence(results)),
    section('Two files of one policy', bullets(results.twoFiles.map(compared))),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const BEHIND: Readonly<Record<Wrapper, string>> = {
  ladder: 'the steering as it was when the table was made (ladder)',
  head: 'the steering of its last commit (head)',
  off: 'no steering',
};

/** What its games come to where nobody plays them. */
function silence({ nullControls, nullRows, scores }: BazaarResults): string[] {
  if (nullControls.length === 0) return [];
  const recorded = ({ file, policy }: NullControl) =>
    scores.find((score) => score.file === file && score.policy === policy && score.task === undefined)?.surplus;
  const rows = nullControls.map((control) => [
    `${control.file}: ${control.policy}`,
    control.wrapper,
    `${control.sameOutcome} of ${control.replayed}`,
    `${control.samePath} of ${control.withPath}`,
    figure(control.surplus),
    figure(recorded(control)),
  ]);
  const artefacts = nullControls
    .filter(({ sameOutcome, replayed }) => sameOutcome >= ARTEFACT * replayed)
    .map(
      ({ file, policy, wrapper, sameOutcome, replayed, samePath, withPath }) =>
        `**null-policy** ${policy} (${file}): a policy whose every reply is unreadable, behind ${BEHIND[wrapper]}, reproduces ` +
        `${sameOutcome} of ${replayed} outcomes and ${samePath} of ${withPath} paths. The file shows the wrapper, not the model.`,
    );
  const left = nullControls.filter(({ wrapper, replayed, of }) => wrapper === 'off' && replayed < of);
  const tasks = Object.keys(nullRows[0]?.tasks ?? {});
  return [
    'Each episode again, with the seller’s own luck, by a buyer that BazaarBATNA cannot read: 30 % of the budget, then what its steering makes of that.',
    ...bullets([
      ...artefacts,
      ...left.map(
        ({ file, of, replayed }) =>
          `${file}: ${of - replayed} of ${of} episodes are of no task that can be played again.`,
      ),
    ]),
    markdownTable(
      ['file and policy', 'behind', 'same outcome', 'same path', 'surplus of silence', 'as recorded'],
      rows,
      {
        words: [0, 1],
      },
    ),
    ...(nullRows.length === 0
      ? []
      : [
          'What silence earns on the three tasks of the original’s table, seeds 1000 to 1029, amazon_realistic on the listings of these files:',
          markdownTable(
            ['behind', ...tasks, 'mean'],
            nullRows.map(({ wrapper, tasks: by, mean }) => [
              wrapper,
              ...tasks.map((task) => (by[task] as number).toFixed(3)),
              mean.toFixed(3),
            ]),
          ),
        ]),
  ];
}

function compared({ policy, files, common, sameOutcome, samePath, differ }: TwoFiles): string {
  const rest =
    differ.length === 0
      ? ''
      : `; they end differently in ${differ.join(', ')}${common - sameOutcome > differ.length ? ', ...' : ''}`;
  return `${policy} in ${files[0]} and in ${files[1]}: of ${common} episodes of the same task and seed ${sameOutcome} end alike and ${samePath} were played alike${rest}.`;
}
