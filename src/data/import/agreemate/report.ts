/** The report on AgreeMate's result files: what was recorded wrongly first, then every measure by every formula. */

import { mean } from '../../../core/index.ts';
import { bullets, figure, markdownTable, section } from '../../markdown.ts';
import { type AgreemateFile, type AgreemateResults, findingNames } from './index.ts';

const MOST_CASES = 3;
/** As many columns as fit a terminal. */
const FILES_PER_TABLE = 8;

export function agreemateReport({ files, problems }: AgreemateResults): string {
  const once = files.filter(({ copyOf }) => copyOf === undefined);
  const runs = sum(once.map(({ summary }) => summary.n));
  const deals = sum(once.map(({ summary }) => summary.accepted));
  const parts = [
    '# Results of AgreeMate, measured again',
    `${plural(files.length, 'file')}, ${plural(runs, 'run')}, ${deals} recorded as accepted. Means are over the runs to which a measure applies; \`csv_\` columns are means of what the files stored; \`reparsed_\` ones use the price in the accepting words.`,
    section('Left out or missing', bullets(problems)),
    section('What was recorded wrongly', [...findingParts(once), ...copiedParts(files), ...missedParts(files)]),
    section('By model size', sizeParts(once)),
    section('Files', [files.map(({ file }, i) => `${i + 1}. ${file}`).join('\n')]),
    section('Measures', measureTables(files)),
    section('Which formula a stored column holds', storedParts(files)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Both sizes in billions of parameters; means over the runs of all files of a pair, each run once. */
function sizeParts(files: readonly AgreemateFile[]): string[] {
  const pairs = new Map<string, AgreemateFile[]>();
  for (const file of files) {
    if (!file.sizes) continue;
    const pair = `${file.sizes.buyer} ${file.sizes.seller}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), file]);
  }
  if (pairs.size === 0) return [];
  const rows = [...pairs.values()]
    .map((some) => ({ sizes: some[0]?.sizes, runs: some.flatMap(({ runs }) => runs), files: some.length }))
    .sort((a, b) => (a.sizes?.buyer ?? 0) - (b.sizes?.buyer ?? 0) || (a.sizes?.seller ?? 0) - (b.sizes?.seller ?? 0))
    .map(({ sizes, runs, files: count }) => {
      const known = (name: 'fairness' | 'bias' | 'reparsed_bias') =>
        runs.flatMap(({ measures }) => (measures[name] === undefined ? [] : [measures[name]]));
      const meanOf = (values: readonly number[]) => figure(values.length === 0 ? undefined : mean(values));
      const accepted = runs.filter((run) => run.accepted).length;
      return [
        `${sizes?.buyer}B`,
        `${sizes?.seller}B`,
        String(count),
        String(runs.length),
        figure(accepted / runs.length),
        meanOf(known('fairness')),
        meanOf(known('bias')),
        meanOf(known('reparsed_bias')),
      ];
    });
  const head = ['buyer', 'seller', 'files', 'runs', 'agreement_rate', 'fairness', 'bias', 'reparsed_bias'];
  return [markdownTable(head, rows)];
}

function findingParts(files: readonly AgreemateFile[]): string[] {
  return findingNames.flatMap((name) => {
    const found = files.flatMap(({ file, findings }) => {
      const finding = findings.find((one) => one.name === name);
      return finding ? [{ file, ...finding }] : [];
    });
    if (found.length === 0) return [];
    const total = `${plural(sum(found.map(({ count }) => count)), 'run')} in ${plural(found.length, 'file')}`;
    const lines = found.map(({ file, count, of, cases }) => {
      const shown = cases
        .slice(0, MOST_CASES)
        .map(({ line, title, what }) => `line ${line} (${short(title)}): ${what}`);
      const more = cases.length > MOST_CASES ? '; ...' : '';
      return `- ${file}, ${count} of ${of}: ${shown.join('; ')}${more}`;
    });
    return [`**${name}** ${total}. ${found[0]?.says ?? ''}`, ...lines].join('\n');
  });
}

function copiedParts(files: readonly AgreemateFile[]): string[] {
  const lines = files.flatMap(({ file, copied }) =>
    copied.map(
      ({ side, price, openings, of, belowQuarter, isExample, listPrices: [low, high] }) =>
        `- ${file}: the ${side} opens at ${price} in ${openings} of ${of} runs, ${belowQuarter} of them below a quarter of the list price (list prices ${low} to ${high})${isExample ? '; an amount in the examples of their prompts' : ''}`,
    ),
  );
  return lines.length === 0 ? [] : [['Amounts that were copied:', ...lines].join('\n')];
}

function missedParts(files: readonly AgreemateFile[]): string[] {
  const lines = files
    .filter(({ pricesInWords: { named } }) => named > 0)
    .map(({ file, pricesInWords: { named, missed } }) => {
      return `- ${file}: ${missed} of ${named} (${((100 * missed) / named).toFixed(1)} %)`;
    });
  return lines.length === 0
    ? []
    : [['Prices in the words of acts that carry one, which their parser missed:', ...lines].join('\n')];
}

function measureTables(files: readonly AgreemateFile[]): string[] {
  const tables: string[] = [];
  for (let from = 0; from < files.length; from += FILES_PER_TABLE) {
    const some = files.slice(from, from + FILES_PER_TABLE);
    const names = Object.keys(some[0]?.summary ?? {});
    const rows = names.map((name) => [name, ...some.map(({ summary }) => figure(summary[name]))]);
    tables.push(markdownTable(['measure', ...some.map((_, i) => String(from + i + 1))], rows));
  }
  return tables;
}

function storedParts(files: readonly AgreemateFile[]): string[] {
  const columns = [...new Set(files.flatMap(({ stored }) => stored.map(({ column }) => column)))];
  const rows = columns.flatMap((column) => {
    const by = new Map<string, number[]>();
    files.forEach(({ stored }, i) => {
      const check = stored.find((one) => one.column === column);
      if (!check) return;
      const says = check.formulas.join(' or ') || `no formula: ${plural(check.differs.length, 'row')} differ`;
      by.set(says, [...(by.get(says) ?? []), i + 1]);
    });
    return [...by].map(([says, numbers]) => [column, says, numbers.join(', ')]);
  });
  return rows.length === 0 ? [] : [markdownTable(['column', 'holds', 'in files'], rows)];
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function short(title: string): string {
  return title.length > 30 ? `${title.slice(0, 30).trimEnd()}...` : title;
}
