/** parley train: a recipe of the trainer, from its configuration, with its progress; and the models that were trained. */
import { readFileSync, statSync } from 'node:fs';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import { parse as parseYaml } from 'yaml';
import {
  launchers,
  listTrained,
  recipes,
  runTrainer,
  type TrainerEvent,
  TrainingError,
  trainerPython,
} from '../training/index.ts';
import { BAD_USAGE, UsageError } from './errors.ts';
import { jsonOption, resumeOption, wholeNumber } from './options.ts';
import { progressBar } from './progress.ts';

const collect = (value: string, all: readonly string[]) => [...all, value];
const ACTIONS: Readonly<Record<string, readonly string[]>> = { janus: ['bake', 'calibrate'] };

export function train(): Command {
  return new Command('train')
    .argument('<recipe>', `${recipes.join(', ')}; or list, the models trained so far`)
    .argument('[action]', 'janus: bake (a dial setting as a plain adapter), calibrate (requested against achieved rho)')
    .option('--config <file>', 'settings, as YAML or JSON')
    .option('--set <key=value>', 'override one setting of the file; may be repeated', collect, [])
    .option('--rho <n>', 'janus bake: the rho that the dial should give', Number)
    .addOption(new Option('--seat <name>', 'janus bake: use the map fitted for this seat').choices(['buyer', 'seller']))
    .option('--raw', 'janus bake: set the dial to rho itself, ignoring the fitted map')
    .option(
      '--fit',
      'janus calibrate: find on validation seeds which setting gives which rho, then play with and without that map',
    )
    .option('--dry-run', 'estimate what it would take: examples, tokens, steps, memory, hours, price')
    .addOption(resumeOption())
    .addOption(new Option('--launcher <name>', 'where it runs').choices([...launchers]).default('local'))
    .option('--processes <n>', 'accelerate: how many GPUs', wholeNumber(1, 1024), 1)
    .option('--runs <folder>', 'list: where runs are', 'runs')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
The trainer is Python (trainer/). The first use makes an environment for it under PARLEY_HOME, which takes minutes;
PARLEY_TRAINER_PYTHON names an interpreter that has torch, transformers and peft already.

Examples:
  parley train sft --config buyer.yaml --dry-run
  parley train sft --config buyer.yaml --set lr=1e-4
  parley train sft --config buyer.yaml --resume
  parley train janus calibrate --config janus.yaml --fit
  parley train janus bake --config janus.yaml --rho 0.7
  parley train list`,
    )
    .action(async (recipe: string, action: string | undefined, options) => {
      if (recipe === 'list') return list(options.runs, options.json);
      const request = asked(recipe, action, options);
      const stop = new AbortController();
      const halt = () => stop.abort();
      process.on('SIGINT', halt);
      process.on('SIGTERM', halt);
      const bar = progressBar();
      try {
        const tell = (text: string) => process.stderr.write(`${pc.dim(text)}\n`);
        const python = await trainerPython({ say: tell, signal: stop.signal });
        const hear = options.json ? passOn : show(request.recipe, bar, tell);
        const last = await runTrainer({ ...request, python, onEvent: hear, signal: stop.signal });
        process.stdout.write(`${options.json ? JSON.stringify(last) : summary(last)}\n`);
      } catch (error) {
        if (error instanceof TrainingError && error.code === BAD_USAGE) throw new UsageError(error.message);
        throw error;
      } finally {
        bar.stop();
        process.off('SIGINT', halt);
        process.off('SIGTERM', halt);
      }
    });
}

interface Options {
  readonly config?: string;
  readonly set: readonly string[];
  readonly rho?: number;
  readonly seat?: string;
  readonly raw?: boolean;
  readonly fit?: boolean;
  readonly dryRun?: boolean;
  readonly resume?: boolean;
  readonly launcher: (typeof launchers)[number];
  readonly processes: number;
}

function asked(name: string, action: string | undefined, options: Options) {
  const recipe = recipes.find((one) => one === name);
  if (!recipe) throw new UsageError(`a recipe is one of ${recipes.join(', ')} (or list), got "${name}"`);
  const actions = ACTIONS[recipe] ?? [];
  if (action !== undefined && !actions.includes(action))
    throw new UsageError(`${recipe} takes ${actions.join(' or ') || 'no further word'}, got "${action}"`);
  if (!options.config) throw new UsageError(`parley train ${recipe} needs --config FILE`);
  const { rho, seat, raw, fit, launcher, processes } = options;
  if (action === 'bake' && !(rho !== undefined && rho >= -1 && rho <= 1))
    throw new UsageError(`bake needs --rho from 0 to 1 (or -1 for no deal), got ${rho}`);
  if (fit && action !== 'calibrate') throw new UsageError('--fit is for parley train janus calibrate');
  if ((raw || seat !== undefined) && action !== 'bake')
    throw new UsageError('--raw and --seat are for parley train janus bake');
  // Before gigabytes are installed for it.
  refuseNoSettings(options.config);
  for (const change of options.set)
    if (!/^[^=\s]+=/.test(change)) throw new UsageError(`--set takes KEY=VALUE, as in lr=1e-4, got "${change}"`);
  const args = [
    ...(action ? [action] : []),
    '--config',
    options.config,
    ...options.set.flatMap((change) => ['--set', change]),
    ...(rho === undefined ? [] : ['--rho', `${rho}`]),
    ...(seat === undefined ? [] : ['--seat', seat]),
    ...(raw ? ['--raw'] : []),
    ...(fit ? ['--fit'] : []),
    ...(options.dryRun ? ['--dry-run'] : []),
    ...(options.resume ? ['--resume'] : []),
  ];
  return { recipe, args, launcher, processes };
}

/** What its keys mean the trainer knows; that there are keys and values is seen here. */
function refuseNoSettings(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`there is no file ${file}`);
  if (found.isDirectory()) throw new UsageError(`${file} is a folder; give the .yaml or .json file with the settings`);
  const text = readFileSync(file, 'utf8');
  let settings: unknown;
  try {
    settings = file.endsWith('.json') && text.trim() !== '' ? JSON.parse(text) : parseYaml(text);
  } catch (error) {
    // A sentence of YAML ends in a colon, under which it shows the place.
    const [says] = (error as Error).message.split('\n');
    throw new UsageError(`${file} is neither YAML nor JSON: ${says?.replace(/:$/, '')}`);
  }
  if (settings === null || settings === undefined)
    throw new UsageError(`${file} is empty; give keys and values, as in model: NAME`);
  if (typeof settings !== 'object' || Array.isArray(settings))
    throw new UsageError(
      `${file} must hold keys and values, as in model: NAME, got ${Array.isArray(settings) ? 'a list' : JSON.stringify(settings)}`,
    );
}

/** What happens on the way; the last event is the one line of standard output. */
function passOn(event: TrainerEvent): void {
  if (event.event !== 'done' && event.event !== 'dry_run') process.stderr.write(`${JSON.stringify(event)}\n`);
}

/** Steps move the bar; the rest is a line each. */
function show(label: string, bar: ReturnType<typeof progressBar>, tell: (text: string) => void) {
  return (event: TrainerEvent) => {
    const { step, of, loss, says } = event as { step?: number; of?: number; loss?: number; says?: string };
    const at = step === undefined ? '' : `step ${step}: `;
    switch (event.event) {
      case 'step':
        bar.update({ label, done: step ?? 0, of: of ?? 1, unit: 'steps', beside: `loss ${loss?.toFixed(4)}` });
        if (!process.stderr.isTTY) tell(`${at}loss ${loss?.toFixed(4)}`);
        break;
      case 'validation':
        tell(
          `${at}validation loss ${Number(event.validation_loss).toFixed(4)}${event.best ? ', the best so far' : ''}`,
        );
        break;
      case 'cycle':
        tell(`${at}cycle ${event.cycle} of ${event.of} begins`);
        break;
      case 'best_ema':
        tell(`${at}the average loss is at its best, ${Number(event.ema).toFixed(4)}`);
        break;
      case 'sync_failed':
        tell(`${at}the copy to ${event.to} failed (${event.reason}); the checkpoint is on this disk`);
        break;
      case 'calibrated':
        bar.update({ label, done: Number(event.games), of: Number(event.of), unit: 'games', beside: `${event.arm}` });
        break;
      case 'serving':
        tell(`serving ${Object.keys(event.models as object).join(', ')} at ${event.url} (Ctrl-C stops it)`);
        break;
      case 'served':
        tell(`${event.replies_per_second} replies and ${event.tokens_per_second} tokens a second`);
        break;
      case 'note':
      case 'hosted':
      case 'job_log':
      case 'resumed':
        tell(says ?? `goes on after step ${step}`);
        break;
    }
  };
}

function summary({ event: _, ...facts }: TrainerEvent): string {
  const shown = Object.entries(facts).filter(([, value]) => value !== null);
  const width = Math.max(...shown.map(([key]) => key.length));
  return shown.map(([key, value]) => `${key.padEnd(width)}  ${text(value)}`).join('\n');
}

function text(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 4 });
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function list(runs: string, json: boolean | undefined): void {
  const { models, broken } = listTrained(runs);
  if (json) {
    process.stdout.write(`${JSON.stringify({ models, broken })}\n`);
    return;
  }
  for (const { name, recipe, base, fingerprint, folder, measured } of models)
    process.stdout.write(
      `${name}  ${recipe} on ${base}  ${fingerprint.slice(0, 12)}  ${folder}  ${JSON.stringify(measured)}\n`,
    );
  for (const sentence of broken) process.stderr.write(`parley: ${sentence}\n`);
  if (models.length === 0)
    process.stdout.write(`no trained models in ${runs}; parley train sft --config FILE makes one\n`);
}
