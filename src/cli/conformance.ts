/** parley conformance: whether a domain of one's own keeps the laws that the house holds its own to. */
import { Command } from 'commander';
import { resolvePlayer, scriptNames } from '../agents/index.ts';
import { type DomainKit, findKit } from '../core/index.ts';
import { checkDomain, checkScript } from '../core/testing/index.ts';
import { loadDomain } from '../lab/own/domain.ts';
import { jsonOption, wholeNumber } from './options.ts';

export function conformance(): Command {
  return new Command('conformance')
    .description('check a domain of your own: replay, secrets, refusals, scripts without memory')
    .argument('<file>', 'a .ts or .js file that exports kit')
    .option('--games <n>', 'games of each kind', wholeNumber(1, 100_000), 100)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  parley conformance examples/advice/index.ts\n  parley conformance mine.ts --games 1000 --json',
    )
    .action(async (file: string, { games, json }: { games: number; json?: boolean }) => {
      const name = await loadDomain(file);
      const { rules, samplers, roles } = findKit(name) as DomainKit;
      for (const scenario of Object.values(samplers)) checkDomain(rules, { scenario, games });
      const scripts = scriptNames(name).map(({ entry }) => entry.name);
      for (const script of scripts)
        for (const scenario of Object.values(samplers))
          checkScript(resolvePlayer(script, rules).agent, rules, { scenario, games });
      const found = { domain: name, seats: roles, samplers: Object.keys(samplers), scripts, games };
      const scripted = scripts.length > 0 ? `, and with each of ${scripts.join(', ')}` : '';
      const sentence = `${name} keeps the laws: ${games} games by ${Object.keys(samplers).join(', ')}${scripted}`;
      process.stdout.write(`${json ? JSON.stringify(found) : sentence}\n`);
    });
}
