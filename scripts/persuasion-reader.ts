/**
 * Readers of prose on the labelled messages of mindgames, for docs/results/persuasion.md: `npx tsx scripts/persuasion-reader.ts [MODEL] [COUNT]`.
 * The reader by rules, and beside it the one by model as `reader=MODEL` has it, on the first COUNT messages (all): what each read, of cells told
 * and of questions asked. A message that the reader could not read counts as read as nothing.
 */

import { messages } from '../src/agents/speech/mindgames/messages.fixture.ts';
import { namesOf } from '../src/agents/speech/mindgames/names.ts';
import { type Read, readProse } from '../src/agents/speech/mindgames/prose.ts';
import { readByModel } from '../src/agents/speech/mindgames/prose-by-model.ts';
import { type Context, createRng, type MindgamesScenario, mindgames, mindgamesSamplers } from '../src/core/index.ts';
import { closeModels, resolveModel } from '../src/models/node/resolve.ts';

const [model, count = String(messages.length)] = process.argv.slice(2);
const taken = messages.slice(0, Number(count));
const SIGNS = ['-', '=', '+'];

const viewOf = (story: string) => {
  const scenario = mindgamesSamplers.solution(1, { story, talk: 'prose' }) as MindgamesScenario;
  return mindgames.view(mindgames.start(scenario), 'persuader');
};

function labelOf(read: Read, attributes: readonly string[]): string[] {
  const at = (name: string) => attributes.indexOf(name) + 1;
  return [
    ...read.disclose.map(({ proposal, attribute, effect }) => `${proposal}${SIGNS[effect + 1]}${at(attribute)}`),
    ...read.motivational.map((attribute) => `?${at(attribute)}`),
    ...read.informational.map(({ proposal, attribute }) => `?${proposal}${at(attribute)}`),
    ...(read.inferential.length > 0 ? ['?rank'] : []),
  ];
}

const print = (cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
function report(name: string, found: readonly (readonly string[])[], unread: number): void {
  for (const [what, isOne] of [
    ['cells', (one: string) => !one.startsWith('?')],
    ['questions', (one: string) => one.startsWith('?')],
  ] as const) {
    let [right, read, there] = [0, 0, 0];
    taken.forEach(([, , label], i) => {
      const wanted = label === '-' ? [] : label.split(' ').filter(isOne);
      const got = (found[i] ?? []).filter(isOne);
      right += got.filter((one) => wanted.includes(one)).length;
      read += got.length;
      there += wanted.length;
    });
    const share = (of: number) => (of === 0 ? '-' : (right / of).toFixed(3));
    print([name, what, share(read), share(there), right, read - right, there - right, unread]);
  }
}

print(['reader', 'of', 'precision', 'recall', 'right', 'wrong', 'missed', 'messages not read']);
print(['---', '---', '---:', '---:', '---:', '---:', '---:', '---:']);
const byRules = taken.map(([story, words]) => {
  const { public: facts } = viewOf(story);
  return labelOf(readProse(words, namesOf(facts)), facts.attributes);
});
report(`rules, ${taken.length} messages`, byRules, 0);

if (model !== undefined) {
  const reader = await resolveModel(model);
  const context = { rng: createRng(1), note: () => undefined } as unknown as Context;
  const byModel: string[][] = [];
  let unread = 0;
  for (const [story, words] of taken) {
    const view = viewOf(story);
    const act = { type: 'message' as const, disclose: [], motivational: [], informational: [], inferential: [], words };
    const read = await readByModel(act, view, reader, context);
    if ('act' in read) byModel.push(labelOf(read.act as Read & typeof read.act, view.public.attributes));
    else {
      unread++;
      byModel.push([]);
    }
    process.stderr.write(`${byModel.length} of ${taken.length}\n`);
  }
  report(`${model}, ${taken.length} messages`, byModel, unread);
  await closeModels();
}
