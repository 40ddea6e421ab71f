import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { priceEpisode } from '../core/metrics/episode.fixture.ts';
import { appendEpisodes } from '../data/index.ts';
import { testCommand } from './command.fixture.ts';
import { replay } from './replay.ts';

const command = testCommand(replay);

test('games become one page that nothing said in them can break out of', async () => {
  const evil = '</script><!-- \u2028 <script>';
  const game = priceEpisode({ acts: [300, { type: 'offer', price: 700, words: evil }, 'accept'], turnLimit: 20 });
  const [file, out] = [command.at('a.jsonl'), command.at('a.html')];
  appendEpisodes(file, [game]);
  await command.run(`${file}#${game.id}`, '--html', out);
  expect(command.printed).toMatch(/^1 game in .*a\.html, \d+ kB: open it in a browser\n$/);
  const page = readFileSync(out, 'utf8');
  const [, data = ''] = /<script type="application\/json" id="games">(.*?)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(data)).toEqual({ file: 'a.jsonl', games: [game] });
  expect(data).not.toMatch(/[<\u2028]/);
  // The games and the script: two ends, and no more.
  expect(page.match(/<\/script/gi)).toHaveLength(2);
  expect(page).toContain("default-src 'none'; script-src 'sha256-");
});

test('a page has no rules of a domain of one’s own', async () => {
  const file = command.at('own.jsonl');
  appendEpisodes(file, [{ ...priceEpisode({ acts: [300, 'accept'] }), domain: 'swap' }]);
  await expect(command.run(file, '--html', command.at('own.html'))).rejects.toThrow('cannot show a game of swap');
});
