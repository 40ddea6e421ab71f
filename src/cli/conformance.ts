/** parley conformance: whether a domain of one's own keeps the laws that the house holds its own to. */
import { Command } from 'commander';
import { findSpeech, resolvePlayer, scriptNames } from '../agents/index.ts';
import { checkSpeech } from '../agents/speech/conformance.ts';
import { type DomainKit, findKit } from '../core/index.ts';
import { checkDomain, checkScript } from '../core/testing/index.ts';
import { loadDomain } from '../lab/experiment/own/domain.ts';
import { jsonOption, wholeNumber } from './options.ts';

interface Found {
  readonly domain: string;
  readonly samplers: readonly string[];
  readonly scripts: readonly string[];
  readonly questions: readonly string[];
  readonly speech: boolean;
  readonly games: number;
}

export function conformance(): Command {
  return new Command('conformance')
    .argument('<file>', 'a .ts or .js file that exports kit')
    .option('--games <n>', 'games of each kind', wholeNumber(1, 100_000), 100)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  parley conformance examples/advice/index.ts\n  parley conformance mine.ts --games 1000 --json',
    )
    .action(async (file: string, { games, json }: { games: number; json?: boolean }) => {
      const name = await loadDomain(file);
      const { rules, samplers, roles, control, questions = [] } = findKit(name) as DomainKit;
      const speech = findSpeech(name);
      const scripts = scriptNames(name).map(({ entry }) => entry.name);
      resolvePlayer(control, rules);
      for (const scenario of Object.values(samplers)) {
        checkDomain(rules, { scenario, games, questions, ...(roles && { roles }) });
        for (const script of scripts)
          checkScript(resolvePlayer(script, rules).agent, rules, { scenario, games, questions });
        if (speech) checkSpeech(speech, rules, { scenario, games });
      }
      const found = {
        domain: name,
        seats: roles,
        samplers: Object.keys(samplers),
        scripts,
        control,
        questions: questions.map((question) => question.name),
        speech: speech !== undefined,
        games,
      };
      process.stdout.write(`${json ? JSON.stringify(found) : sentence(found)}\n`);
    });
}

function sentence({ domain, samplers, scripts, questions, speech, games }: Found): string {
  const parts = [
    `${games} games by ${samplers.join(', ')}`,
    ...(scripts.length > 0 ? [`and with each of ${scripts.join(', ')}`] : []),
    questions.length > 0 ? `the questions ${questions.join(', ')} at every view` : 'it has no questions',
    speech ? 'its words at every view' : 'it has no words',
  ];
  return `${domain} keeps the laws: ${parts.join(', ')}`;
}
