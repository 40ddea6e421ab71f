#!/usr/bin/env node
/**
 * The `parley` command: one file per verb. Exit codes: 0 done, 1 failed, 2 bad usage. Every error is one sentence on
 * standard error that says what was got, what was expected and what to do.
 */
import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { BAD_USAGE, exitCodeOf, FAILED, inWords } from './errors.ts';
import { plainHelp } from './help.ts';
import { refuseEmptyOut } from './options.ts';
import { verbs } from './verbs.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

const program = new Command('parley')
  .description('A laboratory for negotiating agents: simulate, measure and replay negotiations, bit for bit.')
  .version(version)
  .showHelpAfterError('(add --help for examples)')
  .exitOverride()
  .configureHelp(plainHelp)
  .hook('preAction', async (_program, command) => {
    refuseEmptyOut(command);
    if (command.getOptionValue('domain') === undefined) return;
    const { readDomain } = await import('./domain-options.ts');
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

// Also after "help" or "--": the first word that is a verb.
const called = process.argv.slice(2).find((word) => Object.hasOwn(verbs, word));
for (const [name, { takes, about, load }] of Object.entries(verbs)) {
  if (name !== called) program.command(`${name} ${takes}`).description(about);
  else {
    const command = (await load()).description(about);
    adopt(program, command);
    program.addCommand(command);
  }
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
