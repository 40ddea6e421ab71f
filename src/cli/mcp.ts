/** parley mcp: tools for a negotiating agent over stdio: one JSON-RPC message a line in, one a line out, nothing else. */
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { domainsOption } from './options.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

export function mcp(): Command {
  return new Command('mcp')
    .addOption(domainsOption())
    .option('--data <folder>', 'where games are kept (PARLEY_DATA)', process.env.PARLEY_DATA ?? 'parley-data')
    .addHelpText(
      'after',
      `
Examples:
  parley mcp
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | parley mcp`,
    )
    .action(async ({ data }) => {
      const { openTools } = await import('../server/mcp-stdio.ts');
      const tools = await openTools({ dataFolder: data, databaseUrl: process.env.DATABASE_URL || undefined, version });
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() === '') continue;
        const answer = await tools.answer(line);
        if (answer !== undefined) process.stdout.write(`${answer}\n`);
      }
      await tools.close();
    });
}
