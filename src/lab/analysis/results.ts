/**
 * The results of one run or several, rebuilt from transcripts: the numbers come from episodes.jsonl alone, the manifest adds the
 * title, who is a control and what was asked for, calls.jsonl the cost.
 *
 * Two fingerprints of one name are refused (law 7). A game that two folders hold is counted once. What the scripted stand-in
 * answered is a plumbing test, and the title says so.
 */
import { basename, join, resolve } from 'node:path';
import { playedAgain } from '../../agents/index.ts';
import { type Episode, type Metric, type Seat, sameJson } from '../../core/index.ts';
import { type StoreOptions, storedEpisodes } from '../../data/stored-episodes.ts';
import type { CallLine } from '../../models/index.ts';
import { readJsonLines } from '../../models/node/json-lines.ts';
import { type EnergyLine, readEnergy } from '../experiment/energy.ts';
import { ExperimentError } from '../experiment/experiment.ts';
import { gamesAhead } from '../experiment/list-runs.ts';
import { type Manifest, readManifest } from '../experiment/manifest.ts';
import { valuesOf } from '../experiment/measure.ts';
import { episodesFile, refuseNoRun } from '../experiment/ordered-writer.ts';
import { loadRecorded } from '../experiment/own/domain.ts';
import { metricsOf, partsOf } from '../experiment/own/parts.ts';
import { plannedSeats } from '../experiment/planned.ts';
import { groupBy, type Panel, panelOf, type Row, rowsOf } from '../experiment/rows.ts';
import { STAND_IN } from '../experiment/stand-in.ts';
import { endsEarly, type Stopping, stoppingOf } from '../experiment/stopping.ts';
import { refuseMixedFingerprints } from '../statistics/index.ts';
import { againSection, drownedSwitches, repeatsIn } from './again-section.ts';
import { type AgentSummary, agentsSection, summariesOf } from './agents-section.ts';
import { agreemateSections } from './agreemate-sections.ts';
import { type Asserted, assertedIn, assertionsSection } from './assertions.ts';
import { bazaarSection } from './bazaar-section.ts';
import { runNames } from './between-runs.ts';
import { cellsSection } from './cells-section.ts';
import { comparisonsSection, type DifferencesSection } from './comparisons-section.ts';
import { conductIn, forfeitsIn } from './conduct.ts';
import { costSection } from './cost-section.ts';
import { endsSection } from './ends-section.ts';
import {
  contrastsOf,
  deadSwitches,
  type FactorComparison,
  factorsSection,
  switchesOf,
  switchesSection,
} from './factors-section.ts';
import { fieldsSections } from './fields-section.ts';
import { gamesSection } from './games-section.ts';
import { claimsOf } from './honesty/index.ts';
import { inShort, testedAgainst } from './in-short.ts';
import { type Judgement, readJudgements } from './judge/personas.ts';
import { leaderOf, sharedMeetings } from './leader.ts';
import { marksOf } from './marks.ts';
import { loadOwnMetrics } from './own-metrics.ts';
import { ownSection } from './own-section.ts';
import { gridOf, ratingsSection } from './ratings-section.ts';
import { type RowRegret, regretSection, regretsOf } from './regret-section.ts';
import { scoreMetrics } from './scores/score-run.ts';
import { seatsSections } from './seats-section.ts';
import type { ReportPage, Section } from './section.ts';
import { sellerQualitySection } from './seller-quality-section.ts';
import { grouped, plural } from './show.ts';
import { stoppingSection, stopSentence } from './stopping-section.ts';
import { talkSection } from './talk-section.ts';
import { termsSections } from './terms-section.ts';

export interface Results {
  readonly page: ReportPage;
  readonly standings: readonly AgentSummary[];
  readonly episodes: readonly Episode[];
  /** The looks of each run that has a rule to stop by. */
  readonly stopping: readonly Stopping[];
  /** What the experiment says must hold; of a report on one run. */
  readonly asserted: readonly Asserted[];
  /** Why the run has failed though it was played: a switch that did nothing, an assertion that does not hold. */
  readonly failures: readonly string[];
  /** Metrics of one's own and what scorers said. */
  readonly own: readonly Metric[];
  /** Of every seat under test: regret where it is measured, and surprise. */
  readonly marks: readonly Metric[];
  /** The seats under test of every game whose run names them. */
  readonly tested: ReadonlyMap<string, readonly Seat[]>;
}

export interface ResultsOptions {
  /** Measure regret, also where the experiment did not ask for it. */
  readonly regret?: boolean;
  readonly onPhase?: OnPhase;
  /** Bytes of transcripts that stay in memory; what is beyond them is read again where it is asked for. */
  readonly keep?: number;
}

/** Hears what is being done, in words, before it is: a report on many games takes a while. */
export type OnPhase = (phase: string) => void;

export async function resultsOf(folders: readonly string[], options: ResultsOptions = {}): Promise<Results> {
  options.onPhase?.('reading the games');
  const manifests = folders.flatMap((folder) => readManifest(folder) ?? []);
  const lost: string[] = [];
  for (const manifest of manifests) {
    if (manifest.experiment.module) await loadRecorded(manifest.experiment.module);
    lost.push(...(await loadOwnMetrics(manifest)));
  }
  const own = ownMeasures(folders, manifests);
  const measures = wantedIn(manifests, own).map(valuesOf);
  const { episodes, tested, repeated, contradicting, stopping } = collect(folders, {
    keep: options.keep,
    facts: [conductIn, forfeitsIn, claimsOf, ...measures],
  });
  const ahead = folders.reduce((sum, folder) => sum + gamesAhead(folder).games, 0);
  if (episodes.length === 0)
    throw new ExperimentError(
      `${folders.join(', ')}: there are no episodes to report on${ahead > 0 ? ` yet; ${plural(ahead, 'game')} ended before their turn, and parley run with --resume goes on` : ''}`,
    );
  const sitters = episodes.flatMap(({ seats }) => Object.values(seats));
  refuseMixedFingerprints(sitters.map(({ spec, fingerprint }) => ({ name: spec, fingerprint })));
  options.onPhase?.(`measuring ${episodes.length.toLocaleString('en')} games`);
  const panel = panelOf(manifests, episodes, tested);
  const all = rowsOf(episodes, panel);
  const { rows, repeats } = repeatsIn(all);
  if (rows.length === 0)
    throw new ExperimentError(`${folders.join(', ')}: no game has an agent of its manifest in a seat`);
  const standings = summariesOf(rows, panel);
  const contrasts = contrastsOf(rows, panel);
  const switched = switchesOf(contrasts);
  const [manifest, ...more] = manifests;
  const asserted =
    manifest && more.length === 0 ? assertedIn(manifest, rows, [...metricsOf(manifest.experiment), ...own]) : [];
  const differs = manifests.flatMap(({ experiment }) => experiment.differs);
  const failures = [
    ...deadSwitches(switched, differs),
    ...drownedSwitches(contrasts, repeats, differs),
    ...asserted.flatMap(({ failure }) => failure ?? []),
  ];
  const calls = folders.flatMap((folder) =>
    readJsonLines(join(folder, 'calls.jsonl')).map(({ value }) => value as CallLine),
  );
  const energy = folders.flatMap(readEnergy);
  const judgements = new Map(folders.flatMap((folder) => [...readJudgements(folder)]));
  const margin = manifests[0]?.experiment.margin ?? 0.05;
  const order = standings.map(({ agent }) => agent);
  const differences = {
    paired: comparisonsSection(rows, standings, panel, margin),
    bySeat: seatsSections(rows, order, panel, margin),
    factors: factorsSection(contrasts, margin),
    again: againSection(repeats, margin),
  };
  const withRegret = options.regret === true || manifests.some(({ experiment }) => experiment.regret);
  const regrets = withRegret ? regretsOf(rows) : undefined;
  const sections = sectionsOf(
    rows,
    standings,
    panel,
    manifests,
    calls,
    energy,
    judgements,
    differences,
    switched,
    episodes,
    stopping,
    regrets,
    all,
    own,
    asserted,
  );
  const found = foundIn(rows, standings, panel, differences);
  const plumbing = standings.some(({ conduct }) => conduct.servedBy.has(STAND_IN));
  const title = titleOf(folders, manifests);
  const called = runNames(folders);
  const names = folders.flatMap((folder, i) => (readManifest(folder) ? [called[i] as string] : []));
  return {
    page: {
      title: plumbing ? `${title} (plumbing test: a scripted stand-in answered, no model)` : title,
      about: manifests[0]?.experiment.about ?? '',
      ...(plumbing ? {} : { inShort: inShort(found), found }),
      facts: [...factsOf(episodes, rows, manifests, names, repeated), ...stopping.map(stopSentence)],
      warnings: [
        ...failures,
        ...lost,
        ...warningsOf(rows, standings, manifests, episodes, contradicting, stopping, ahead),
      ],
      sections,
    },
    standings,
    episodes,
    stopping,
    asserted,
    failures,
    own,
    marks: marksOf(all, regrets),
    tested,
  };
}

/** What tables ask of every game; another metric reads its games again. */
function wantedIn(manifests: readonly Manifest[], own: readonly Metric[]): Metric[] {
  const named = manifests.flatMap(({ experiment }) => {
    const names = [experiment.stop, ...(experiment.assert ?? [])].flatMap((one) => one?.metric ?? []);
    const wanted = new Set([...experiment.metrics, ...names]);
    return metricsOf(experiment).filter(({ name }) => wanted.has(name));
  });
  return [...new Set([...named, ...own])];
}

/** Metrics of the modules, then what scorers said; each once. */
function ownMeasures(folders: readonly string[], manifests: readonly Manifest[]): Metric[] {
  const experiments = manifests.map(({ experiment }) => experiment);
  const found = experiments.flatMap((experiment) => [...partsOf(experiment).metrics.values()]);
  const all = [...found, ...scoreMetrics(folders, experiments)];
  return [...new Map(all.map((metric) => [metric.name, metric])).values()];
}

/** The tables of differences, which the first sentences speak of too. */
interface Differences {
  readonly paired: DifferencesSection | undefined;
  readonly bySeat: readonly (Section | DifferencesSection)[];
  readonly factors: DifferencesSection<FactorComparison> | undefined;
  /** Outside the families of the others. */
  readonly again: Section | undefined;
}

function foundIn(rows: readonly Row[], standings: readonly AgentSummary[], panel: Panel, differences: Differences) {
  return {
    leader: leaderOf(rows, standings, differences.paired?.compared),
    agents: standings.filter(({ control }) => !control).map(({ agent }) => agent),
    reference: panel.reference,
    paired: differences.paired?.compared ?? [],
    seats: differences.bySeat.flatMap((section) => ('compared' in section ? section.compared : [])),
    factors: differences.factors?.compared ?? [],
    fields: [...groupBy(rows, ({ field }) => field).values()].map(
      (games) => new Set(games.map(({ cluster }) => cluster)).size,
    ),
  };
}

function sectionsOf(
  rows: readonly Row[],
  standings: readonly AgentSummary[],
  panel: Panel,
  manifests: readonly Manifest[],
  calls: readonly CallLine[],
  energy: readonly EnergyLine[],
  judgements: ReadonlyMap<string, Judgement>,
  differences: Differences,
  switched: ReturnType<typeof switchesOf>,
  episodes: readonly Episode[],
  stopping: readonly Stopping[],
  regrets: readonly RowRegret[] | undefined,
  all: readonly Row[],
  own: readonly Metric[],
  asserted: readonly Asserted[],
): Section[] {
  const metricNames = [...new Set(manifests.flatMap(({ experiment }) => experiment.metrics))];
  const order = standings.map(({ agent }) => agent);
  const grid = gridOf(rows, panel);
  return [
    agentsSection(standings),
    assertionsSection(asserted),
    ...stopping.map(stoppingSection),
    differences.paired,
    ...differences.bySeat,
    differences.factors,
    differences.again,
    switchesSection(switched),
    ownSection(rows, order, panel.controls, own),
    ...extraSections(manifests, rows, standings, panel, judgements),
    grid && ratingsSection(grid),
    regrets && regretSection(rows, regrets, order, panel.controls),
    endsSection(rows, order, panel.controls),
    ...fieldsSections(rows, order, panel),
    cellsSection(rows, metricNames, own),
    talkSection(episodes),
    costSection(all, calls, energy),
    gamesSection(rows, order, panel.controls),
    sittersSection(standings, all),
  ].filter((section): section is Section => section !== undefined);
}

/** Parts that only some experiments ask for. */
function extraSections(
  manifests: readonly Manifest[],
  rows: readonly Row[],
  standings: readonly AgentSummary[],
  { controls }: Panel,
  judgements: ReadonlyMap<string, Judgement>,
): Section[] {
  const wanted = new Set(manifests.flatMap(({ experiment }) => experiment.sections));
  const order = standings.map(({ agent }) => agent);
  const bazaar = wanted.has('bazaar') ? bazaarSection(rows, order, controls) : undefined;
  return [
    ...(bazaar ? [bazaar] : []),
    ...(wanted.has('seller-quality') ? [sellerQualitySection(rows, order, controls, judgements)] : []),
    ...(wanted.has('agreemate') ? agreemateSections(rows, order, controls) : []),
    ...(wanted.has('terms') ? termsSections(rows, order, controls) : []),
  ];
}

function sittersSection(standings: readonly AgentSummary[], rows: readonly Row[]): Section {
  const sitters = new Map(
    rows.flatMap(({ episode }) => Object.values(episode.seats).map((one) => [one.spec, one.fingerprint])),
  );
  const across = new Set(
    rows.flatMap(({ episode, seat }) =>
      Object.entries(episode.seats).flatMap(([other, { spec }]) => (other === seat ? [] : [spec])),
    ),
  );
  const roles = (spec: string) => {
    const standing = standings.find(({ agent }) => agent === spec);
    return [
      ...(standing === undefined ? [] : [standing.control ? 'control' : 'agent']),
      ...(playedAgain(spec) === undefined ? [] : ['agent, again']),
      ...(across.has(spec) ? ['opponent'] : []),
    ].join(', ');
  };
  return {
    title: 'Who played',
    about: 'A fingerprint covers the code version, options, prompt, model digest and sampling.',
    table: {
      head: ['spec', 'as', 'fingerprint'],
      words: [0, 1, 2],
      rows: [...sitters].map(([spec, fingerprint]) => [spec, roles(spec), fingerprint]),
    },
  };
}

interface Collected {
  readonly episodes: readonly Episode[];
  /** The seats under test of every game whose run names them. */
  readonly tested: ReadonlyMap<string, readonly Seat[]>;
  readonly repeated: number;
  readonly contradicting: number;
  readonly stopping: readonly Stopping[];
}

function collect(folders: readonly string[], options: StoreOptions): Collected {
  const episodes = new Map<string, Episode>();
  const tested = new Map<string, readonly Seat[]>();
  const stopping: Stopping[] = [];
  let [repeated, contradicting] = [0, 0];
  for (const folder of folders) {
    refuseNoRun(folder);
    const held = storedEpisodes(episodesFile(folder), options);
    const manifest = readManifest(folder);
    const planned = manifest ? plannedSeats(manifest, held, episodesFile(folder)) : [];
    const looked = manifest && stoppingOf(manifest, held);
    if (looked) stopping.push(looked);
    // A game of two runs is under test in the seats of both.
    for (const [id, seats] of planned) tested.set(id, [...new Set([...(tested.get(id) ?? []), ...seats])]);
    for (const episode of held) {
      const before = episodes.get(episode.id);
      if (before === undefined) episodes.set(episode.id, episode);
      else {
        repeated++;
        if (!sameJson(before.events, episode.events)) contradicting++;
      }
    }
  }
  return { episodes: [...episodes.values()], tested, repeated, contradicting, stopping };
}

function titleOf(folders: readonly string[], manifests: readonly Manifest[]): string {
  const titles = [...new Set(manifests.map(({ experiment }) => experiment.title))];
  return titles.length > 0 ? titles.join(' and ') : folders.map((folder) => basename(resolve(folder))).join(' and ');
}

function factsOf(
  episodes: readonly Episode[],
  rows: readonly Row[],
  manifests: readonly Manifest[],
  /** What each of their runs is called. */
  names: readonly string[],
  repeated: number,
): string[] {
  const clusters = new Set(rows.map(({ cluster }) => cluster)).size;
  return [
    `${plural(episodes.length, 'game')} on ${plural(clusters, 'scenario')}.`,
    testedAgainst(rows),
    ...(repeated > 0
      ? [
          `${plural(repeated, 'game is', 'games are')} in more than one folder and ${repeated === 1 ? 'was' : 'were'} counted once.`,
        ]
      : []),
    ...manifests.map(
      ({ plan, experiment }, i) =>
        `${names.length > 1 ? `${names[i]}: plan` : 'Plan'} ${plan} (${experiment.title}); seats: ${experiment.seating}; seeds on each scenario: ${experiment.seeds}.`,
    ),
    'Computed from the transcripts alone. The same values as data: report.json, report.csv; every game: games.parquet, metrics.parquet.',
  ];
}

/** `by`: who failed in each of them. */
function failedSentence(by: readonly string[]): string {
  const who = [...groupBy(by, (spec) => spec)].map(([spec, games]) => `${spec} in ${grouped(games.length)}`);
  return `${plural(by.length, 'game')} failed (${who.join(', ')}): no count of measured games, share, mean or comparison has them. Whoever failed in hard games has too high a mean.`;
}

function unplayed(planned: number, left: number, ahead: number): string {
  const have = (count: number) => `${grouped(count)} ${count === 1 ? 'has' : 'have'}`;
  const waiting =
    ahead > 0
      ? `; ${have(ahead)} been played before ${ahead === 1 ? 'its' : 'their'} turn and will count once the run goes on (--resume)`
      : '';
  return `Of ${plural(planned, 'planned game')} ${have(left)} not been played yet${waiting}.`;
}

function warningsOf(
  rows: readonly Row[],
  standings: readonly AgentSummary[],
  manifests: readonly Manifest[],
  episodes: readonly Episode[],
  contradicting: number,
  stopping: readonly Stopping[],
  /** Played, but before their turn. */
  ahead: number,
): string[] {
  const planned = manifests.reduce((sum, { games }) => sum + games, 0);
  const failed = episodes.flatMap(({ result, seats }) =>
    result.kind === 'failed' ? [seats[result.by]?.spec as string] : [],
  );
  const fallbacks = standings.reduce((sum, { conduct }) => sum + conduct.fallbacks, 0);
  return [
    ...(manifests.length === 1 && planned > episodes.length && !stopping.some(endsEarly)
      ? [unplayed(planned, planned - episodes.length - ahead, ahead)]
      : []),
    ...(failed.length > 0 ? [failedSentence(failed)] : []),
    ...(fallbacks > 0
      ? [`${plural(fallbacks, 'reply', 'replies')} came from a fallback, not from the model that was asked.`]
      : []),
    ...(contradicting > 0
      ? [`${plural(contradicting, 'game is', 'games are')} in two folders with different acts: the first was taken.`]
      : []),
    ...(manifests.some(({ tested }) => tested === undefined)
      ? ['The run does not say which seats were under test (an older parley wrote it): they are guessed from names.']
      : []),
    ...(sharedMeetings(
      rows,
      standings.filter(({ control }) => !control).map(({ agent }) => agent),
    ).all
      ? []
      : [
          'Not every agent met the same opponents in the same seats on the same scenarios: their means are not to be held against each other, paired differences are.',
        ]),
    ...(standings.some(({ control }) => control) ? [] : ['No controls were played.']),
  ];
}
