/**
 * The trainer from the outside: `parley train` on a toy model, its progress, its export played by the embedded backend.
 * Needs a Python with torch, transformers and peft: PARLEY_TRAINER_PYTHON, or the one that .ci/run makes.
 */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { priceEpisode } from '../src/core/metrics/episode.fixture.ts';
import { episodeChats } from '../src/data/convert/episode-chat.ts';
import type { Message } from '../src/models/model.ts';
import { embeddedModel } from '../src/models/node/embedded.ts';
import { type TestServer, testServer } from '../src/server/server.fixture.ts';
import { trainerFolder } from '../src/training/index.ts';

const root = join(import.meta.dirname, '..');
const main = join(root, 'dist/cli/main.js');
const candidates = [process.env.PARLEY_TRAINER_PYTHON, join(root, '.ci/trainer/bin/python')];
const python = candidates.find((path) => path && existsSync(path));
if (!python)
  process.stderr.write('skipped: the trainer (no Python with torch; set PARLEY_TRAINER_PYTHON to one that has it)\n');

const LOOK = 'import importlib.util as look, sys; sys.exit(look.find_spec("trl") is None)';
const trl = python !== undefined && spawnSync(python, ['-c', LOOK]).status === 0;
if (python && !trl)
  process.stderr.write(
    'skipped: games under TRL (its Python has no TRL; pip install -r trainer/requirements-trl.txt)\n',
  );

/** The toy's shape in other families, a folder each. */
const RELATIVES = `
import sys, torch
from transformers import AutoConfig, AutoModelForCausalLM
from parley_trainer.toy import toy_model, toy_tokenizer
torch.manual_seed(1)
keys = ("vocab_size", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads",
        "max_position_embeddings", "initializer_range", "eos_token_id", "pad_token_id", "tie_word_embeddings")
shape = {key: getattr(toy_model().config, key) for key in keys}
for family in sys.argv[1:]:
    more = {"head_dim": 32} if family == "qwen3" else {}
    AutoModelForCausalLM.from_config(AutoConfig.for_model(family, **shape, **more)).save_pretrained(family)
    toy_tokenizer().save_pretrained(family)
`;

let folder: string;
/** In the place of the interpreter: the same, with the packages loaded. They take five seconds, and there are two dozen calls. */
let warm: string;
let warmServer: ChildProcess | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-trainer-'));
  if (!python) return;
  const [script, socket] = [join(trainerFolder, 'tests/warm_python.py'), join(folder, 'warm.sock')];
  warm = join(folder, 'warm-python');
  writeFileSync(warm, `#!/bin/sh\nexec "${python}" -ES "${script}" call "${socket}" "$@"\n`, { mode: 0o755 });
  const env = { ...process.env, PYTHONPATH: trainerFolder, HF_HUB_OFFLINE: '1' };
  const server = spawn(python, [script, 'serve', socket], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  warmServer = server;
  await new Promise((ready, fail) => {
    server.stdout.once('data', ready);
    server.once('exit', (code) => fail(new Error(`warm_python.py ended with code ${code}`)));
  });
}, 600_000);
afterAll(() => {
  warmServer?.stdin?.end();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (interpreter = warm) => ({
  ...process.env,
  PARLEY_TRAINER_PYTHON: interpreter,
  PARLEY_THREADS: '1',
  HF_HUB_OFFLINE: '1',
});

const parley = (...args: string[]) => parleyWith(warm, ...args);

function parleyWith(interpreter: string | undefined, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: folder,
    env: environment(interpreter),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** For commands that talk to a server in this process, which a waiting call would keep from answering. */
function parleyMeanwhile(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { cwd: folder, env: environment() }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

function settings(name: string, values: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(values));
  return path;
}

function chats(): string {
  const path = join(folder, 'chats.jsonl');
  const rows = Array.from({ length: 30 }, (_, i) => ({
    messages: [
      { role: 'system', content: 'You buy.' },
      { role: 'user', content: `I ask ${90 + i}.` },
      { role: 'assistant', content: `I offer ${40 + i}.` },
    ],
  }));
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

const config = (more: object = {}) =>
  settings('sft.json', {
    model: 'toy',
    rows: chats(),
    output: join(folder, 'runs/buyer'),
    rank: 4,
    batch: 4,
    accumulate: 1,
    max_steps: 6,
    lr: 0.02,
    log_every: 1,
    eval_every: 3,
    save_every: 3,
    ...more,
  });

/** Of the rows of a seat's acts and the row of its whole game: whether each act's row begins the game's, and what is learned. */
const COMPARE = `
import json, sys
from parley_trainer.masking import IGNORE, encode
from parley_trainer.toy import toy_tokenizer
tokenizer = toy_tokenizer()
def learned(example): return tokenizer.decode([label for label in example.labels if label != IGNORE])
found = []
for seat in json.load(sys.stdin):
    acts, (game,) = ([encode(tokenizer, row["messages"]) for row in rows] for rows in seat)
    begin = all(game.tokens[:len(one.tokens)] == one.tokens for one in acts)
    found.append({"begin": begin, "learned": [learned(one) for one in acts], "whole": learned(game)})
print(json.dumps(found))
`;

test.skipIf(!python)(
  'the row of a whole game teaches what the rows of its acts teach, turn by turn',
  () => {
    const game = priceEpisode({ acts: [500, 800, 600, 650, 'accept'], zone: [402, 873], turnLimit: 12 });
    const seats = ['buyer', 'seller'] as const;
    const acts = seats.map((seat) => episodeChats(game, { seat }));
    const input = JSON.stringify(seats.map((seat, i) => [acts[i], episodeChats(game, { seat, wholeGames: true })]));
    const options = { cwd: join(root, 'trainer'), input, encoding: 'utf8' } as const;
    const found = JSON.parse(execFileSync(warm, ['-c', COMPARE], options));
    for (const [i, { begin, learned, whole }] of found.entries()) {
      expect(begin).toBe(true);
      expect(learned).toEqual(acts[i]?.map(({ messages }) => `${messages.at(-1)?.content}<|im_end|>`));
      expect(whole).toBe(learned.join(''));
    }
    expect(found).toHaveLength(2);
  },
  120_000,
);

test('bad usage is a sentence and code 2, before any Python starts', () => {
  const cases: [string[], RegExp][] = [
    [['train', 'sftt', '--config', 'x'], /a recipe is one of sft, .*got "sftt"/],
    [['train', 'sft'], /needs --config FILE/],
    [['train', 'sft', 'bake', '--config', 'x'], /sft takes no further word, got "bake"/],
    [['train', 'janus', 'bake', '--config', 'x'], /bake needs --rho from 0 to 1/],
    [['train', 'janus', '--config', 'x', '--fit'], /--fit is for parley train janus calibrate/],
    [['train', 'janus', 'calibrate', '--config', 'x', '--raw'], /--raw and --seat are for parley train janus bake/],
  ];
  for (const [args, sentence] of cases) {
    const { status, stderr } = parley(...args);
    expect(stderr).toMatch(sentence);
    expect(status).toBe(2);
  }
});

describe.runIf(python)('with a Python that can train', { timeout: 900_000 }, () => {
  test('a dry run says what it would take, and nothing is written', () => {
    // The interpreter itself, from its start.
    const { status, stdout } = parleyWith(python, 'train', 'sft', '--config', config(), '--dry-run', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ event: 'dry_run', examples: 27, held_out: 3, steps: 6 });
    expect(existsSync(join(folder, 'runs'))).toBe(false);
  });

  test('training writes events, an adapter, a card that list reads, and a refusal to run over it', () => {
    const { status, stdout, stderr } = parley('train', 'sft', '--config', config(), '--json');
    expect(status, stderr).toBe(0);
    // Standard output has one line, the last event; those before it are on standard error.
    const before = stderr.split('\n').filter((line) => line.startsWith('{"event"'));
    const events = [...before, stdout.trim()].map((line) => JSON.parse(line));
    expect(events.filter((one) => one.event === 'step')).toHaveLength(6);
    expect(events.at(-1)).toMatchObject({ event: 'done', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    // The page that shows training reads this file.
    const kept = readFileSync(join(folder, 'runs/buyer/progress.jsonl'), 'utf8').trim().split('\n');
    expect(kept.map((line) => JSON.parse(line))).toEqual(events);
    expect(parley('train', 'list').stdout).toMatch(/^buyer {2}sft on toy/);
    const again = parley('train', 'sft', '--config', config());
    expect(again.stderr).toMatch(/already holds a run: add --resume/);
    expect(again.status).toBe(2);
  });

  test('pairs that parley judged train dpo as they were written, and the chosen answers pull ahead', () => {
    const players = ['--a', 'clean:boulware_hard', '--b', 'clean:linear_standard', '--opponent', 'clean:tit_for_tat'];
    const drawn = ['--scenarios', 'general', '--count', '20', '--out', 'pairs'];
    expect(parley('data', 'prepare', 'pairs', ...players, ...drawn).status).toBe(0);
    const rows = jsonLines('pairs/pairs.jsonl');
    expect(rows.length).toBeGreaterThan(4);
    const dpo = settings('dpo.json', {
      ...{ model: 'toy', rows: join(folder, 'pairs/pairs.jsonl'), output: join(folder, 'runs/dpo'), rank: 4 },
      // The toy's tokens are letters, nearly: a whole prompt of parley is two thousand of them.
      ...{ lr: 0.005, max_length: 4096, batch: 2, accumulate: 1, max_steps: 6, log_every: 1 },
    });
    const { status, stderr } = parley('train', 'dpo', '--config', dpo);
    expect(status, stderr).toBe(0);
    const [plan] = jsonLines('runs/dpo/progress.jsonl', 'plan');
    const taught = rows.filter(({ split }) => split === 'train');
    expect(plan).toMatchObject({ examples: taught.length, left_out_too_long: 0 });
    const steps = jsonLines('runs/dpo/progress.jsonl', 'step');
    expect(steps[0].loss).toBeCloseTo(Math.log(2), 3);
    expect(steps.at(-1).margin).toBeGreaterThan(0);
    expect(steps.at(-1).accuracy).toBe(1);
  });

  test('serve says where, answers there, and ends at a signal', async () => {
    const config = settings('serve.json', { model: 'toy', name: 'base', port: 0 });
    const served = spawn(process.execPath, [main, 'train', 'serve', '--config', config], {
      cwd: folder,
      env: environment(python),
    });
    const ended = new Promise((resolve) => served.once('exit', resolve));
    const url = await new Promise<string>((found, fail) => {
      let said = '';
      served.stderr.on('data', (text) => {
        said += text;
        const [, names, at] = /serving (.*) at (http\S+)/.exec(said) ?? [];
        if (at) names === 'base' ? found(at) : fail(new Error(said));
      });
      served.once('exit', () => fail(new Error(said)));
    });
    const { data } = (await (await fetch(`${url}/models`)).json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(['base']);
    served.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('a missing column is one sentence and code 2', () => {
    const rows = join(folder, 'rows.jsonl');
    writeFileSync(rows, '{"text":"x"}\n');
    const { status, stderr } = parley('train', 'sft', '--config', config({ rows, output: join(folder, 'runs/x') }));
    expect(stderr.trim()).toMatch(/^parley: .*row 1: the column messages is missing \(it has text\)/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
  });

  test('exported, the trained toy says the same greedy tokens in llama.cpp as in PyTorch, merged and as an adapter', async () => {
    const adapter = join(folder, 'runs/buyer/adapter');
    for (const [name, more] of [
      ['base', {}],
      ['merged', { adapter }],
      ['lora', { adapter, kind: 'lora' }],
    ] as const) {
      const file = settings(`export-${name}.json`, { model: 'toy', output: join(folder, `${name}.gguf`), ...more });
      const { status, stderr } = parley('train', 'export', '--config', file);
      expect(status, stderr).toBe(0);
    }
    const prompts: Message[][] = ['Hello', 'I ask 95 for the oak table.', 'Is 40 euros OK?\nPlease say.'].map(
      (content) => [
        { role: 'system', content: 'You buy.' },
        { role: 'user', content },
      ],
    );
    const [inTorch = [], untrained = []] = greedy({ model: 'toy', adapter, prompts }, { model: 'toy', prompts });
    expect(inTorch.map(({ text }) => text)).not.toEqual(untrained.map(({ text }) => text));
    for (const [path, adapters] of [
      ['merged', []],
      ['base', [{ path: join(folder, 'lora.gguf'), scale: 1 }]],
    ] as const) {
      const file = join(folder, `${path}.gguf`);
      const model = embeddedModel({ name: 'embedded/toy', digest: '', path: file, adapters, threads: 1, gpu: false });
      for (const [i, messages] of prompts.entries()) {
        const reply = await model.generate({ messages, maxTokens: 24, temperature: 0 });
        expect({ prompt: reply.usage.inputTokens, tokens: reply.usage.outputTokens, text: reply.text }).toEqual(
          inTorch[i],
        );
      }
      await model.close();
    }
  });

  test('models of the families qwen2 and qwen3 say the same greedy tokens in llama.cpp as in PyTorch', async () => {
    const families = ['qwen2', 'qwen3'];
    execFileSync(warm, ['-c', RELATIVES, ...families], {
      cwd: folder,
      env: { ...process.env, PYTHONPATH: trainerFolder },
    });
    const prompts: Message[][] = [[{ role: 'user', content: 'I ask 95 for the oak table.' }]];
    const said: object[] = [];
    for (const family of families) {
      const [model, output] = [join(folder, family), join(folder, `${family}.gguf`)];
      const { status, stderr } = parley('train', 'export', '--config', settings('relative.json', { model, output }));
      expect(status, stderr).toBe(0);
      const name = 'embedded/toy';
      const embedded = embeddedModel({ name, digest: '', path: output, adapters: [], threads: 1, gpu: false });
      const { usage, text } = await embedded.generate({ messages: prompts[0]!, maxTokens: 24, temperature: 0 });
      await embedded.close();
      said.push({ prompt: usage.inputTokens, tokens: usage.outputTokens, text });
    }
    // From the folder, and from the file it was exported to.
    const sources = families.flatMap((family) => [join(folder, family), join(folder, `${family}.gguf`)]);
    const inTorch = greedy(...sources.map((model) => ({ model, prompts })));
    expect(inTorch).toEqual(said.flatMap((one) => [[one], [one]]));
  });

  test('base and trained are probed over the same rows, and their attention is drawn with the difference', () => {
    for (const [name, more] of [
      ['base', {}],
      ['trained', { adapter: join(folder, 'runs/buyer/adapter') }],
    ] as const) {
      const output = join(folder, `${name}.json`);
      const file = settings(`probe-${name}.json`, { model: 'toy', rows: chats(), output, dialogues: 3, ...more });
      const { status, stderr } = parley('train', 'probe', '--config', file);
      expect(status, stderr).toBe(0);
    }
    const drawn = parley('plot', 'attention', '--in', 'trained.json', '--against', 'base.json', '--out', 'attention');
    expect(drawn.status, drawn.stderr).toBe(0);
    const svg = readFileSync(join(folder, 'attention/attention.svg'), 'utf8');
    expect(svg).toContain('Difference: toy with buyer less toy');
    expect(svg).toContain('loss without the head');
    expect(existsSync(join(folder, 'attention/attention.png'))).toBe(true);
  });

  test('the exported toy plays a game through the embedded backend', () => {
    const spec = `llm:embedded/${join(folder, 'merged.gguf')}?threads=1&guards=off`;
    const { status, stdout, stderr } = parley(
      'negotiate',
      '--a',
      spec,
      '--b',
      'boulware_hard',
      '--turns',
      '4',
      '--json',
    );
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout).result.kind).toMatch(/agreement|no-deal|walked|forfeited/);
  });

  describe('against a running server', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await testServer({ maxSessions: 64 });
    });
    afterAll(() => server.stop());

    const games = (count: number, first: number, opponent = 'janus-b:boulware_conceding') => {
      const path = join(folder, `games-${first}.jsonl`);
      const row = (i: number) => ({
        task: 'price-janus',
        seat: 'buyer',
        opponent,
        seed: first + i,
      });
      writeFileSync(path, Array.from({ length: count }, (_, i) => `${JSON.stringify(row(i))}\n`).join(''));
      return path;
    };

    test('grpo with the prompts of an llm agent: noise forfeits, and the share of groups without a gradient says so', async () => {
      const config = settings('grpo-llm.json', {
        ...{ model: 'toy', rows: games(2, 50), output: join(folder, 'runs/grpo-llm'), server: server.url, groups: 1 },
        ...{ max_steps: 1, max_tokens: 4, rank: 4 },
      });
      const { status, stderr } = await parleyMeanwhile('train', 'grpo', '--config', config);
      expect(status, stderr).toBe(0);
      // The same script by its parameters, asked of the server: refused before anything is loaded.
      const same = games(2, 70, 'boulware?exponent=0.5&margin=500');
      const mixed = ['--set', `validation=${same}`, '--set', `output=${join(folder, 'runs/mixed')}`];
      const refused = await parleyMeanwhile('train', 'grpo', '--config', config, ...mixed);
      expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('are the same opponent')]);
      expect(jsonLines('runs/grpo-llm/progress.jsonl', 'step')[0]).toMatchObject({
        ...{ zero_gradient_share: 1, forfeit_share: 1, reward_mean: 0, grad_norm: 0 },
      });
    });

    test.runIf(trl)(
      'TRL trains on the games here, by our recipe and through its own door for environments',
      async () => {
        const config = settings('grpo-trl.json', {
          ...{
            model: 'toy',
            rows: games(2, 30),
            output: join(folder, 'runs/grpo-trl'),
            server: server.url,
            engine: 'trl',
          },
          ...{ prompts: 'dial', groups: 1, max_steps: 2, max_tokens: 8, rank: 4, save_every: 1 },
        });
        const { status, stderr } = await parleyMeanwhile('train', 'grpo', '--config', config);
        expect(status, stderr).toBe(0);
        const steps = jsonLines('runs/grpo-trl/progress.jsonl', 'step');
        expect(steps.map(({ step }) => step)).toEqual([1, 2]);
        for (const step of steps) expect(step.turns_mean).toBeGreaterThan(0);
        expect(existsSync(join(folder, 'runs/grpo-trl/adapter/adapter_model.safetensors'))).toBe(true);
        // Half of four games are agreed on and half walked away from, so the reward is half of what the deal pays.
        const row = { task: 'price-janus', seat: 'buyer', opponent: 'janus-b:boulware_conceding', seed: 5, offer: 650 };
        const update = await underTrl(server.url, row);
        expect(update).toMatchObject({ 'tools/call_frequency': 2, 'tools/failure_frequency': 0 });
        // The sample deviation of p, p, 0, 0 is p over the root of 3.
        expect(update.reward).toBeGreaterThan(0);
        expect(update.reward_std).toBeCloseTo((2 * update.reward) / Math.sqrt(3), 4);
        expect(update.moved).toBeGreaterThan(0.001);
      },
    );

    test('simulated games train a dial, which is calibrated and baked; grpo goes on from there in groups of eight', async () => {
      expect(
        parley('simulate', '--episodes', '60', '--turns', '20', '--seed', '3', '--out', 'turns.jsonl').status,
      ).toBe(0);
      expect(parley('data', 'prepare', 'decision-steps', '--in', 'turns.jsonl', '--out', 'tables').status).toBe(0);
      const dial = settings('janus.json', {
        ...{ model: 'toy', rows: join(folder, 'tables/decision_steps.parquet'), output: join(folder, 'runs/dial') },
        ...{
          rank: 16,
          lr: 0.01,
          max_steps: 120,
          batch: 8,
          accumulate: 1,
          eval_every: 120,
          save_every: 120,
          eval_steps: 4,
        },
        ...{
          rho_in_prompt: false,
          server: server.url,
          grid: [0.3, 0.7],
          opponents: ['clean:boulware_conceding'],
          fit_opponents: ['clean:micro_own'],
          episodes: 1,
        },
      });
      const trained = parley('train', 'janus', '--config', dial);
      expect(trained.status, trained.stderr).toBe(0);
      const calibrate = ['train', 'janus', 'calibrate', '--config', dial];
      const alone = await parleyMeanwhile(...calibrate, '--set', 'tables=1');
      expect(alone.status, alone.stderr).toBe(0);
      const calibration = join(folder, 'runs/dial/calibration.jsonl');
      const oneByOne = readFileSync(calibration, 'utf8');
      expect(jsonLines('runs/dial/calibration.jsonl').map(({ requested, seat }) => `${requested} ${seat}`)).toEqual([
        ...['0.3 buyer', '0.3 seller', '0.3 both', '0.7 buyer', '0.7 seller', '0.7 both'],
      ]);
      // Killed in the middle of a line, it goes on, all tables in one batch, and plays the same games.
      writeFileSync(calibration, oneByOne.slice(0, oneByOne.indexOf('\n') + 50));
      const together = await parleyMeanwhile(...calibrate, '--fit');
      expect(together.status, together.stderr).toBe(0);
      expect(readFileSync(calibration, 'utf8').startsWith(oneByOne)).toBe(true);
      const fitted = jsonLines('runs/dial/calibration.jsonl').slice(6);
      expect(fitted.map(({ arm, seat }) => `${arm} ${seat}`)).toEqual([
        ...['fitted buyer', 'fitted seller', 'fitted both', 'fitted buyer', 'fitted seller', 'fitted both'],
      ]);
      // 0, 0.3, 0.7 and 1 on the validation seeds.
      expect(jsonLines('runs/dial/calibration-fit.jsonl')).toHaveLength(12);
      const map = JSON.parse(readFileSync(join(folder, 'runs/dial/adapter/dial.json'), 'utf8'));
      expect(map).toMatchObject({ games: 12, seeds: [2_000_000, 2_000_001], fingerprint: expect.any(String) });
      const drawn = parley('plot', 'calibration', '--in', calibration, '--against', calibration, '--out', 'plots');
      expect(drawn.status, drawn.stderr).toBe(0);
      expect(readFileSync(join(folder, 'plots/calibration.md'), 'utf8')).toContain('\n| control fitted | 6 |');
      const baked = parley('train', 'janus', 'bake', '--config', dial, '--rho', '0.7');
      expect(baked.status, baked.stderr).toBe(0);

      const config = settings('grpo.json', {
        ...{
          model: 'toy',
          adapter: join(folder, 'runs/dial/baked-0.70'),
          rows: games(4, 10),
          validation: games(4, 90, 'janus-b:charging_boul'),
        },
        ...{
          output: join(folder, 'runs/grpo'),
          server: server.url,
          prompts: 'dial',
          groups: 2,
          max_steps: 2,
          max_tokens: 14,
        },
        ...{ rank: 4, lr: 1e-3, eval_every: 2, save_every: 1, chunks: 2 },
      });
      const { status, stderr } = await parleyMeanwhile('train', 'grpo', '--config', config);
      expect(status, stderr).toBe(0);
      const steps = jsonLines('runs/grpo/progress.jsonl', 'step');
      for (const one of ['opening_mean', 'words_mean', 'no_deal_share']) expect(steps[0]).toHaveProperty(one);
      expect(steps).toHaveLength(2);
      // Whom it met and how it spoke is said before, and the verdict is asked for in the same way.
      const [plan] = jsonLines('runs/grpo/progress.jsonl', 'plan');
      expect(plan.sampling).toEqual({ temperature: 0.7, max_tokens: 14, schema: false });
      const verdict = JSON.parse(readFileSync(join(folder, 'runs/grpo/verdict.json'), 'utf8'));
      expect(verdict.sampling).toEqual(plan.sampling);
      expect(verdict.met).toEqual({
        training: ['janus-b:boulware_conceding'],
        selection: ['janus-b:charging_boul'],
      });
      for (const step of steps) {
        // Sampler and trainer are one policy.
        expect(step.mismatch_tv).toBeLessThan(0.001);
        for (const key of ['loss', 'reward_mean', 'entropy', 'rollout_seconds', 'agreement_share'])
          expect(step[key], key).toEqual(expect.any(Number));
        expect(step.zero_gradient_share).toBeLessThan(1);
        expect(step.grad_norm).toBeGreaterThan(0);
        expect(step.reward_std).toBeGreaterThan(0);
      }
      expect(jsonLines('runs/grpo/progress.jsonl', 'validation')[0]).toHaveProperty('validation_reward');
    });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: lines of every shape
function jsonLines(file: string, event?: string): any[] {
  const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter((line) => event === undefined || line.event === event);
}

/** One update of TRL's own trainer on games of the server. */
function underTrl(url: string, row: object): Promise<{ reward: number; reward_std: number; moved: number }> {
  const env = { ...process.env, PYTHONPATH: trainerFolder, HF_HUB_OFFLINE: '1' };
  return new Promise((resolve, reject) => {
    const script = join(trainerFolder, 'tests/trl_environment.py');
    const child = execFile(warm, [script, url], { env }, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout.trim().split('\n').at(-1) as string)),
    );
    child.stdin?.end(JSON.stringify(row));
  });
}

interface Asked {
  readonly model: string;
  readonly adapter?: string;
  readonly prompts: readonly (readonly Message[])[];
}

/** The replies to each list of prompts, from one process. */
function greedy(...asked: Asked[]): { text: string }[][] {
  const env = { ...process.env, PYTHONPATH: trainerFolder };
  const script = join(trainerFolder, 'tests/greedy.py');
  return JSON.parse(execFileSync(warm, [script], { env, input: JSON.stringify(asked), encoding: 'utf8' }));
}
