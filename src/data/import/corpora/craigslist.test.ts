import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { itWithShared, shared } from '../../../../test/shared.ts';
import { csvLine, parseCsv } from '../csv.ts';
import { atLine, countsOf, fileOf, jsonFile, only } from './corpus.fixture.ts';
import { type Corpus, importCorpus, publishedSplit } from './corpus.ts';
import { craigslist } from './craigslist.ts';

describe('real rows', () => {
  const validation = 'data/craigslist/validation.jsonl';
  const listings = 'data/craigslist/scenarios.validation.csv';
  const test600 = 'data/craigslist/test.first600.jsonl';
  const withRows = itWithShared(validation, listings, test600);

  withRows('keeps every listing of the validation split, as AgreeMate’s filters did', () => {
    // AgreeMate's reformatter: validation 597 of 597 kept.
    const corpus = importCorpus(craigslist, [shared(validation)]);
    expect(corpus.entries).toBe(597);
    expect(countsOf(corpus)['listing-filtered']).toBeUndefined();
    const cleaned = parseCsv(readFileSync(shared(listings), 'utf8')).rows;
    expect(cleaned.length).toBe(597);
    for (const { line, scenario } of corpus.dialogues) {
      const { cells } = cleaned[line - 1]!;
      const { item } = scenario.public as { item: { listPrice: number } };
      const { buyer, seller } = scenario.private;
      expect([item.listPrice, buyer!.target, seller!.target], `line ${line}`).toEqual(
        [cells.list_price, cells.buyer_target, cells.seller_target].map(Number),
      );
    }
  });

  withRows('cleans defective rows by the rule made for them', () => {
    const corpus = importCorpus(craigslist, [shared(validation)]);
    // Line 8: "$150 off the listing price" and "$100 off" are annotated as prices; "$1660 per month" is one.
    expect(atLine(corpus, 8).cleaned).toContain('not-a-price');
    expect(atLine(corpus, 8).turns.flatMap(({ price }) => price ?? [])).toEqual([1660]);
    // Line 19: both offer 2000, then the buyer accepts.
    expect(atLine(corpus, 19)).toMatchObject({
      cleaned: ['own-offer-accepted'],
      outcome: { kind: 'agreement', deal: { price: 2000 } },
    });
    // Line 290: free cable is promised after the accept.
    expect(atLine(corpus, 290).cleaned).toContain('after-the-end');
    expect(atLine(corpus, 290).turns.at(-1)!.act).toEqual({ type: 'accept' });
    const left = (rule: string) => corpus.leftOut.find((one) => one.rule === rule)!.places;
    // Line 31 offers 22,295 for a flat of 2,495; line 207 offers 7 dollars for a car; line 382 offers nothing.
    expect(left('offer-far-off')).toEqual(expect.arrayContaining(['validation, line 31', 'validation, line 207']));
    expect(left('offer-without-price')).toEqual(['validation, line 382']);
    // Line 2 ends with a quit of the seller.
    expect(atLine(corpus, 2).outcome).toEqual({ kind: 'walked', by: 'seller' });
    // Line 3 has no acts and empty turns.
    expect(atLine(corpus, 3)).toMatchObject({ cleaned: expect.arrayContaining(['no-acts', 'empty-turn']) });
    // Line 5: a web address in the description.
    expect(atLine(corpus, 5).cleaned).toContain('markup-in-text');
    expect(JSON.stringify(corpus.scenarios)).not.toMatch(/https?:/);
  });

  withRows('knows no outcome in the test split, and leaves out empty descriptions', () => {
    const corpus = importCorpus(craigslist, [shared(test600)]);
    expect(new Set(corpus.dialogues.map(({ outcome }) => outcome.kind))).toEqual(new Set(['unknown']));
    // Line 15: the description is "Hi There".
    expect(corpus.leftOut.find(({ rule }) => rule === 'listing-filtered')!.places[0]).toBe('test.first600, line 15');
  });
});

const acts = (...turns: [agent: 0 | 1, words: string, intent: string, price?: number][]) => ({
  agent_info: { Bottomline: ['None', 'None'], Role: ['buyer', 'seller'], Target: [70, 100] },
  agent_turn: turns.map(([agent]) => agent),
  dialogue_acts: { intent: turns.map(([, , intent]) => intent), price: turns.map(([, , , price]) => price ?? -1) },
  utterance: turns.map(([, words]) => words),
  items: {
    Category: ['bike', 'bike'],
    Images: ['', ''],
    Price: [100, 100],
    Description: ['A sturdy bike, see https://example.com/x,really', 'The seller alone knows it was in the rain.'],
    Title: ['Bike', 'Bike'],
  },
});
const closing = [
  [1, '', 'offer', 80],
  [0, '', 'accept'],
] as const;
const talk = [0, 'Would you take $80 for it?', 'init-price', 80] as const;

it('reads a dialogue with its acts; the longer description is the seller’s alone', () => {
  const dialogue = only(craigslist, jsonFile(acts([...talk], [1, 'Sure', 'agree'], [...closing[0]], [...closing[1]])));
  expect(dialogue).toMatchObject({
    scenario: {
      public: { item: { title: 'Bike', listPrice: 100, description: 'A sturdy bike, see ,really' } },
      private: { buyer: { target: 70 }, seller: { target: 100, description: expect.stringContaining('rain') } },
    },
    turns: [
      { seat: 'buyer', words: 'Would you take $80 for it?', act: { type: 'say' }, price: 80 },
      { seat: 'seller', words: 'Sure', act: { type: 'say' }, intent: 'agree' },
      { seat: 'seller', words: '', act: { type: 'offer', price: 80 } },
      { seat: 'buyer', words: '', act: { type: 'accept' } },
    ],
    outcome: { kind: 'agreement', deal: { price: 80 } },
    cleaned: ['markup-in-text'],
  });
  expect(JSON.stringify([dialogue.scenario.public, dialogue.scenario.private.buyer])).not.toContain('rain');
});

it('applies each rule to a planted defect', () => {
  const rules = (row: unknown) => Object.keys(countsOf(importCorpus(craigslist, [jsonFile(row)])));
  const listing = (change: object) => ({ ...acts([...talk]), ...change });
  const { items, agent_info } = acts();
  expect(rules(listing({ agent_info: { ...agent_info, Target: [100, 70] } }))).toEqual(['listing-filtered']);
  expect(rules(listing({ agent_info: { ...agent_info, Target: [9, 100] } }))).toEqual(['listing-filtered']);
  expect(rules(listing({ items: { ...items, Price: [0, 0] } }))).toEqual(['listing-filtered']);
  expect(rules(acts([...talk], [1, '', 'offer', 801], [0, '', 'accept']))).toEqual(['offer-far-off']);
  expect(rules(acts([...talk], [1, '', 'offer'], [0, '', 'accept']))).toEqual(['offer-without-price']);
  expect(rules(acts([...talk], [0, '', 'accept']))).toEqual(['accept-without-offer']);
  expect(rules(acts([...talk], [0, '', 'offer', 70], [1, '', 'offer', 80], [1, '', 'accept']))).toEqual([
    'accept-without-offer',
  ]);
  expect(rules(acts([0, 'A 12 month lease then', 'counter-price', 12]))).toEqual(['not-a-price', 'markup-in-text']);
  expect(rules(acts([0, '', '']))).toEqual(['nobody-spoke', 'no-acts', 'empty-turn', 'markup-in-text']);
});

it('keeps a repeated dialogue once and puts one listing on one side of the split', () => {
  const row = acts([...talk], [...closing[0]], [...closing[1]]);
  const other = { ...row, agent_info: { ...row.agent_info, Target: [60, 100] } };
  const corpus = importCorpus(craigslist, [jsonFile(row, row), jsonFile(row, other)]);
  expect(corpus.dialogues.length).toBe(2);
  expect(countsOf(corpus).repeated).toBe(2);
  expect(new Set(corpus.dialogues.map(({ split }) => split)).size).toBe(1);
  expect(corpus.inSeveralFiles).toBe(1);
});

it('reads listings alone from CSV', () => {
  const head = ['list_price', 'buyer_target', 'seller_target', 'title', 'description', 'category'];
  const rows = [
    ['100', '70', '100', 'Bike', 'A sturdy bike,\nhardly used at all', 'bike'],
    ['', '70', '100', 'Bike', 'A sturdy bike, hardly used', 'bike'],
  ];
  const path = fileOf([head, ...rows].map(csvLine).join('\n'), 'csv');
  const { scenarios, dialogues, problems } = importCorpus(craigslist, [path]);
  expect(dialogues).toEqual([]);
  expect(scenarios).toMatchObject([{ public: { item: { description: 'A sturdy bike, hardly used at all' } } }]);
  expect(problems).toEqual([`${path}, line 4: list_price is "", not a number; it is left out`]);
});

it('names what cannot be read', () => {
  const path = fileOf(`${JSON.stringify(acts([...talk]))}\n{"agent_info"\n{"agent_info": {}}\n`);
  expect(importCorpus(craigslist, [path]).problems).toEqual([
    `${path}, line 2: not JSON, perhaps cut off; it is left out`,
    `${path}, line 3: agent_info.Role: Invalid input: expected tuple, received undefined; it is left out`,
  ]);
  const bad = fileOf('{}\n');
  expect(importCorpus(craigslist, [bad, fileOf('')]).refused).toEqual([
    expect.stringContaining(`${bad} holds nothing that can be read as CraigslistBargain dialogues`),
    expect.stringContaining('is empty; expected CraigslistBargain dialogues'),
  ]);
});

/** The form of the authors' own site, made here from the columns of the JSON lines. */
interface Columns {
  readonly agent_info: { readonly Role: string[]; readonly Target: number[] };
  readonly agent_turn: number[];
  readonly dialogue_acts: { readonly intent: string[]; readonly price: number[] };
  readonly utterance: string[];
  readonly items: Readonly<Record<'Category' | 'Title' | 'Description', string[]>> & { readonly Price: number[] };
}

function chatOf({ agent_info, items, agent_turn, utterance, dialogue_acts }: Columns): object {
  const kb = (i: number) => ({
    personal: { Role: agent_info.Role[i], Target: agent_info.Target[i], Bottomline: null },
    item: {
      Category: items.Category[i],
      Price: items.Price[i],
      Title: items.Title[i],
      Description: items.Description[i]!.split(','),
    },
  });
  const events = utterance.map((data, i) => {
    const typed = dialogue_acts.intent[i] === 'offer';
    const price = dialogue_acts.price[i]!;
    return {
      action: typed ? 'offer' : 'message',
      agent: agent_turn[i],
      data: typed ? { price, sides: '' } : data,
      metadata: { intent: dialogue_acts.intent[i], price: price < 0 ? null : price },
    };
  });
  return { uuid: 'C_1', scenario: { kbs: [kb(0), kb(1)] }, events, outcome: { reward: 1 } };
}

itWithShared('data/craigslist/validation.jsonl')('reads the form of the first home as the same dialogues', () => {
  const rows = readFileSync(shared('data/craigslist/validation.jsonl'), 'utf8')
    .split('\n')
    .slice(0, 40)
    .map((line) => JSON.parse(line) as Columns);
  const plain = importCorpus(craigslist, [jsonFile(...rows)]);
  const first = importCorpus(craigslist, [fileOf(JSON.stringify([...rows.map(chatOf), { uuid: 'C_2' }]), 'json')]);
  const bare = ({ dialogues }: Corpus) => dialogues.map(({ file: _, ...dialogue }) => dialogue);
  expect(bare(first)).toEqual(bare(plain));
  expect(first.dialogues.length).toBeGreaterThan(30);
  expect(first.problems).toEqual([expect.stringMatching(/line 41: agent_info: .*; it is left out/)]);
});

/** A chat as first published: offers and accepts are events, and the outcome stands beside them. */
function chat(events: readonly object[], outcome: unknown) {
  const item = {
    Category: 'bike',
    Images: [],
    Price: 100,
    Description: ['A city bike with three gears,', 'ridden little.'],
    Title: 'City bike',
  };
  const kb = (Role: string, Target: number) => ({ personal: { Bottomline: null, Role, Target }, item });
  return {
    uuid: 'C_1',
    scenario: { category: 'bike', uuid: 'S_1', kbs: [kb('buyer', 60), kb('seller', 100)] },
    events: events.map((event) => ({ start_time: null, time: '1', ...event })),
    outcome,
  };
}
const said = (agent: number, data: string) => ({ action: 'message', agent, data });
const offered = (agent: number, price: number) => ({ action: 'offer', agent, data: { price, sides: '' } });

describe('chats as first published', () => {
  const deal = chat(
    [said(0, 'Would 70 do?'), offered(1, 80), said(0, 'fine'), { action: 'accept', agent: 0, data: null }],
    {
      reward: 1,
      offer: { price: 80, sides: '' },
    },
  );

  it('keeps offers, accepts and the outcome', () => {
    const [dialogue] = importCorpus(craigslist, [fileOf(JSON.stringify([deal]), 'json')]).dialogues;
    expect(dialogue?.outcome).toEqual({ kind: 'agreement', deal: { price: 80 } });
    expect(dialogue?.turns.map(({ seat, act }) => [seat, act.type])).toEqual([
      ['buyer', 'say'],
      ['seller', 'offer'],
      ['buyer', 'say'],
      ['buyer', 'accept'],
    ]);
  });

  it('tells the forms apart by what is inside, not by the name of the file', () => {
    const lines = `${JSON.stringify(deal)}\n`;
    for (const [ending, text] of [
      ['json', lines],
      ['jsonl', lines],
      ['json', JSON.stringify(deal, null, 2)],
      ['jsonl', JSON.stringify([deal])],
    ] as const)
      expect(importCorpus(craigslist, [fileOf(text, ending)]).dialogues[0]?.outcome.kind, ending).toBe('agreement');
  });

  it('believes the published outcome where the acts come to another, and says so', () => {
    const refused = chat([offered(0, 70), { action: 'accept', agent: 1, data: null }], { reward: 0, offer: null });
    const corpus = importCorpus(craigslist, [fileOf(JSON.stringify([refused]), 'json')]);
    expect(corpus.dialogues[0]).toMatchObject({ outcome: { kind: 'no-deal' }, cleaned: ['outcome-as-published'] });
  });

  const original = 'data/craigslist/original.first40.json';
  itWithShared(original)('reads outcomes and prices as a plain reading of the JSON has them', () => {
    const chats = JSON.parse(readFileSync(shared(original), 'utf8')) as {
      outcome: { reward: number; offer: { price: number } };
    }[];
    const { dialogues, leftOut } = importCorpus(craigslist, [shared(original)]);
    expect(dialogues.length + leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(chats.length);
    expect(dialogues.length).toBeGreaterThan(35);
    for (const { line, outcome } of dialogues) {
      const { reward, offer } = chats[line - 1]!.outcome;
      expect(outcome.kind === 'agreement' ? outcome.deal : null, `chat ${line}`).toEqual(
        reward === 1 ? { price: offer.price } : null,
      );
    }
  });
});

describe('splits', () => {
  it('are the published ones where the file is named after one, with ours beside', () => {
    const row = (title: string) => ({
      ...JSON.parse(JSON.stringify(chat([said(0, title)], null)).replaceAll('City bike', title)),
    });
    const rows = Array.from({ length: 30 }, (_, i) => row(`Bike ${i}`));
    const corpus = importCorpus(craigslist, [fileOf(JSON.stringify(rows), 'test.json')]);
    expect(new Set(corpus.dialogues.map(({ split }) => split))).toEqual(new Set(['test']));
    expect(new Set(corpus.dialogues.map(({ ownSplit }) => ownSplit)).size).toBeGreaterThan(1);
  });

  it.each([
    ['casino_valid', 'validation'],
    ['test.first600', 'test'],
    ['train', 'train'],
    ['dev', 'validation'],
    ['latest', undefined],
    ['original.first40', undefined],
  ])('of a file called %s: %s', (file, split) => {
    expect(publishedSplit(file)).toBe(split);
  });
});
