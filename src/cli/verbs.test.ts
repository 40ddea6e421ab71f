import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Help } from 'commander';
import { expect, test } from 'vitest';
import { verbs } from './verbs.ts';

test.each(Object.entries(verbs))('the help lists %s as it is', async (name, { takes, load }) => {
  expect(new Help().subcommandTerm(await load())).toBe(`${name} ${takes}`.trim());
});

/** What a file brings along as soon as it is loaded: the packages, and the rooms. */
function loadedBy(file: string): { readonly packages: readonly string[]; readonly rooms: readonly string[] } {
  const reached = new Set([join(import.meta.dirname, file)]);
  const packages = new Set<string>();
  for (const one of reached)
    for (const [, target] of readFileSync(one, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*?from '([^']+)';/gms,
    )) {
      if (target?.startsWith('.')) reached.add(join(one, '..', target));
      else if (!target?.startsWith('node:')) packages.add(target as string);
    }
  const rooms = new Set([...reached].map((one) => one.slice(join(import.meta.dirname, '../').length).split('/')[0]));
  return { packages: [...packages].sort(), rooms: [...rooms].sort() as string[] };
}

// A start is paid for module by module, by everybody who waits for the command.
test.each(['main.ts', 'report.ts', 'serve.ts', 'mcp.ts'])('%s waits for no room', (file) => {
  expect(loadedBy(file).packages).toEqual(['commander']);
  expect(loadedBy(file).rooms.filter((room) => room !== 'cli' && room !== 'server')).toEqual([]);
});

test.each(['demo', 'negotiate', 'play', 'list', 'explain'])('%s waits for no schema, compiler or report', (name) => {
  const { packages, rooms } = loadedBy(`${name}.ts`);
  expect(packages).toEqual(['commander', 'picocolors']);
  expect(rooms).not.toContain('server');
});

test.each(['run', 'tournament', 'replay'])('%s waits for no compiler, and for no reader of YAML', (name) => {
  const { packages } = loadedBy(`${name}.ts`);
  for (const one of ['esbuild', 'yaml', 'cli-table3']) expect(packages).not.toContain(one);
});
