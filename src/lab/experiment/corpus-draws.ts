/**
 * Scenarios of an imported corpus: scenarios.jsonl of `parley data import craigslist FILES --out FOLDER`.
 *
 * The limits are ours (data/import/corpora/listing-scenario.ts). Each listing with its target comes once, and the split is that of
 * the import, by the hash of the listing; what was said in the corpus is not read. Where fewer are asked for than it holds, the seed
 * draws which; where a zone is asked for, only listings whose limits leave one of that kind are taken.
 */
import { existsSync } from 'node:fs';
import { createRng, type Item, type PriceScenario, type Source, type ZoneKind, zoneWidths } from '../../core/index.ts';
import { listingScenario } from '../../data/import/corpora/listing-scenario.ts';
import { LARGEST_TEXT, readPlain } from '../../models/node/plain.ts';
import { ExperimentError, type ScenarioSource } from './experiment.ts';

type CorpusSource = Extract<ScenarioSource, { corpus: string }>;

interface CorpusScenario {
  readonly public?: { readonly item?: Item };
  readonly private?: { readonly buyer?: { readonly target?: number } };
}

/** A line of scenarios.jsonl, or of dialogues.jsonl. */
interface Line extends CorpusScenario {
  readonly split?: string;
  readonly file?: string;
  readonly scenario?: CorpusScenario;
}

export function corpusDraws(from: CorpusSource): { scenario: PriceScenario; source: Source }[] {
  if (!existsSync(from.corpus))
    throw new ExperimentError(
      `there is no file ${from.corpus}: parley data import craigslist FILES --out FOLDER writes FOLDER/scenarios.jsonl`,
    );
  const draws = new Map<string, { scenario: PriceScenario; source: Source }>();
  for (const line of readPlain(from.corpus, LARGEST_TEXT).split('\n')) {
    if (line === '') continue;
    const scenario = scenarioIn(JSON.parse(line) as Line, from);
    if (scenario) draws.set(scenario.id, { scenario, source: { corpus: scenario.id, seed: from.seed } });
  }
  const { corpus, split, zone, seed, count = draws.size } = from;
  const kind = `${zone ? ` with ${zone === 'empty' ? 'an' : 'a'} ${zone} zone` : ''}${split ? ` of the split "${split}"` : ''}`;
  if (draws.size === 0) throw new ExperimentError(`${corpus} holds no price scenario${kind}`);
  if (count > draws.size)
    throw new ExperimentError(
      `${corpus} holds ${draws.size} price scenarios${kind}, and count asks for ${count}: ask for at most ${draws.size}`,
    );
  // Which of them is drawn by the seed; in the order of the file.
  const taken = new Set(
    createRng(seed)
      .split('taken')
      .shuffle([...draws.keys()])
      .slice(0, count),
  );
  return [...draws].flatMap(([id, draw]) => (taken.has(id) ? [draw] : []));
}

function scenarioIn(line: Line, { split, seed, turnLimit, zone }: CorpusSource): PriceScenario | undefined {
  if (split !== undefined && line.split !== split && line.file !== split) return undefined;
  const { public: facts, private: secrets } = line.scenario ?? line;
  const item = facts?.item;
  const target = secrets?.buyer?.target;
  if (item === undefined || target === undefined) return undefined;
  const scenario = listingScenario({ item, target }, { seed, turnLimit });
  return scenario && (zone === undefined || isZone(scenario, zone)) ? scenario : undefined;
}

/** Whether its limits leave a zone as wide as the samplers draw one of this kind. */
function isZone({ public: { item }, private: { buyer, seller } }: PriceScenario, zone: ZoneKind): boolean {
  const width = ((buyer?.reservation ?? 0) - (seller?.reservation ?? 0)) / item.listPrice;
  const [least, most] = zoneWidths[zone];
  return least <= width && width <= most;
}
