/** parley demo: one worded negotiation on a listing, no key, no GPU; transcript, deal, metrics, report.html. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { resolvePlayer } from '../agents/index.ts';
import { type Episode, playEpisode, price } from '../core/index.ts';
import { chooseScenario } from '../lab/experiment/scenarios.ts';
import { makeFolder } from '../models/node/files.ts';
import { jsonOption, seedOption } from './options.ts';
import { showEvents, showMetrics, showResult, showScenario } from './show.ts';

export function demo(): Command {
  return new Command('demo')
    .option('--scenario <id>', 'a listing', 'oak-dining-table')
    .addOption(seedOption())
    .option('--out <folder>', 'where to put report.html and episodes.jsonl', 'parley-demo')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  parley demo
  parley demo --scenario brass-table-lamp --seed 3 --out lamp`,
    )
    .action(async (options) => {
      const { seed, scenario: listing, out } = options;
      const players = {
        buyer: resolvePlayer('worded:clean:boulware_firm@templates', price),
        seller: resolvePlayer('worded:clean:boulware_conceding@templates', price),
      };
      const chosen = chooseScenario({ scenario: listing, seed, zone: 'wide', opens: 'buyer', turnLimit: 12 });
      const episode = playEpisode({ domain: price, ...chosen, players, seed });
      // Drawing is the one heavy import, so only the verbs that draw pay for it.
      const { gamePage } = await import('../lab/report/game-page.ts');
      const page = gamePage(episode);
      makeFolder(out);
      replaceFile(join(out, 'episodes.jsonl'), `${JSON.stringify(episode)}\n`);
      replaceFile(join(out, 'report.html'), page);
      process.stdout.write(`${options.json ? JSON.stringify(episode) : asText(episode, out)}\n`);
    });

  function asText(episode: Episode, out: string): string {
    const { scenario } = episode;
    return [
      showScenario(scenario, episode.seats),
      '',
      showEvents(episode.events, scenario),
      '',
      showResult(episode.result, scenario),
      showMetrics(episode),
      '',
      `report  ${join(out, 'report.html')}`,
      `replay  parley replay ${join(out, 'episodes.jsonl')}#${episode.id.slice(0, 6)}`,
    ].join('\n');
  }
}

/** All of the new content or all of the old: a reader never sees half a file. */
function replaceFile(path: string, content: string): void {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}
