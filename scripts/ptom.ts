/**
 * ptom and trace measured, for docs/LOG.md: `npx tsx scripts/ptom.ts [GAMES] [SCENARIOS.jsonl]`. Success of every script on GAMES scenarios (1000) of each
 * objective; the planner's beliefs against the truth; its predictions of what it did and did not do against games really played on
 * from there, one turn of each game; how far each manner of arguing moves a belief; and, where a file of P-ToM's scenarios is
 * given, success on those.
 */
import { resolvePlayer } from '../src/agents/index.ts';
import {
  type Act,
  createRng,
  type Domain,
  type Episode,
  metrics,
  type PtomOptions,
  playEpisode,
  ptom,
  samplePtom,
  sampleTrace,
  trace,
} from '../src/core/index.ts';
import { corpora, importCorpus, ptomScenario } from '../src/data/index.ts';
import { askedBeliefs, beliefCells, beliefHead, beliefRows } from '../src/lab/analysis/beliefs.ts';

const [count = '1000', file] = process.argv.slice(2);
const games = Number(count);
if (!Number.isInteger(games) || games < 2) throw new RangeError(`got "${count}" games, expected a whole number from 2`);
const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
function heading(title: string, head: readonly string[]): void {
  process.stdout.write(`\n${title}\n\n`);
  print(head);
  print(head.map(() => '---'));
}
const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
const of = (name: string, episodes: readonly Episode[]) => {
  const metric = metrics.find((one) => one.name === name);
  return mean(episodes.flatMap((episode) => metric?.of(episode, '') ?? []));
};
const shown = (x: number, digits: number) => (Number.isNaN(x) ? '-' : x.toFixed(digits));
const player = (spec: string, domain: unknown) => resolvePlayer(spec, domain as Domain);
const utility = ({ result }: Episode) => (result.kind === 'failed' ? 0 : (result.utility.persuader as number));

function play(spec: string, options: PtomOptions): Episode[] {
  const players = { persuader: player(`ptom:${spec}`, ptom), target: player('ptom:mind', ptom) };
  return Array.from({ length: games }, (_, seed) => {
    const scenario = samplePtom(seed, options);
    return playEpisode({ domain: ptom as Domain, scenario, source: { seed }, players, seed });
  });
}

/** Wilson's interval, in percent. */
function interval(wins: number, n: number): string {
  const z = 1.959964;
  const p = wins / n;
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return `${(100 * p).toFixed(1)} [${(100 * (middle - half)).toFixed(1)}, ${(100 * (middle + half)).toFixed(1)}]`;
}

heading(`ptom against mind, ${games} scenarios of each objective: success in percent`, [
  'persuader',
  'A',
  'fit',
  'satisfaction (A, fit)',
  'acts (A, fit)',
  'wasted facts (A, fit)',
]);
const planned: Episode[] = [];
for (const spec of ['planner', 'ask_first', 'greedy', 'own_taste', 'generic', 'random']) {
  const [forA, fit] = (['A', 'fit'] as const).map((objective) => play(spec, { objective })) as [Episode[], Episode[]];
  if (spec === 'planner') planned.push(...forA.slice(0, games / 2), ...fit.slice(games / 2));
  const cells = [forA, fit].map((list) => interval(list.filter((one) => utility(one) === 1).length, list.length));
  const both = (name: string, digits: number) => [forA, fit].map((list) => shown(of(name, list), digits)).join(', ');
  const acts = [forA, fit].map((list) => mean(list.map(({ result }) => result.turn / 2)).toFixed(2)).join(', ');
  print([spec, ...cells, both('satisfaction', 3), acts, both('wasted-facts', 2)]);
}

heading(`the planner's beliefs in ${planned.length} of these games`, beliefHead);
const { agent } = player('ptom:planner', ptom);
for (const row of beliefRows(await askedBeliefs(planned, () => agent, { seat: () => 'persuader' })))
  print(beliefCells(row));

/** What is predicted at one turn of each game, and what comes of it when it is really done, with other dice. */
const predictions = planned.flatMap((episode, i) => {
  const plans = episode.events.flatMap((event) =>
    event.type === 'agent-note' ? [{ turn: event.turn, plan: (event.note as { plan: Plan }).plan }] : [],
  );
  const { turn, plan } = createRng(i).split('turn').pick(plans);
  const taken = episode.events.find((event) => event.type === 'action-taken' && event.turn === turn);
  const done = taken?.type === 'action-taken' ? [{ act: taken.act, predicted: plan.predicted, of: 'done' }] : [];
  return [...done, ...plan.alternatives.map((one) => ({ ...one, of: 'not done' }))].map(
    ({ act, predicted, of: kind }) => {
      const players = { persuader: player('ptom:bayes', ptom), target: player('ptom:mind', ptom) };
      const fork = { of: episode, turn, forced: [{ turn, seat: 'persuader', act }] };
      const { scenario, source } = episode;
      const end = playEpisode({ domain: ptom as Domain, scenario, source, players, seed: 1_000_000 + i, fork });
      return { predicted, real: utility(end), kind };
    },
  );
});
interface Plan {
  readonly predicted: number;
  readonly alternatives: readonly { readonly act: Act; readonly predicted: number }[];
}
heading('what the planner predicted, against one game really played on from there', [
  'act',
  'n',
  'predicted',
  'real',
  'Brier',
  'Brier of the mean',
]);
for (const kind of ['done', 'not done']) {
  const list = predictions.filter((one) => one.kind === kind);
  const real = mean(list.map((one) => one.real));
  const brier = mean(list.map((one) => (one.predicted - one.real) ** 2));
  print([
    kind,
    String(list.length),
    mean(list.map((one) => one.predicted)).toFixed(3),
    real.toFixed(3),
    brier.toFixed(3),
    (real * (1 - real)).toFixed(3),
  ]);
}

heading(`trace against network, ${games} scenarios`, [
  'persuader',
  'utility',
  'belief moved',
  'mean step',
  'reversals',
]);
for (const spec of ['adaptive', 'varied', 'direct', 'assert', 'random']) {
  const players = { persuader: player(`trace:${spec}`, trace), target: player('trace:network', trace) };
  const list = Array.from({ length: games }, (_, seed) =>
    playEpisode({ domain: trace as Domain, scenario: sampleTrace(seed), source: { seed }, players, seed }),
  );
  const cells = ['belief-moved', 'belief-step', 'belief-reversals'].map((name) => of(name, list).toFixed(3));
  print([spec, mean(list.map(utility)).toFixed(3), ...cells]);
}

if (file !== undefined) {
  const source = corpora.find(({ name }) => name === 'ptom') as (typeof corpora)[number];
  const { scenarios } = importCorpus(source, [file]);
  heading(`ptom on ${file}: success in percent, with all that fits the objective`, ['persuader', 'A', 'fit']);
  for (const spec of ['bayes', 'ask_first', 'greedy', 'own_taste', 'generic', 'random']) {
    const players = { persuader: player(`ptom:${spec}`, ptom), target: player('ptom:mind', ptom) };
    const cells = (['A', 'fit'] as const).map((objective) => {
      const list = scenarios
        .flatMap((one) => ptomScenario(one, { seed: 1, objective }) ?? [])
        .map((scenario, seed) => playEpisode({ domain: ptom as Domain, scenario, source: { seed }, players, seed }));
      return `${interval(list.filter((one) => utility(one) === 1).length, list.length)} of ${list.length}`;
    });
    print([spec, ...cells]);
  }
}
