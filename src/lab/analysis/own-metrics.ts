/**
 * The metrics that modules of one's own bring to a report: nothing else of a module is needed there. One that has changed since, or is
 * gone, would measure other things than the run did: the report goes on without it, and says so where it had metrics.
 */
import type { Manifest } from '../experiment/manifest.ts';
import { loadParts } from '../experiment/own/load-parts.ts';
import { ModuleError } from '../experiment/own/module-error.ts';
import { areHeld } from '../experiment/own/parts.ts';

/** Gives the sentence on what is left out. */
export async function loadOwnMetrics(manifest: Manifest | undefined): Promise<readonly string[]> {
  if (!manifest || areHeld(manifest.experiment)) return [];
  const { experiment, ownMetrics } = manifest;
  try {
    await loadParts(experiment.modules ?? []);
    return [];
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    // What was to hold cannot be looked at, and must not pass for that.
    const asserted = experiment.assert?.find(({ metric }) => ownMetrics?.includes(metric) ?? true);
    if (asserted) throw error;
    if (ownMetrics?.length === 0) return [];
    return [`${error.message}; left out: ${ownMetrics?.join(', ') ?? 'metrics of its own'}.`];
  }
}
