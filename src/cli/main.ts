#!/usr/bin/env node
/**
 * The `parley` command: one file per verb. Exit codes: 0 done, 1 failed, 2 bad usage. Every error is one sentence on
 * standard error that says what was got, what was expected and what to do.
 */
import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { BAD_USAGE, exitCodeOf, FAILED, inWords } from './errors.ts';
import { plainHelp } from './help.ts';

/** The verbs, in the order of the help. Only the one that is called is loaded: that is half of the start-up. */
const verbs: Readonly<Record<string, () => Promise<Command>>> = {
  demo: () => import('./demo.ts').then(({ demo }) => demo()),
  negotiate: () => import('./negotiate.ts').then(({ negotiate }) => negotiate()),
  play: () => import('./play.ts').then(({ play }) => play()),
  replay: () => import('./replay.ts').then(({ replay }) => replay()),
  tournament: () => import('./tournament.ts').then(({ tournament }) => tournament()),
  run: () => import('./run.ts').then(({ run }) => run()),
  report: () => import('./report.ts').then(({ report }) => report()),
  compare: () => import('./report.ts').then(({ compare }) => compare()),
  findings: () => import('./findings.ts').then(({ findings }) => findings()),
  beliefs: () => import('./beliefs.ts').then(({ beliefs }) => beliefs()),
  list: () => import('./list.ts').then(({ list }) => list()),
  explain: () => import('./explain.ts').then(({ explain }) => explain()),
  'best-response': () => import('./best-response.ts').then(({ bestResponseVerb }) => bestResponseVerb()),
  exploit: () => import('./exploit.ts').then(({ exploit }) => exploit()),
  plot: () => import('./plot.ts').then(({ plot }) => plot()),
  simulate: () => import('./simulate.ts').then(({ simulate }) => simulate()),
  data: () => import('./data.ts').then(({ data }) => data()),
  train: () => import('./train.ts').then(({ train }) => train()),
  models: () => import('./models.ts').then(({ models }) => models()),
  serve: () => import('./serve.ts').then(({ serve }) => serve()),
  mcp: () => import('./mcp.ts').then(({ mcp }) => mcp()),
  worker: () => import('./worker.ts').then(({ worker }) => worker()),
  queue: () => import('./queue.ts').then(({ queue }) => queue()),
  push: () => import('./push.ts').then(({ push }) => push()),
  conformance: () => import('./conformance.ts').then(({ conformance }) => conformance()),
  doctor: () => import('./doctor.ts').then(({ doctor }) => doctor()),
};

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

const program = new Command('parley')
  .description('A laboratory for negotiating agents: simulate, measure and replay negotiations, bit for bit.')
  .version(version)
  .showHelpAfterError('(add --help for examples)')
  .exitOverride()
  .configureHelp(plainHelp)
  .hook('preAction', async (_program, command) => {
    const { readDomain, refuseEmptyOut } = await import('./options.ts');
    refuseEmptyOut(command);
    await readDomain(command);
  })
  .configureOutput({ outputError: (text, write) => write(withChoices(text.replace(/^error: /, 'parley: '))) })
  .addHelpText(
    'after',
    `
Examples:
  parley demo
  parley negotiate --a boulware_hard --b tit_for_tat --seed 7
  parley tournament --registry janus-a --episodes 40`,
  );
const called = process.argv[2] ?? '';
for (const load of Object.hasOwn(verbs, called) ? [verbs[called] as () => Promise<Command>] : Object.values(verbs)) {
  const command = await load();
  adopt(program, command);
  program.addCommand(command);
}

/** A verb within a verb that there is not, and none is near: those that there are. */
function withChoices(text: string): string {
  let at: Command = program;
  for (const word of process.argv.slice(2)) at = at.commands.find((one) => one.name() === word) ?? at;
  const there = at.commands.map((one) => one.name()).filter((name) => name !== 'help');
  return /^parley: unknown command/.test(text) && !text.includes('Did you mean') && there.length > 0
    ? text.replace(/'\n/, `'; there are ${there.join(', ')}\n`)
    : text;
}

/** Verbs within verbs end the same way: with a sentence and the exit code of bad usage. */
function adopt(parent: Command, child: Command): void {
  child.copyInheritedSettings(parent);
  for (const grandchild of child.commands) adopt(child, grandchild);
}

// A reader that closes the pipe early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : BAD_USAGE;
  } else {
    process.stderr.write(`parley: ${inWords(error instanceof Error ? error.message : String(error))}\n`);
    process.exitCode = exitCodeOf(error) ?? FAILED;
    if (process.env.PARLEY_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  }
}
