/**
 * A hundred wrong inputs, with the sentence and the exit code that each gets. Read by eye: a sentence says what was got, what was
 * expected and what to do, and nothing is played or left behind.
 *   npx tsx scripts/wrong-inputs.ts > docs/WRONG-INPUTS.md
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const binary = resolve(import.meta.dirname, '../dist/cli/main.js');

/** What stands in the folder that the commands run in. */
const FILES: Readonly<Record<string, string>> = {
  'empty.jsonl': '',
  'garbage.jsonl': 'not json\n',
  'other.jsonl': '{"hello": 1}\n',
  'picture.png': '\u0089PNG',
  'misspelt.yaml': 'title: x\nagnets: [boulware_hard]\nscenarios: { sampler: general, count: 3 }\n',
  'several.yaml':
    'title: x\nagents: [boulware_hard]\nscenarios: { sampler: general, count: many }\nseeds: 0\ncontrols: yes\n',
  'nobody.yaml':
    'title: x\nagents:\n  - boulwear_hard\n  - tit_for_tat\nopponents: [qqqq]\nscenarios: { sampler: general, count: 3 }\n',
  'seats.yaml': 'title: x\nagents: [sauda]\nopponents: [tit_for_tat]\nscenarios: { sampler: general, count: 3 }\n',
  'broken.yaml': 'title: x\nagents: [boulware_hard\nscenarios: 1\n',
  'list.yaml': '- 1\n',
  'metric.yaml':
    'title: x\nagents: [boulware_hard]\nopponents: [tit_for_tat]\nscenarios: { sampler: general, count: 3 }\nmetrics: [utilty]\n',
  'scenario.json': '{"domain": "price"}',
  'agent.ts': 'export const agents = 3;\n',
  'domain.ts': 'export default 3;\n',
};

const GAME = 'negotiate --a boulware_hard --b tit_for_tat';

const INPUTS: readonly string[] = [
  // The command itself
  ...[
    'negotaite',
    '--nonsense',
    'negotiate',
    'negotiate --a boulware_hard',
    `${GAME} --colour red`,
    `${GAME} extra words`,
  ],
  // Agents
  ...[
    'negotiate --a boulwear_hard --b tit_for_tat',
    'negotiate --a qqqq --b tit_for_tat',
    "negotiate --a '' --b tit_for_tat",
  ],
  ...[
    'negotiate --a janus-c:fair --b tit_for_tat',
    'negotiate --a fair --b tit_for_tat',
    "negotiate --a 'boulware_hard?beta=2' --b tit_for_tat",
  ],
  ...[
    "negotiate --a 'boulware_hard?exponent=fast' --b tit_for_tat",
    "negotiate --a 'boulware_hard?exponent=-1' --b tit_for_tat",
  ],
  ...[
    'negotiate --a worded:boulware_hard --b tit_for_tat',
    'negotiate --a worded:boulware_hard@nowhere --b tit_for_tat',
  ],
  ...[
    "negotiate --a 'worded:boulware_hard@templates?language=latin' --b tit_for_tat",
    'negotiate --a llm: --b tit_for_tat',
  ],
  ...[
    'negotiate --a llm:nowhere/x --b tit_for_tat',
    'negotiate --a llm:openai/gpt-5 --b tit_for_tat',
    'negotiate --a llm:compatible/x --b tit_for_tat',
  ],
  ...[
    'negotiate --a llm:embedded/missing.gguf --b tit_for_tat',
    'negotiate --a human --b tit_for_tat',
    'negotiate --a boulware_hard --b sauda',
    'negotiate --a shopkeeper --b boulware_hard',
  ],
  ...[
    "negotiate --a 'sauda?steering=wheel' --b boulware_hard",
    "negotiate --a 'llm:embedded?guards=leek' --b tit_for_tat",
  ],
  // Scenarios
  ...[
    `${GAME} --scenario oak-table`,
    `${GAME} --scenario zzz`,
    `${GAME} --scenario missing.json`,
    `${GAME} --scenario scenario.json`,
  ],
  ...[
    `${GAME} --sampler dond`,
    `${GAME} --zone wider`,
    `${GAME} --seed one`,
    `${GAME} --seed -1`,
    `${GAME} --turns 0`,
    `${GAME} --turns 2.5`,
  ],
  ...[
    `${GAME} --opens middle`,
    `${GAME} --domain chess`,
    `${GAME} --domain items`,
    `${GAME} --domain missing.ts`,
    `${GAME} --domain domain.ts`,
  ],
  ...[
    `${GAME} --set colour=red`,
    `${GAME} --set colour`,
    `${GAME} --scenario single_deal --turns 3`,
    `${GAME} --listings x.csv`,
  ],
  ...[
    `${GAME} --scenario amazon_realistic --listings missing.csv`,
    'negotiate --domain arena --a boulware_hard --b boulware_hard',
  ],
  // Places
  ...[
    `${GAME} --out /proc/x/games.jsonl`,
    `${GAME} --out .`,
    `${GAME} --out garbage.jsonl`,
    `${GAME} --budget much`,
    `${GAME} --rate fast`,
  ],
  ...[`${GAME} --replay missing.jsonl`, 'play --as judge </dev/null', 'play --against qqqq </dev/null'],
  // Replay
  ...[
    'replay',
    'replay missing.jsonl',
    'replay missing.jsonl#1',
    'replay empty.jsonl',
    'replay garbage.jsonl',
    'replay other.jsonl#1',
    'replay games.jsonl#zzz',
  ],
  ...[
    'replay games.jsonl#FIRST --fork 99',
    'replay games.jsonl#FIRST --fork 0',
    'replay games.jsonl#FIRST --swap seller=hardliner',
  ],
  ...[
    'replay games.jsonl#FIRST --fork 2 --swap hardliner',
    'replay games.jsonl#FIRST --fork 2 --swap judge=hardliner',
    "replay games.jsonl#FIRST --fork 2 --act 'seller=blah'",
  ],
  // Experiments
  ...[
    'run',
    'run lader',
    'run zzz',
    'run missing.yaml',
    'run misspelt.yaml',
    'run several.yaml',
    'run nobody.yaml --dry-run',
    'run seats.yaml --dry-run',
    'run broken.yaml',
    'run list.yaml',
  ],
  ...[
    'run metric.yaml',
    'run tournament --count 0',
    'run tournament --agent qqqq --dry-run',
    'run tournament --scenarios zzz --dry-run',
  ],
  ...['run tournament --out /proc/x', 'tournament qqqq', 'tournament --registry zzz', 'tournament boulware_hard'],
  ...[
    'report missing',
    'report .',
    'compare',
    'compare missing other',
    'list zzz',
    'list agents qqqqq',
    'list runs missing',
    'explain qqqq',
    'explain',
    'beliefs games.jsonl',
  ],
  // Data, models, training, serving
  ...[
    'simulate --episodes 0 --out x.jsonl',
    'simulate --episodes 10 --out /proc/x.jsonl',
    'data card missing.jsonl',
    'data card garbage.jsonl',
    'data card empty.jsonl',
    'data card picture.png',
  ],
  ...[
    'data import craigslist missing.json --out x',
    'data import nowhere x --out y',
    'data prepare roles --in missing --out x',
    'data convert --in missing.csv --format chatml --out x',
  ],
  ...[
    'models pull nobody',
    'models pull ./missing.gguf',
    'train',
    'train zzz --config x.yaml',
    'train sft',
    'train sft --config missing.yaml',
    'serve --port 99999',
  ],
  ...[
    'best-response --against qqqq',
    'plot zzz',
    'exploit qqqq --out x',
    'conformance missing.ts',
    'conformance agent.ts',
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'parley-wrong-'));
mkdirSync(join(folder, 'runs'));
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
const env = { ...process.env, NO_COLOR: '1', OPENAI_API_KEY: '', PARLEY_SERVER_URL: '' };
const shell = (line: string) =>
  spawnSync('sh', ['-c', `'${process.execPath}' '${binary}' ${line}`], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 60_000,
    input: '',
  });
shell(`${GAME} --out games.jsonl`);
const first = /"id":"([0-9a-f]{6})/.exec(shell('replay games.jsonl --json').stdout)?.[1] ?? '';
const before = readdirSync(folder).sort().join();

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', '<br>');
process.stdout.write(
  `# Wrong inputs\n\nWhat ${INPUTS.length} wrong inputs get, written by \`npx tsx scripts/wrong-inputs.ts\`. Exit codes: 1 failed, 2 bad usage.\n\n| parley | says | code |\n|---|---|---:|\n`,
);
let left: string[] = [];
for (const input of INPUTS) {
  const { status, stdout, stderr } = shell(input.replaceAll('FIRST', first));
  const said =
    stderr.trim().replace(/^parley: /, '') || `(on standard output) ${stdout.trim().split('\n').slice(-2).join('\n')}`;
  process.stdout.write(
    `| \`${cell(input)}\` | ${cell(said.replaceAll(folder, '.').slice(0, 700))} | ${status ?? 'none in a minute'} |\n`,
  );
  const now = readdirSync(folder).sort();
  left = [...left, ...now.filter((name) => !before.split(',').includes(name)).map((name) => `${name} by \`${input}\``)];
  for (const name of now) if (!before.split(',').includes(name)) rmSync(join(folder, name), { recursive: true });
}
process.stdout.write(`\n${left.length === 0 ? 'None left anything behind.' : `Left behind: ${left.join('; ')}.`}\n`);
rmSync(folder, { recursive: true });
