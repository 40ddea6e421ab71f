/** parley serve: the OpenEnv environment, live games, replays and the page, on a port. */
import { createRequire } from 'node:module';
import { Command, Option } from 'commander';
import { type ProxyTrust, proxyTrusts } from '../server/address.ts';
import { UsageError } from './errors.ts';
import { collect, domainsOption, jsonOption, wholeNumber } from './options.ts';
import { untilStopped } from './until-stopped.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

function trustOf(text: string): ProxyTrust {
  const found = proxyTrusts.find((one) => one === text);
  if (found !== undefined) return found;
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new UsageError(
    `--trust-proxy or PARLEY_TRUST_PROXY is ${proxyTrusts.join(', ')} or a number of proxies from 1 to 9, got "${text}"`,
  );
}

export function serve(): Command {
  return new Command('serve')
    .option('--port <n>', 'where to listen', wholeNumber(0, 65_535), 8000)
    .option('--host <address>', 'the address to listen on; 0.0.0.0 for all', '127.0.0.1')
    .addOption(domainsOption())
    .option('--data <folder>', 'where games are kept (PARLEY_DATA)', process.env.PARLEY_DATA ?? 'parley-data')
    .option(
      '--keep <days>',
      'days that finished games stay; then transcripts go to retired/ in the data folder. 0: for ever',
      wholeNumber(0, 100_000),
      90,
    )
    .option('--runs <folder>', 'experiments, data cards and training runs to show', 'runs')
    .option('--rows <folder>', 'imported corpora and role tables to show', 'data')
    .option('--max-sessions <n>', 'OpenEnv sessions at once (MAX_CONCURRENT_ENVS)', wholeNumber(1, 100_000))
    .option('--cors <origin>', 'an origin that browsers may call from; may be given again', collect, [])
    .addOption(
      new Option('--trust-proxy [who]', 'whose X-Forwarded-For counts (PARLEY_TRUST_PROXY)')
        .preset('any')
        .default(process.env.PARLEY_TRUST_PROXY || 'none'),
    )
    .option(
      '--public-name <host>',
      'what callers know this server by, for signed requests; may be given again (SPACE_HOST)',
      collect,
      process.env.SPACE_HOST ? [process.env.SPACE_HOST] : [],
    )
    .option('--per-address <n>', 'OpenEnv sessions, and streams, of one address', wholeNumber(1, 100_000), 64)
    .option('--model-address <url>', 'a model server that callers may name; may be given again', collect, [])
    .option('--address-limit <windows>', 'most requests from one address under /v1', '600/minute,10000/hour,100000/day')
    .option('--game-limit <windows>', 'most acts in one game', '120/minute,2000/hour,10000/day')
    .option('--openenv-limit <windows>', 'most OpenEnv requests and sockets from one address', 'off')
    .option(
      '--models <names>',
      'models that /v1/models/health asks, with commas (PARLEY_MODELS)',
      process.env.PARLEY_MODELS,
    )
    .option('--grace <seconds>', 'how long OpenEnv episodes may go on after a stop', wholeNumber(0, 3600), 10)
    .addOption(
      new Option('--log <level>', 'how much to log')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
DATABASE_URL=postgres://... keeps games in Postgres instead of SQLite; any number of servers may share it
(docs/REPLICAS.md). Matches signed with a key are kept for ever. PARLEY_TOKEN asks for a bearer token wherever
something is written or costs money; without it, models play only for callers on this machine. Who sends the token, and
callers on this machine, share only the bounds of all; anybody else has --per-address too. Pages of other origins than
this server's and --cors may only read.

--trust-proxy: none (the address that connects counts), private (proxies on this machine or in a private network are
believed, and so is who calls from inside that network; the image has this), any or a number (whoever connects is the
last of 1, 2, ... proxies that each add an address: only where nobody else can connect).

Examples:
  parley serve
  parley serve --host 0.0.0.0 --port 8000 --data /var/lib/parley
  parley serve --domain examples/advice/index.ts
  PARLEY_TOKEN=... parley serve --host 0.0.0.0 --trust-proxy --cors https://example.org`,
    )
    .action(async (options) => {
      const { createLogger } = await import('../server/log.ts');
      const { parseWindows } = await import('../server/limits.ts');
      const { startServer } = await import('../server/server.ts');
      const fromEnvironment = process.env.MAX_CONCURRENT_ENVS;
      const maxSessions =
        options.maxSessions ?? (fromEnvironment === undefined ? undefined : wholeNumber(1, 100_000)(fromEnvironment));
      const windows = (text: string) => {
        try {
          return parseWindows(text);
        } catch (error) {
          throw new UsageError((error as Error).message);
        }
      };
      const server = await startServer({
        host: options.host,
        port: options.port,
        version,
        log: createLogger(options.log),
        token: process.env.PARLEY_TOKEN || undefined,
        trustProxy: trustOf(options.trustProxy),
        names: options.publicName,
        cors: options.cors,
        maxSessions,
        perAddress: options.perAddress,
        modelAddresses: options.modelAddress,
        limits: {
          address: windows(options.addressLimit),
          game: windows(options.gameLimit),
          openEnv: windows(options.openenvLimit),
        },
        dataFolder: options.data,
        databaseUrl: process.env.DATABASE_URL || undefined,
        keepDays: options.keep,
        runsFolder: options.runs,
        rowsFolder: options.rows,
        command: [process.execPath, ...process.execArgv, process.argv[1] as string],
        models: (options.models ?? '').split(',').filter(Boolean),
      });
      const { url } = server;
      process.stdout.write(
        `${options.json ? JSON.stringify({ url, version }) : `parley at ${url}; Ctrl-C stops it`}\n`,
      );
      await untilStopped();
      process.stderr.write('parley: stopping; what is under way is finished first, live games are stored\n');
      await server.close(options.grace);
    });
}
