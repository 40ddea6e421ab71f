/**
 * Scenarios of an imported corpus: scenarios.jsonl of `parley data import craigslist FILES --out FOLDER`.
 *
 * The limits are ours (data/import/corpora/listing-scenario.ts). Each listing with its target comes once, and the split is that of
 * the import, by the hash of the listing; what was said in the corpus is not read.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Item, PriceScenario, Source } from '../../core/index.ts';
import { listingScenario } from '../../data/import/corpora/listing-scenario.ts';
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
  for (const line of readFileSync(from.corpus, 'utf8').split('\n')) {
    if (line === '' || draws.size === from.count) continue;
    const scenario = scenarioIn(JSON.parse(line) as Line, from);
    if (scenario) draws.set(scenario.id, { scenario, source: { corpus: scenario.id, seed: from.seed } });
  }
  if (draws.size === 0)
    throw new ExperimentError(
      `${from.corpus} holds no price scenario${from.split ? ` of the split "${from.split}"` : ''}`,
    );
  return [...draws.values()];
}

function scenarioIn(line: Line, { split, seed, turnLimit }: CorpusSource): PriceScenario | undefined {
  if (split !== undefined && line.split !== split && line.file !== split) return undefined;
  const { public: facts, private: secrets } = line.scenario ?? line;
  const item = facts?.item;
  const target = secrets?.buyer?.target;
  if (item === undefined || target === undefined) return undefined;
  return listingScenario({ item, target }, { seed, turnLimit });
}
