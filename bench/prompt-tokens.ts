/**
 * How many tokens the prompts of a game take, and how many of them are new to a prefix cache.
 *
 * Run: npx tsx bench/prompt-tokens.ts [TOKENIZER.gguf] [--games 12] [--turns 20]
 * Scripted models play whole games, both seats, with a reply that cannot be read at every fourth turn. What they say follows from
 * the scenario and the turn alone, so two versions of the prompts are asked the same number of times. A cache holds, for each seat,
 * its last request and the reply to it: what a request shares with that from the front is not new. "answers" are the new tokens in
 * answers that the seat gave before, said again without their reasoning. The baseline is the same talk where only the last message
 * says what stands. Tokens are those of the given GGUF (its vocabulary is enough) with ChatML around each message; without one, a
 * token is four characters. Nothing is asserted.
 */
import { parseArgs } from 'node:util';
import { resolveAgent } from '../src/agents/index.ts';
import {
  arena,
  arenaScenario,
  bazaarScenario,
  type Domain,
  items,
  itemsSamplers,
  type PricePrivate,
  playEpisode,
  price,
  type Scenario,
  samplers,
} from '../src/core/index.ts';
import { type Message, scriptedModel } from '../src/models/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { games: { type: 'string', default: '12' }, turns: { type: 'string', default: '20' } },
});
const [games, turnLimit] = [Number(values.games), Number(values.turns)];

type Tokenize = (text: string) => readonly number[];

async function tokenizer(path: string | undefined): Promise<Tokenize> {
  if (path === undefined)
    return (text) => Array.from({ length: Math.ceil(text.length / 4) }, (_, i) => hash(text.slice(4 * i, 4 * i + 4)));
  const { getLlama } = await import('node-llama-cpp');
  // A file without tensors is complained of and serves all the same.
  const llama = await getLlama({ gpu: false, build: 'never', logger: () => {} });
  const model = await llama.loadModel({ modelPath: path, vocabOnly: true });
  return (text) => model.tokenize(text);
}
const hash = (text: string) => [...text].reduce((sum, char) => 31 * sum + (char.codePointAt(0) ?? 0), 0);
const tokenize = await tokenizer(positionals[0]);

/** Tokens of the messages; the turns of the chat are a number of their own each, as ChatML's are. `own`: those in earlier answers. */
function tokensOf(messages: readonly Message[]): { all: number[]; own: boolean[] } {
  const [all, own]: [number[], boolean[]] = [[], []];
  for (const { role, content } of [...messages, undefined].map((one) => one ?? { role: 'next', content: '' })) {
    const more =
      role === 'next' ? [-1, ...tokenize('assistant\n')] : [-1, ...tokenize(`${role}\n`), ...tokenize(content), -2];
    all.push(...more);
    own.push(...more.map(() => role === 'assistant'));
  }
  return { all, own };
}

/** The baseline: only the last message says what stands and what was given away, as if the rest were a mere transcript. */
function asTranscript(messages: readonly Message[]): Message[] {
  return messages.map((message, i) =>
    message.role === 'user' && i < messages.length - 1
      ? {
          ...message,
          content: `${message.content.replace(/(^|\n)(?:What the other side|Turn \d+ of )[\s\S]*$/, '')}\nYour move.`,
        }
      : message,
  );
}

/** A cache of one request and the reply to it, and what was new to it so far. */
class Cache {
  sent = 0;
  fresh = 0;
  /** New tokens in answers that this seat gave before. */
  again = 0;
  private held: readonly number[] = [];

  ask(messages: readonly Message[], reply: string): void {
    const { all, own } = tokensOf(messages);
    let shared = 0;
    while (shared < all.length && all[shared] === this.held[shared]) shared++;
    this.sent += all.length;
    this.fresh += all.length - shared;
    this.again += own.slice(shared).filter(Boolean).length;
    this.held = [...all, ...tokenize(reply), -2];
  }
}

const WORDS = [
  'I like it, but the price is a little more than I had in mind.',
  'Let us be reasonable: we both want this settled today.',
  'I have looked around, and that is what such things go for.',
  'I have moved several times now; it is your turn to move.',
  'That is close to what I can do, please think it over.',
];
const THINKING =
  'They moved a little since the last turn, so there is room left. I keep my limit to myself, give way by a small step and wait for their answer.';

/** What this seat says at its k-th turn: a step of three tenths of the way to its limit in all, so that the sides never meet. */
function replies(scenario: Scenario, seat: string, reason: string): string[] {
  const own = scenario.private[seat] as PricePrivate;
  const count = scenario.domain === 'arena' ? Math.ceil(turnLimit / 2) + 1 : turnLimit;
  const table = scenario.public as { items?: readonly { name: string; count: number }[] };
  return Array.from({ length: count }, (_, k) => {
    const amount = Math.round(100 * (own.target + ((0.3 * k) / count) * (own.reservation - own.target))) / 100;
    const most = Math.max(...(table.items ?? []).map((one) => one.count));
    const mine = table.items?.map(({ name, count: units }) => [
      name,
      units === most && k % 2 === 1 ? units - 1 : units,
    ]);
    const terms = mine ? { mine: Object.fromEntries(mine) } : { price: amount };
    const thought = (place: string) => (reason === place ? { reasoning: THINKING } : {});
    const words = WORDS[k % WORDS.length];
    const said = JSON.stringify({ ...thought('first'), act: 'offer', ...terms, words, ...thought('after') });
    return k % 4 === 3 ? ['It is either 11 or 12, I would say.', said] : [said];
  }).flat();
}

interface Count {
  calls: number;
  sent: number;
  fresh: number;
  again: number;
  baseline: number;
  out: number;
  seats: number;
}

async function play(
  domain: Domain,
  scenario: Scenario,
  specs: Readonly<Record<string, string>>,
  seed: number,
  count: Count,
) {
  const players: Record<string, Awaited<ReturnType<typeof resolveAgent>>> = {};
  for (const seat of domain.seats(scenario)) {
    const spec = specs[seat] ?? specs.other ?? '';
    const lines = replies(scenario, seat, /reason=(\w+)/.exec(spec)?.[1] ?? 'first');
    const [cache, baseline] = [new Cache(), new Cache()];
    let next = 0;
    const model = scriptedModel(({ messages }) => {
      const text = lines[Math.min(next++, lines.length - 1)] as string;
      cache.ask(messages, text);
      baseline.ask(asTranscript(messages), text);
      count.out += tokenize(text).length;
      return text;
    });
    players[seat] = await resolveAgent(spec, domain, { model: () => model });
    caches.push([cache, baseline, () => next]);
  }
  const { result } = await playEpisode({ domain, scenario, source: { bench: 1 }, players, seed });
  if (result.kind === 'failed') throw new Error(result.reason);
  for (const [cache, baseline, calls] of caches.splice(0)) {
    if (calls() === 0) continue;
    count.seats++;
    count.calls += calls();
    count.sent += cache.sent;
    count.fresh += cache.fresh;
    count.again += cache.again;
    count.baseline += baseline.fresh;
  }
}
const caches: [Cache, Cache, () => number][] = [];

type Table = readonly [
  label: string,
  domain: Domain,
  scenario: (seed: number) => Scenario,
  specs: Record<string, string>,
];
const llm = (reason: string) => `llm:scripted?guards=off&reason=${reason}`;
const general = (seed: number) => samplers.general(seed, { turnLimit });
const bazaar = (seed: number) => bazaarScenario('single_deal+hard', { seed });
const tables: readonly Table[] = [
  ['price, reason=none', price, general, { other: llm('none') }],
  ['price, reason=first', price, general, { other: llm('first') }],
  ['price, reason=after', price, general, { other: llm('after') }],
  ['items, reason=none', items, (seed) => itemsSamplers.dond(seed, { turnLimit }), { other: llm('none') }],
  [
    'arena, reason=none',
    arena as Domain,
    (seed) => arenaScenario('marketplace_arena+hard', { seed }),
    { other: llm('none') },
  ],
  ['sauda', price, bazaar, { buyer: 'sauda@scripted?steering=off&guards=off', seller: 'bazaar:seller' }],
  ['shopkeeper', price, general, { buyer: 'clean:boulware_hard', seller: 'shopkeeper@scripted' }],
] as const;

console.log(
  `${games} games each, ${positionals[0] ? 'tokens of the given vocabulary' : 'four characters a token'}; figures a seat and game`,
);
const line = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(22) : String(cell).padStart(10))).join(''));
line(['', 'calls', 'in', 'new', 'new / in', 'answers', 'baseline', 'ratio', 'out']);
for (const [label, domain, scenario, specs] of tables) {
  const count: Count = { calls: 0, sent: 0, fresh: 0, again: 0, baseline: 0, out: 0, seats: 0 };
  for (let seed = 0; seed < games; seed++) await play(domain, scenario(seed), specs, seed, count);
  const { calls, sent, fresh, again, baseline, out, seats } = count;
  const [inAll, isNew, answers, before, said] = [sent, fresh, again, baseline, out].map((sum) =>
    (sum / seats).toFixed(0),
  );
  const share = (fresh / sent).toFixed(3);
  line([
    label,
    (calls / seats).toFixed(1),
    inAll,
    isNew,
    share,
    answers,
    before,
    (fresh / baseline).toFixed(2),
    said,
  ] as string[]);
}
