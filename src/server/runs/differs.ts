/** What differs between two runs of one experiment: the keys of their settings, who played, and what began them. */
import type { Manifest } from '../../lab/index.ts';

export interface Difference {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

const MOST = 20;
const LONGEST = 120;

export function differencesBetween(before: Manifest, after: Manifest): Difference[] {
  const [a, b] = [settingsOf(before), settingsOf(after)];
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((key) => a.get(key) !== b.get(key))
    .sort()
    .slice(0, MOST)
    .map((key) => ({ key, before: short(a.get(key)), after: short(b.get(key)) }));
}

/** Of manifests that are kept: they are held against each other at every look. */
const known = new WeakMap<Manifest, Map<string, string>>();

function settingsOf(manifest: Manifest): Map<string, string> {
  const held = known.get(manifest) ?? readSettings(manifest);
  known.set(manifest, held);
  return held;
}

function readSettings({ experiment, agents, controls, opponents, made }: Manifest): Map<string, string> {
  const settings = new Map<string, string>();
  const add = (key: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, inner] of Object.entries(value)) add(key === '' ? name : `${key}.${name}`, inner);
    else if (value !== undefined) settings.set(key, JSON.stringify(value));
  };
  add('', experiment);
  for (const { spec, fingerprint } of [...agents, ...controls, ...opponents])
    settings.set(`fingerprint of ${spec}`, fingerprint);
  if (made?.version) settings.set('parley', `${made.version}${made.commit ? ` ${made.commit.slice(0, 10)}` : ''}`);
  return settings;
}

function short(text = '–'): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
