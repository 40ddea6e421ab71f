/** What is refused before anything is played. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resolveAgent, resolvePlayer } from '../agents/index.ts';
import { type Domain, playEpisode, price, samplers } from '../core/index.ts';
import { standIn } from '../lab/experiment/stand-in.ts';
import { testCommand } from './command.fixture.ts';
import { negotiate } from './negotiate.ts';
import { play } from './play.ts';
import { replay } from './replay.ts';

const seen = testCommand(negotiate);
const { run, at } = seen;

test.each([
  [['--a', 'boulware_hard', '--b', 'sauda'], 'sauda buys: it cannot sit as seller; use shopkeeper there'],
  [['--a', 'shopkeeper@templates', '--b', 'tit_for_tat'], 'shopkeeper sells: it cannot sit as buyer; use sauda there'],
  [['--a', 'bazaar:smart', '--b', 'again:sauda?steering=off', '--scenario', 'single_deal'], 'sauda buys'],
  [['--a', 'boulware_hard', '--b', 'tit_for_tat', '--replay', 'missing.jsonl'], 'there is no file missing.jsonl'],
])('negotiate %j', async (words, sentence) => {
  await expect(run(...words)).rejects.toThrow(sentence);
  expect(seen.printed).toBe('');
});

test('play against somebody who cannot sit there', async () => {
  const words = ['--as', 'buyer', '--against', 'sauda'];
  await expect(play().parseAsync(words, { from: 'user' })).rejects.toThrow('sauda buys');
});

test('a fork with a line that is no act says what can be done, and swaps nobody into a wrong seat', async () => {
  await run('--a', 'boulware_hard', '--b', 'tit_for_tat', '--out', at('games.jsonl'), '--json');
  const { id } = JSON.parse(seen.printed);
  const fork = (...words: string[]) =>
    replay().parseAsync([`${at('games.jsonl')}#${id}`, '--fork', '2', ...words], { from: 'user' });
  await expect(fork('--act', 'seller=blah')).rejects.toThrow(
    /^--act seller=blah: "blah" is nothing that can be done; in turn 2 the seller may .*offer/,
  );
  await expect(fork('--swap', 'seller=sauda')).rejects.toThrow('sauda buys');
});

test('a game of the scripted stand-in is forked as any other: it has not changed', async () => {
  const rules = price as unknown as Domain;
  const model = await resolveAgent('llm:scripted/stand-in', rules, { model: async () => standIn() });
  const players = { buyer: model, seller: resolvePlayer('tit_for_tat', rules) };
  const episode = await playEpisode({ domain: rules, scenario: samplers.general(1), source: {}, seed: 1, players });
  writeFileSync(at('stand-in.jsonl'), `${JSON.stringify(episode)}\n`);
  await replay().parseAsync([`${at('stand-in.jsonl')}#${episode.id}`, '--fork', '1', '--json'], { from: 'user' });
  expect(seen.printed).toContain(`"of":"${episode.id}"`);
});
