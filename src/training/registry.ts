/**
 * The registry of trained models: the cards that recipes write beside their adapters (card.json in a run's folder).
 * A card pins base, data, recipe, settings and weights by one fingerprint; a folder without a whole card is named, not hidden.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readPlain } from '../models/node/plain.ts';

/** Bytes of a card: it has some kilobytes. */
const LARGEST = 4 << 20;

const cardFile = z.looseObject({
  name: z.string(),
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  recipe: z.string(),
  base: z.string(),
  data: z.string().nullable(),
  measured: z.record(z.string(), z.unknown()),
});

interface TrainedModel extends z.infer<typeof cardFile> {
  readonly folder: string;
}

export interface TrainedModels {
  readonly models: readonly TrainedModel[];
  /** Folders whose card cannot be read, with the reason. */
  readonly broken: readonly string[];
}

export function listTrained(runs: string): TrainedModels {
  if (!existsSync(runs)) return { models: [], broken: [] };
  const models: TrainedModel[] = [];
  const broken: string[] = [];
  for (const name of readdirSync(runs).sort()) {
    const path = join(runs, name, 'card.json');
    if (!existsSync(path)) continue;
    try {
      models.push({ ...cardFile.parse(JSON.parse(readPlain(path, LARGEST))), folder: join(runs, name) });
    } catch {
      broken.push(`${path} is no card of a trained model`);
    }
  }
  return { models, broken };
}
