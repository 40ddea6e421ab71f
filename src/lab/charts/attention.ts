/**
 * Where a model looks: a heat map of layers by heads for each kind of token, and one for the loss without the head.
 *
 * With a second probe the two stand one above the other and their difference below. Every column has a scale of its own, which its
 * title names, the same for both models: frames take most of the attention, and on one scale all else would be white.
 */
import { axisX, axisY, cell } from '@observablehq/plot';
import { type AttentionProbe, checkComparable, sharesOf } from './attention-probe.ts';
import { axisText } from './labels.ts';
import { diverging, sequential } from './ramps.ts';
import type { Panel, Row, Sheet } from './sheet.ts';

interface Column {
  readonly name: string;
  /** May be below 0. */
  readonly signed: boolean;
  readonly of: (probe: AttentionProbe) => readonly (readonly number[])[];
}

const MARGINS = { marginTop: 4, marginBottom: 24, marginLeft: 24, marginRight: 4 };
const LOSS = 'loss without the head';

export function attentionChart(probe: AttentionProbe, against?: AttentionProbe): Sheet {
  if (against) checkComparable(against, probe);
  const ablated = probe.ablation && (!against || against.ablation);
  const columns: Column[] = [
    ...probe.kinds.map((name) => ({ name, signed: false, of: (one: AttentionProbe) => sharesOf(one, name) })),
    ...(ablated ? [{ name: LOSS, signed: true, of: (one: AttentionProbe) => one.ablation?.rise_without ?? [] }] : []),
  ];
  const probes = against ? [against, probe] : [probe];
  const highs = columns.map(({ of }) => furthest(probes.flatMap(of)));
  const rows: Row[] = probes.map((one) => ({
    heading: nameOf(one),
    panels: columns.map(({ name, of, signed }, i) => panel(name, of(one), highs[i] as number, signed)),
  }));
  if (against) {
    rows.push({
      heading: `Difference: ${nameOf(probe)} less ${nameOf(against)}`,
      panels: columns.map(({ name, of }) => {
        const values = minus(of(probe), of(against));
        return panel(name, values, furthest(values), true);
      }),
    });
  }
  return {
    title: `Where ${against ? 'two models' : 'a model'} look${against ? '' : 's'} while speaking`,
    subtitle: `The share of attention from own words to each kind of token, layers down and heads across; ${probe.dialogues} dialogues`,
    rows,
    notes: [
      'Behind each name: the mean over all heads, and in brackets what the colours reach from and to. Purple is less than nothing.',
      'system number: the own limit, target and list price in a prompt of parley. frame: what the chat template writes.',
      ...(ablated ? [`${LOSS}: how much the loss of the own words rises when the head is silent.`] : []),
    ],
  };
}

/** Without the folders, and an adapter by the name of its run. */
function nameOf({ model, adapter }: AttentionProbe): string {
  const base = model.endsWith('.gguf') ? lastPart(model) : model;
  return adapter === null ? base : `${base} with ${lastPart(adapter.replace(/\/adapter\/*$/, ''))}`;
}

function lastPart(path: string): string {
  return /[^/]+(?=\/*$)/.exec(path)?.[0] ?? path;
}

function furthest(values: readonly (readonly number[])[]): number {
  return Math.max(0, ...values.flat().map(Math.abs));
}

function minus(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number[][] {
  return a.map((row, i) => row.map((value, j) => value - (b[i]?.[j] as number)));
}

function panel(name: string, values: readonly (readonly number[])[], high: number, signed: boolean): Panel {
  const layers = values.length;
  const heads = values[0]?.length ?? 0;
  const cells = values.flatMap((row, layer) => row.map((value, head) => ({ layer, head, value })));
  const mean = cells.reduce((sum, { value }) => sum + value, 0) / cells.length;
  const width = heads * Math.min(32, Math.max(7, 130 / heads));
  const height = layers * Math.min(24, Math.max(7, 150 / layers));
  const every = (count: number) => Array.from({ length: count }, (_, i) => i);
  const ticks = (count: number) => every(count).filter((i) => i % Math.ceil(count / 6) === 0);
  return {
    // Held together, so that a line breaks before the bracket.
    title: `${name}: ${shown(mean)} (${signed ? '±' : '0\u00a0to\u00a0'}${shown(high)})`,
    options: {
      width: width + MARGINS.marginLeft + MARGINS.marginRight,
      height: height + MARGINS.marginTop + MARGINS.marginBottom,
      ...MARGINS,
      x: { domain: every(heads), padding: 0.04 },
      y: { domain: every(layers), padding: 0.04 },
      // An even map still needs a scale that is wider than nothing.
      color: (signed ? diverging : sequential)(high || 1),
      marks: [
        cell(cells, { x: 'head', y: 'layer', fill: 'value' }),
        axisX({ ...axisText, ticks: ticks(heads), tickSize: 0, label: null }),
        axisY({ ...axisText, ticks: ticks(layers), tickSize: 0, label: null }),
      ],
    },
  };
}

/** Three decimals; small ones with two digits that say something. */
function shown(value: number): string {
  const digits = Math.abs(value) >= 0.01 || value === 0 ? value.toFixed(3) : value.toPrecision(2);
  return digits.replace('-', '−');
}
