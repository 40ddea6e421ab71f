/** Names in the picker: no game stands there by the name that programs use. */
import { expect, test } from 'vitest';
import { bazaarOptions } from '../../src/agents/bazaar-agents.ts';
import { scriptNames } from '../../src/agents/script.ts';
import { stories } from '../../src/core/domains/persuasion/mindgames/stories.ts';
import { topics } from '../../src/core/domains/persuasion/ptom/topics.ts';
import { houseTasks, listings, metrics } from '../../src/core/index.ts';
import { boardDomains } from '../../web/boards/index.ts';
import { en } from '../../web/words/en.ts';
import { hi } from '../../web/words/hi.ts';

test('every game of one deal has a name in plain words, in every language', () => {
  const games = houseTasks.filter(({ deals }) => deals === 1).map(({ name }) => name.split('+')[0] as string);
  expect(games).toContain('terms-candid');
  for (const { start } of [en, hi])
    expect(games.filter((name) => (start.games as Record<string, string>)[name] === undefined)).toEqual([]);
});

test('things to haggle over, stories and advice are told in Hindi', () => {
  const asked = Object.values(topics).flatMap(({ description, context, options, dimensions, neutral }) => [
    description,
    context,
    ...options.flat(),
    neutral,
    ...dimensions.map(([name]) => name.replaceAll('_', ' ')),
    ...dimensions.flatMap(([, ...facts]) => facts.map((fact) => fact.replaceAll('{o}', options[0][0]))),
  ]);
  const told = stories.flatMap(({ theme, attributes }) => [...theme.split(/(?<=\.) /), ...attributes]);
  const texts = [...listings.map(({ title }) => title), ...told, ...asked];
  expect(texts.filter((text) => /[A-Za-z]/.test(hi.scene(text)))).toEqual([]);
  // Statements are not named anywhere but in their games.
  const trace = houseTasks.find(({ name }) => name === 'trace');
  for (let seed = 0; seed < 40; seed++) {
    const facts = trace?.scenario(seed, {}).scenario.public as { proposition: string; beliefs: string[] };
    for (const text of [facts.proposition, ...facts.beliefs]) expect(hi.scene(text)).toMatch(/[\u0900-\u097f]/);
  }
});

test('what every agent of the registries does, and every option of it, is told in Hindi', () => {
  const scripts = [...boardDomains].flatMap((domain) => scriptNames(domain).map(({ entry }) => entry.strategy));
  const options = [...scripts.map((one) => one.options), ...Object.values(bazaarOptions)];
  const texts = new Set([
    ...scripts.map(({ about }) => about),
    ...options.flatMap((some) => Object.values(some).map(({ about }) => about)),
  ]);
  expect(texts.size).toBeGreaterThan(100);
  expect([...texts].filter((text) => !/[\u0900-\u097f]/.test(hi.does(text)))).toEqual([]);
});

test('every measure has a name in Hindi, whichever way a table writes it', () => {
  for (const { name } of [...metrics, { name: 'regret_turn' }, { name: 'surprise' }])
    for (const written of [name, name.replaceAll('-', '_')])
      expect(hi.report.measure(written)).toMatch(/[\u0900-\u097f]/);
});
