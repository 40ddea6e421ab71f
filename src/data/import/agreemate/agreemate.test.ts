import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { itWithShared, shared } from '../../../../test/shared.ts';
import { csvLine, parseCsv } from '../csv.ts';
import { importAgreemateResults, sizesIn } from './index.ts';
import { agreemateReport } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-agreemate-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('their published files', () => {
  const files = 'data/agreemate';
  const table = 'facts/agreemate-results.csv';
  const withFiles = itWithShared(files, table);
  const read = () =>
    importAgreemateResults(
      readdirSync(shared(files))
        .filter((name) => name.endsWith('.csv'))
        .map((name) => join(shared(files), name)),
    );

  withFiles('gives every column recomputed from their files to 4 decimals', () => {
    const results = read();
    expect(results.refused).toEqual([]);
    expect(results.problems).toEqual([]);
    const expected = parseCsv(readFileSync(shared(table), 'utf8'));
    expect(results.files.length).toBe(expected.rows.length);
    for (const { cells } of expected.rows) {
      const { summary } = results.files.find(({ file }) => file === cells.file)!;
      for (const column of expected.columns.filter((name) => name !== 'file')) {
        const name = `${cells.file} ${column}`;
        if (cells[column] === '') expect(summary[column], name).toBeUndefined();
        else expect(Math.abs(summary[column]! - Number(cells[column])), name).toBeLessThan(0.00005);
      }
    }
  });

  withFiles('finds the deals recorded at list price and the copied prices', () => {
    const { files: read70 } = read();
    const by = (name: string) => read70.find(({ file }) => file === name)!;
    const large = by('baseline-70B-buyer+baseline-70B-seller');
    const atList = large.findings.find(({ name }) => name === 'recorded-at-list-price')!;
    expect([atList.count, atList.of]).toEqual([16, 29]); // column recorded_at_listing_no_parsed_price
    // By hand from the file: "10700 is very close to my last offer, I think we have a deal at 10700."
    expect(atList.cases.find(({ title }) => title.startsWith('2006 Toyota'))?.what).toBe(
      'recorded 14500, the words say 10700',
    );
    // The chain-of-thought 3B buyer opens at exactly 5, also for a car; counted by hand in this file: 21 of 29.
    const small = by('baseline-COT-3B-buyer+baseline-COT-3B-seller');
    expect(small.copied[0]).toMatchObject({ side: 'buyer', price: 5, openings: 21, of: 29, isExample: true });
    expect(small.copied[0]?.listPrices).toEqual([10, 14800]);
    expect(small.findings.find(({ name }) => name === 'far-below-list')?.count).toBe(16); // as in that table
    // By hand: the seller stands at 9,200 and the buyer takes it "for $8,900", its own last offer.
    const own = by('baseline-3B-buyer+baseline-3B-seller').findings.find(({ name }) => name === 'own-price-accepted')!;
    expect(own.cases.find(({ line }) => line === 117)?.what).toBe('the buyer accepts 8900');
  });

  withFiles('says which files were overwritten with other formulas', () => {
    // As their files are: size and chain-of-thought files hold absolute values, personality files those of the runner.
    for (const { file, stored } of read().files) {
      const holds = (column: string) => stored.find((one) => one.column === column)!.formulas;
      const isPersonality = /aggressive|fair|passive/.test(file);
      expect(holds('concession_rate'), file).toEqual([isPersonality ? 'concession_signedN' : 'concession_absN']);
      expect(holds('rel_efficiency'), file).toContain(isPersonality ? 'rel_eff_signed' : 'rel_eff_abs');
      expect(holds('fairness'), file).toEqual(['fairness']);
    }
  });
});

/** A row computed with AgreeMate's formulas, which each planted run changes. */
const golden = {
  '': '0',
  scenario_id: 'charger',
  title: 'Car charger, "dual"',
  description: '',
  category: 'phone',
  listing_price: '10.0',
  buyer_target: '7.0',
  seller_target: '10.0',
  outcome: 'Accepted',
  accepted_price: '7.0',
  transcript: [
    'Buyer: I can do $8.',
    'Seller: $9, and it has\n200GB.',
    'Buyer: $7?',
    'Seller: $7.75.',
    'Buyer: $6.75',
    'Seller: $8',
    'Buyer: $7',
    'Seller: $7 then.',
    'Buyer: $7, deal.',
  ]
    .map((line) => `\t${line}\n`)
    .join(''),
  prices: '[8.0, 9.0, 7.0, 7.75, 6.75, 8.0, 7.0, 7.0, 7.0]',
  actions: `['init-price', 'counter-price', 'offer', 'offer', "offer", 'offer', 'offer', 'offer', 'accept']`,
  transcript_display: '=====\nboxed, "text"\n=====',
  bias: '1.0',
  aggressiveness: '0.3',
  fairness: '0.0',
  dialogue_length: '9',
  bias_cond_dialogue_length: '0.1111111111111111',
  rel_efficiency: '0.0',
  probing_ratio: '0.0',
  concession_rate: '-0.1111111111111111',
};
type Row = Partial<Record<keyof typeof golden, string>>;

let made = 0;
function fileOf(rows: readonly Row[], { without = [] as string[], name = `file-${made++}.csv` } = {}): string {
  const columns = Object.keys(golden).filter((column) => !without.includes(column)) as (keyof typeof golden)[];
  const lines = rows.map((row) => csvLine(columns.map((column) => ({ ...golden, ...row })[column])));
  const path = join(folder, name);
  writeFileSync(path, [csvLine(columns), ...lines].join('\n'));
  return path;
}

const talk = (...lines: string[]) =>
  lines.map((words, i) => `\t${i % 2 === 0 ? 'Buyer' : 'Seller'}: ${words}\n`).join('');
const list = (items: readonly (string | number)[]) =>
  `[${items.map((item) => (typeof item === 'string' ? `'${item}'` : item.toFixed(2))).join(', ')}]`;
const car = { listing_price: '14500', buyer_target: '8700', seller_target: '14500', title: 'Car' };

function found(row: Row): Record<string, string> {
  const { files, refused, problems } = importAgreemateResults([fileOf([row])]);
  expect([...refused, ...problems]).toEqual([]);
  return Object.fromEntries(files[0]!.findings.map(({ name, cases }) => [name, cases[0]!.what]));
}

describe('rows made by hand', () => {
  it('measures the golden row, quoted line breaks and all', () => {
    const { files, problems } = importAgreemateResults([fileOf([{}])]);
    expect(problems).toEqual([]);
    const { summary, findings, stored } = files[0]!;
    // By AgreeMate's formulas; the reparsed price is the 7 of the last words.
    const expected = {
      n: 1,
      accepted: 1,
      fairness: 0,
      bias: 1,
      aggressiveness: 0.3,
      bias_per_turn: 0.1111,
      rel_eff_signed: 0,
      concession_paper: 0.7778,
      concession_absN: 0.7778,
      concession_signedN: -0.1111,
      concession_absN_by_list: 0.0778,
      probing_ratio: 0,
      reparsed_n: 1,
      reparsed_bias: 1,
      csv_concession_rate: -0.1111,
    };
    for (const [name, value] of Object.entries(expected)) expect(summary[name], name).toBeCloseTo(value, 4);
    expect(summary.csv_rel_eff).toBeUndefined();
    expect(findings).toEqual([]);
    expect(stored.find(({ column }) => column === 'concession_rate')?.formulas).toEqual(['concession_signedN']);
  });

  it('parts the formulas from each other', () => {
    // By hand: prices 2, 4, 3, 7 in ten turns, steps 2 + 1 + 4; a deal at 11.5 above the seller's target of 10.
    const prices = list([2, -1, 4, -1, 3, -1, 7, -1, -1, -1]);
    const actions = list(['inquire', ...Array(8).fill('inform'), 'accept']);
    const words = talk(...Array(9).fill('Hm.'), 'Deal.');
    const { summary } = importAgreemateResults([
      fileOf([{ accepted_price: '11.5', prices, actions, transcript: words }]),
    ]).files[0]!;
    expect(summary.concession_paper).toBeCloseTo(0.7, 12);
    expect(summary.concession_absN).toBeCloseTo(1.75, 12);
    expect(summary.concession_signedN).toBeCloseTo(1.25, 12);
    expect([summary.bias, summary.bias_abs, summary.bias_clipped]).toEqual([-2, 0, -1]);
    expect([summary.fairness, summary.fairness_clipped]).toEqual([-1, 0]);
    expect([summary.rel_eff_signed, summary.rel_eff_abs, summary.probing_ratio]).toEqual([-0.1, 0.1, 0.1]);
    expect([summary.reparsed_n, summary.reparsed_unresolved]).toEqual([0, 1]);
  });

  it('leaves out of each mean what does not apply', () => {
    // By hand: one deal with fairness 0, one run without a deal and with a single price.
    const rejected = {
      outcome: 'Rejected',
      accepted_price: 'N/A',
      prices: list([8, -1]),
      actions: list(['offer', 'inform']),
      transcript: talk('$8', 'Maybe.'),
      bias: '',
    };
    const { summary } = importAgreemateResults([fileOf([{}, rejected])]).files[0]!;
    expect([summary.agreement_rate, summary.fairness, summary.bias, summary.csv_bias]).toEqual([0.5, 0, 1, 1]);
    expect(summary.dialogue_length).toBe(5.5);
    // One price: nothing for the paper and the tables, 0 for the runner.
    expect(summary.concession_paper).toBeCloseTo(7 / 9, 12);
    expect(summary.concession_signedN).toBeCloseTo(-1 / 18, 12);
    expect(summary.fairness_no_deal_zero).toBe(0);
  });
});

describe('planted defects', () => {
  it('finds a deal at list price that the tracker never moved from', () => {
    const row = {
      ...car,
      accepted_price: '14500.0',
      prices: list([-1, -1, -1]),
      actions: list(['offer', 'counter-price', 'accept']),
      transcript: talk('9000 for the 2006 Toyota?', 'I can do ten thousand seven hundred.', '10,700 it is.'),
    };
    expect(found(row)).toEqual({
      'recorded-at-list-price': 'recorded 14500, the words say 10700',
      'words-say-another-price': 'recorded 14500, the words say 10700',
      'no-price-parsed': '3 turns',
    });
    const { pricesInWords } = importAgreemateResults([fileOf([row])]).files[0]!;
    expect(pricesInWords).toEqual({ named: 3, missed: 3 });
  });

  it('takes neither years nor sizes nor differences for the price, and prefers one that was on the table', () => {
    const row = {
      ...car,
      listing_price: '2000',
      buyer_target: '1200',
      seller_target: '2000',
      accepted_price: '1500',
      prices: list([1500, 1600, 1500]),
      actions: list(['offer', 'counter-price', 'accept']),
    };
    const price = (...lines: string[]) =>
      importAgreemateResults([fileOf([{ ...row, transcript: talk(...lines) }])]).files[0]!.runs[0]!.measures
        .reparsed_price;
    expect(price('$1500', '$1600', 'A 2016 bike at 1600, $700 less than new: yes.')).toBe(1600);
    expect(price('$1500', '$1600', '1600 or so it stood, 1700 elsewhere; yes.')).toBe(1600);
    expect(price('$1500', '$1550', 'Yes.')).toBe(1550);
    expect(price('$1500', '$1550', 'Yes, 1520.')).toBe(1520);
    expect(price('$5', '$7', '$7 it is.')).toBeUndefined();
  });

  it('finds copied prices: the known examples at once, unknown ones by repetition', () => {
    const run = (list_price: number, opening: number) => ({
      listing_price: String(list_price),
      buyer_target: String(list_price * 0.6),
      seller_target: String(list_price),
      outcome: 'Rejected',
      accepted_price: '',
      prices: list([opening, list_price]),
      actions: list(['init-price', 'counter-price']),
      transcript: talk(`$${opening}`, `$${list_price}`),
    });
    const copied = (...rows: Row[]) => importAgreemateResults([fileOf(rows)]).files[0]!.copied;
    expect(copied(run(14500, 5))).toMatchObject([{ side: 'buyer', price: 5, belowQuarter: 1, isExample: true }]);
    expect(copied(run(14500, 33))).toEqual([]);
    expect(copied(run(14500, 33), run(600, 33), run(40, 33))).toMatchObject([
      { side: 'buyer', price: 33, openings: 3, of: 3, belowQuarter: 2, isExample: false, listPrices: [40, 14500] },
    ]);
    expect(copied(run(10, 5), run(15, 5))).toEqual([]);
  });

  it('finds deals far below the list price and outside the targets', () => {
    const words = talk('$9.50', '$9.50 for the truck, agreed.');
    const row = { ...car, accepted_price: '9.5', prices: list([9.5, 9.5]), actions: list(['offer', 'agree']) };
    expect(found({ ...row, transcript: words })).toEqual({
      'far-below-list': '9.5 for a list price of 14500',
      'outside-targets': '9.5, targets 8700 to 14500',
    });
  });

  it('finds an accept without a price, and a price that nobody recorded', () => {
    expect(found({ accepted_price: 'N/A', bias: '-1.0' })).toEqual({
      'accepted-without-price': 'no price, yet a stored bias of -1',
    });
    expect(found({ accepted_price: '8.5' })).toMatchObject({ 'price-from-nowhere': 'recorded 8.5' });
  });

  it('finds an accepted own offer, an ignored refusal, and one price without a deal', () => {
    const own = { accepted_price: '8', prices: list([8, 9, 8]), actions: list(['offer', 'offer', 'accept']) };
    expect(found({ ...own, transcript: talk('$8', '$9', 'Fair, I take it for $8.') })).toEqual({
      'own-price-accepted': 'the buyer accepts 8',
    });
    const refused = { actions: list(['offer', 'disagree', 'accept']), accepted_price: '8', prices: list([8, 8, 8]) };
    expect(found({ ...refused, transcript: talk('$8', 'No, not $8', '$8 then.') })).toEqual({
      'refusal-ignored': 'turn 2 of 3',
    });
    const same = { outcome: 'Rejected', accepted_price: '', prices: list([8, 8]), actions: list(['offer', 'offer']) };
    expect(found({ ...same, transcript: talk('$8', '$8') })).toEqual({ 'same-price-no-deal': 'both at 8' });
  });

  it('finds an accept whose last line asks or refuses', () => {
    const last = (line: string) =>
      found({ transcript: golden.transcript.replace(/[^\n]*$/, line) })['accepted-without-assent'];
    expect(last('Buyer: Fine, $2600 a month. Can we talk about the deposit?')).toMatch(/^the buyer asks: /);
    expect(last('Buyer: I cannot accept that.')).toMatch(/^the buyer refuses: /);
    expect(last('Buyer: Sounds good, deal.')).toBeUndefined();
  });

  it('knows the sizes of the models', () => {
    expect(sizesIn('baseline-COT-70B-buyer+baseline-8B-seller')).toEqual({ buyer: 70, seller: 8 });
    expect(sizesIn('mine')).toBeUndefined();
  });

  it('finds an outcome against the last act, unknown acts, lists of unequal length and turned targets', () => {
    expect(found({ outcome: 'Rejected', accepted_price: '' })).toEqual({
      'same-price-no-deal': 'both at 7',
      'outcome-against-act': 'Rejected after "accept"',
    });
    expect(found({ actions: golden.actions.replace('init-price', 'initiate') })).toEqual({
      'unknown-act': '"initiate"',
    });
    expect(found({ actions: list(['offer', 'accept']) })).toEqual({ 'turns-disagree': '9 prices, 2 actions, 9 lines' });
    expect(found({ buyer_target: '11' })).toMatchObject({ 'no-room-between-targets': 'buyer 11, seller 10' });
  });

  it('names a stored column that no formula gives', () => {
    const { stored } = importAgreemateResults([fileOf([{}, { fairness: '0.5' }])]).files[0]!;
    const fairness = stored.find(({ column }) => column === 'fairness')!;
    expect(fairness.formulas).toEqual([]);
    expect(fairness.differs.length).toBe(1);
  });
});

describe('files that are not as they should be', () => {
  const problemsOf = (...files: string[]) => {
    const { refused, problems } = importAgreemateResults(files);
    return [...refused, ...problems].map((says) => says.replaceAll(`${folder}/`, ''));
  };

  it('refuses a file in one sentence and goes on with the others', () => {
    const empty = join(folder, 'empty.csv');
    const binary = join(folder, 'binary.csv');
    const header = join(folder, 'header.csv');
    const other = join(folder, 'other.csv');
    writeFileSync(empty, '\n');
    writeFileSync(binary, Buffer.from([0xff, 0xfe, 0x00, 0xc3]));
    writeFileSync(header, csvLine(Object.keys(golden)));
    writeFileSync(other, 'a;b;c\n1;2;3\n');
    const results = importAgreemateResults([
      empty,
      binary,
      header,
      other,
      folder,
      join(folder, 'none.csv'),
      fileOf([{}]),
    ]);
    expect(results.files.length).toBe(1);
    expect(results.refused.map((says) => says.replaceAll(`${folder}/`, '').replaceAll(folder, 'FOLDER'))).toEqual([
      'empty.csv is empty; expected a CSV of results of AgreeMate',
      'binary.csv is not UTF-8 text; expected a CSV of results of AgreeMate: save it as UTF-8 first',
      'header.csv has a header and no run that can be read; expected a CSV of results of AgreeMate',
      'other.csv has no column listing_price, buyer_target, seller_target, outcome, accepted_price; got another separator than commas; expected a CSV of results of AgreeMate',
      'FOLDER is a folder; give the files in it, for example *',
      'there is no file none.csv; give the path of a CSV of results of AgreeMate',
    ]);
  });

  it('leaves broken rows out, each with a sentence', () => {
    const rows = [
      {},
      { listing_price: 'ten' },
      { outcome: 'Maybe' },
      { accepted_price: 'about 7' },
      { prices: '[8.0, nine' },
      { actions: 'offer' },
    ];
    const path = fileOf(rows, { name: 'broken.csv' });
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n1,2,3\n`);
    const results = importAgreemateResults([path]);
    expect(results.files[0]!.summary.n).toBe(1);
    // The header is line 1 and every row takes 13 lines: ten line breaks in the talk and two in the boxed text.
    expect(results.problems.map((says) => says.replaceAll(`${folder}/`, ''))).toEqual([
      'broken.csv, line 15: listing_price is "ten", not an amount; the row is left out',
      'broken.csv, line 28: outcome is "Maybe", neither Accepted nor Rejected; the row is left out',
      'broken.csv, line 41: accepted_price is "about 7", not an amount; the row is left out',
      'broken.csv, line 54: prices is "[8.0, nine", not a list of numbers; the row is left out',
      'broken.csv, line 67: actions is "offer", not a list of names; the row is left out',
      'broken.csv, line 80: it has 3 cells where the header has 22; the row is left out',
    ]);
  });

  it('computes what it can without prices, acts or words, and says what it cannot', () => {
    const path = fileOf([{}], { without: ['prices', 'actions', 'transcript', 'bias'], name: 'bare.csv' });
    expect(problemsOf(path)).toEqual([
      'bare.csv has no column prices: concession rates are not computed, nor deals without a parsed price found',
      'bare.csv has no column actions: the probing ratio is not computed',
      'bare.csv has no column transcript: no price can be read from the words',
    ]);
    const { summary } = importAgreemateResults([path]).files[0]!;
    expect([summary.fairness, summary.bias, summary.csv_bias]).toEqual([0, 1, undefined]);
    expect([summary.concession_paper, summary.probing_ratio, summary.reparsed_n]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('names files that hold the same runs, and repeated scenarios', () => {
    const one = fileOf([{}], { name: 'one.csv' });
    const updated = fileOf([{ concession_rate: '0.7777777' }], { name: 'one_updated.csv' });
    expect(problemsOf(one, updated)).toEqual(['one_updated holds the same runs as one: totals count them once']);
    expect(agreemateReport(importAgreemateResults([one, updated]))).toContain('2 files, 1 run, 1 recorded as accepted');
    expect(problemsOf(fileOf([{}, {}], { name: 'twice.csv' }))).toEqual([
      'twice: 1 row repeats a scenario_id of the file; all are counted',
    ]);
  });
});
