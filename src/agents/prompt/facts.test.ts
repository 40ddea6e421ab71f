/** Every public fact that a script finds in its view stands in the prompt, and nothing that is not so. */
import { describe, expect, test } from 'vitest';
import {
  type ArenaPublic,
  arena,
  arenaScenario,
  type BazaarPublic,
  bazaarScenario,
  bazaarTasks,
  createRng,
  type Domain,
  findListing,
  type ItemsPublic,
  items,
  itemsSamplers,
  type Listing,
  personalities,
  price,
  type Scenario,
  sampleListing,
  samplers,
  type View,
} from '../../core/index.ts';
import { answerSchema, renderPrompt } from '../prompt.ts';

const style = { persona: 'neutral', reasoning: 'none' } as const;
const systemOf = (domain: Domain, scenario: Scenario, seat: string) =>
  renderPrompt(domain.view(domain.start(scenario), seat) as View, style)[0]?.content as string;

/** What must be said of a field with this value, to this seat; nothing where no rule reads it. */
type Said<Public> = { readonly [Field in keyof Required<Public>]: (value: never, seat: string) => readonly string[] };

const table = {
  turnLimit: (value: number) => [`at most ${value} `],
  opens: (value: string, seat: string) => [value === seat ? '- You open.' : '- The other side opens.'],
  firstOffer: (value?: string) =>
    value === 'invitation' ? ['The first offer of the game only opens the talk: it cannot be accepted.'] : [],
};
const goods = {
  item: (value: BazaarPublic['item']) => [
    `Item: "${value.title}" (${value.category}). "${value.description}"`,
    'List price: ',
  ],
  range: () => ['Prices run from '],
  precision: () => [],
  sellerType: (value?: string) => (value ? [`know the seller's type: ${value}.`] : []),
};
const saidOfPrice: Said<BazaarPublic> = {
  ...table,
  ...goods,
  crossing: (value: string) => [
    value === 'close'
      ? 'Offers that meet or cross close the deal at the price that stood first.'
      : 'Offers that meet or cross close nothing: only accept does.',
  ],
  zoneWidth: (value?: number) =>
    value === undefined
      ? []
      : [`the buyer's limit is €${Math.abs(value)} ${value < 0 ? 'below' : 'above'} the seller's.`],
  deadlines: (value?: string) =>
    value ? [value === 'enforced' ? 'after it the game ends without a deal' : 'the game goes on after it'] : [],
  ownOffers: (value?: string) => (value === 'monotone' ? ['Nobody may take an offer back'] : []),
};
const saidOfItems: Said<ItemsPublic> = {
  ...table,
  items: (value: ItemsPublic['items']) => value.map(({ name, count }) => `${count} ${name}`),
  crossing: (value: string) => [
    value === 'close' ? 'closes the deal at that standing offer.' : 'closes nothing: only accept does.',
  ],
};
const saidOfArena: Said<ArenaPublic> = {
  ...goods,
  turnLimit: table.turnLimit,
  opens: () => ['The seller acts in odd turns; in even ones all buyers who have not left act at once'],
  crossing: () => ['closes nothing: only accept does.'],
  buyers: (value: readonly string[], seat: string) => value.map((one) => (one === seat ? `${one} (you)` : one)),
  leavers: (value: string) => [value === 'out' ? 'of those still there' : 'also of a buyer who left'],
  budgets: (value: string) => [`A bid past the buyer's limit is ${value === 'open' ? 'not ' : ''}refused.`],
  firstOffer: () => [],
  deadlines: () => [],
  ownOffers: () => [],
  zoneWidth: () => [],
};
const said = { price: saidOfPrice, items: saidOfItems, arena: saidOfArena } as const;

function checkPrompts(domain: Domain, scenario: Scenario): void {
  const list = said[domain.name as keyof typeof said] as unknown as Record<
    string,
    (value: unknown, seat: string) => string[]
  >;
  for (const seat of domain.seats(scenario)) {
    const system = systemOf(domain, scenario, seat);
    for (const [field, value] of Object.entries(scenario.public as object)) {
      expect(list, `the public field ${field} of ${domain.name} needs its sentence`).toHaveProperty(field);
      for (const sentence of list[field]?.(value, seat) ?? []) expect(system).toContain(sentence);
    }
  }
}

/** Every way to choose one of each. */
function product<T extends object>(choices: { readonly [Key in keyof T]: readonly T[Key][] }): T[] {
  return Object.entries(choices).reduce<object[]>(
    (made, [key, values]) =>
      made.flatMap((one) =>
        (values as unknown[]).map((value) => ({ ...one, ...(value !== undefined && { [key]: value }) })),
      ),
    [{}],
  ) as T[];
}

describe('public facts', () => {
  test('every setting of price', () => {
    const base = sampleListing(findListing('oak-dining-table') as Listing, 1, { zone: 'wide', turnLimit: 8 });
    const width = (base.private.buyer?.reservation ?? 0) - (base.private.seller?.reservation ?? 0);
    const settings = product<Partial<BazaarPublic>>({
      crossing: ['close', 'continue'],
      opens: ['buyer', 'seller'],
      firstOffer: [undefined, 'binding', 'invitation'],
      deadlines: [undefined, 'enforced', 'graded'],
      sellerType: [undefined, ...personalities],
      zoneWidth: [undefined, width],
    });
    const prompts = settings.map((setting) => {
      const scenario = { ...base, public: { ...base.public, ...setting } };
      expect(price.problem(scenario)).toBeUndefined();
      checkPrompts(price, scenario);
      return systemOf(price, scenario, 'buyer');
    });
    // Whatever differs in the rules differs in the words; a binding first offer is the same rule said or not.
    expect(new Set(prompts).size).toBe((settings.length * 2) / 3);
  });

  test('every setting of items and of the arena', () => {
    const dond = itemsSamplers.dond(1, { turnLimit: 8 });
    for (const setting of product({
      crossing: ['close', 'continue'],
      opens: ['a', 'b'],
      firstOffer: [undefined, 'invitation'],
    }))
      checkPrompts(items, { ...dond, public: { ...dond.public, ...setting } } as Scenario);
    const base = arenaScenario('marketplace_arena', { seed: 1 });
    for (const setting of product({
      leavers: ['out', 'may-win'],
      budgets: ['open', 'binding'],
      crossing: ['close', 'continue'],
      sellerType: [undefined, ...personalities],
    }))
      checkPrompts(arena as Domain, { ...base, public: { ...base.public, ...setting } } as Scenario);
  });

  test('whatever our samplers and tasks make public', () => {
    for (const sample of Object.values(samplers)) for (const seed of [1, 2]) checkPublic(price, sample(seed));
    for (const sample of Object.values(itemsSamplers)) checkPublic(items, sample(1));
    for (const { name, buyers } of bazaarTasks)
      for (const task of [name, `${name}+hard`]) {
        checkPublic(price, bazaarScenario(task, { seed: 1 }));
        if (buyers > 1) checkPublic(arena as Domain, arenaScenario(task, { seed: 1 }));
      }
  });
});

/** As above, without the sentences that have money in them. */
function checkPublic(domain: Domain, scenario: Scenario): void {
  const { zoneWidth: _, ...facts } = scenario.public as { zoneWidth?: number };
  checkPrompts(domain, { ...scenario, public: facts });
  for (const seat of domain.seats(scenario)) {
    const system = systemOf(domain, scenario, seat);
    expect(system.includes('Both sides know that')).toBe('zoneWidth' in (scenario.public as object));
  }
}

describe('what a prompt offers, the rules take', () => {
  test('the acts of the schema are legal, and the rest is refused, at every turn of random games', () => {
    const tables: readonly [Domain, (seed: number) => Scenario][] = [
      [price, (seed) => bazaarScenario(seed % 2 ? 'single_deal' : 'single_deal+hard', { seed })],
      [items, (seed) => itemsSamplers.dond(seed, { turnLimit: 8 })],
      [arena as Domain, (seed) => arenaScenario(seed % 2 ? 'marketplace_arena' : 'marketplace_arena+hard', { seed })],
    ];
    for (const [domain, scenarioOf] of tables)
      for (let seed = 0; seed < 40; seed++) {
        const rng = createRng(seed);
        let state = domain.start(scenarioOf(seed));
        while (!domain.outcome(state)) {
          const taken = domain.toAct(state).map((seat) => {
            const view = domain.view(state, seat);
            const { act } = (answerSchema(view, 'none') as { properties: { act: { enum: string[] } } }).properties;
            const offer = (view as { theirs?: { turn: number } }).theirs?.turn;
            for (const [type, more] of Object.entries({
              accept: { offer },
              reject: {},
              walk: {},
              say: { words: 'Hm.' },
            }))
              expect([type, act.enum.includes(type)]).toEqual([
                type,
                domain.check(view, { type, ...more }) === undefined,
              ]);
            return { turn: view.turn, seat, act: domain.randomAct(view, rng) };
          });
          state = domain.apply(state, taken);
        }
      }
  });

  test('in the arena nobody is told of reject, and each turn says who leads, who is there and what was signalled', () => {
    const scenario = arenaScenario('marketplace_arena+hard', { seed: 1 });
    const offer = (amount: number, more = {}) => ({ type: 'offer', price: amount, ...more }) as const;
    let state = arena.start(scenario);
    for (const [turn, acts] of [
      [1, [['seller', offer(70)]]],
      [
        2,
        [
          ['buyer-1', offer(30)],
          ['buyer-2', offer(44, { signal: 'compete' })],
          ['buyer-3', { type: 'walk' }],
        ],
      ],
      [3, [['seller', offer(65)]]],
    ] as const)
      state = arena.apply(state, acts.map(([seat, act]) => ({ turn, seat, act })) as never);
    const messages = renderPrompt(arena.view(state, 'buyer-1'), style).map(({ content }) => content);
    expect(messages.join('\n')).not.toMatch(/reject/);
    expect(messages[1]).toContain('theirs ₹70, yours none. No bid yet: buyer-2, buyer-3.');
    expect(messages.at(-1)).toContain(
      'theirs ₹65, yours ₹30. buyer-2 leads. Have bid: buyer-2. Left: buyer-3. Signals: buyer-2 "compete".',
    );
    // Sealed: the other bids are not in it.
    expect(messages.join('\n')).not.toContain('44');
    const [, , , last] = renderPrompt(
      arena.view(
        arena.apply(state, [
          { turn: 4, seat: 'buyer-1', act: offer(31) },
          { turn: 4, seat: 'buyer-2', act: offer(45) },
        ]),
        'seller',
      ),
      style,
    );
    expect(last?.content).toContain('buyer-1: [offers: ₹30]\nbuyer-2: [offers: ₹44]\nbuyer-3: [walks away]\n');
  });
});
