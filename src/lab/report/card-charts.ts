/**
 * The drawings of a data card: where the deals lie, how long the negotiations are, who played, and who met whom.
 *
 * Each is a sheet of its own; a drawing with nothing to show is left out, and so is a matrix of too many strategies.
 */
import { axisX, axisY, barX, cell, gridX, gridY, rectY, ruleY, scale, text } from '@observablehq/plot';
import { type Card, grouped } from '../../data/card/index.ts';
import { axisText, sharedPrefix, shortened, textWidth } from '../charts/labels.ts';
import { buyerColor, fontSize, gapColor, ink, muted, paper, sellerColor, zoneColor } from '../charts/palette.ts';
import { isDark, sequential } from '../charts/ramps.ts';
import { gridStyle, type Sheet } from '../charts/sheet.ts';
import { byTheme, byWidth, type ThemeForm, type WidthForm } from './figures.ts';

const HEIGHT = 240;
const MARGINS = { marginLeft: 56, marginRight: 12, marginTop: 8, marginBottom: 42 };

export function cardCharts(card: Card): string[] {
  const charts: string[] = [];
  if (card.rho.count > 0) charts.push(byWidth((form) => rhoChart(card, form)));
  if (card.turns.length > 0) charts.push(byWidth((form) => turnsChart(card, form)));
  if (card.strategies.length > 0) charts.push(byWidth((form) => strategyChart(card, form)));
  if (card.pairs.length > 0 && card.strategies.length <= MOST_IN_MATRIX)
    charts.push(byTheme((form) => pairChart(card, form)));
  return charts;
}

const countAxis = () => [
  gridY(gridStyle),
  axisY({ ...axisText, ticks: 5, tickFormat: grouped, label: null, tickSize: 3 }),
  ruleY([0], { stroke: muted }),
];

const labelled = (label: string) => ({
  ...axisText,
  label,
  labelAnchor: 'center' as const,
  labelArrow: 'none' as const,
  tickSize: 3,
});

function rhoChart({ rho, failures }: Card, { width, narrow }: WidthForm): Sheet {
  const step = 1 / rho.bins.length;
  const bars = rho.bins.map((count, i) => ({ x1: i * step, x2: (i + 1) * step, count }));
  const unseen = [
    ...(failures > 0 ? [`${grouped(failures)} without a deal`] : []),
    ...(rho.withoutZone > 0 ? [`${grouped(rho.withoutZone)} deals in an empty zone`] : []),
    ...(rho.below > 0 ? [`${grouped(rho.below)} deals below 0`] : []),
    ...(rho.above > 0 ? [`${grouped(rho.above)} deals above 1`] : []),
  ];
  return {
    minWidth: width,
    title: 'Where the deals lie',
    subtitle: `rho of ${grouped(rho.count)} deals: mean ${rho.mean?.toFixed(3)}, sd ${rho.sd?.toFixed(3)}`,
    rows: [
      {
        panels: [
          {
            options: {
              width,
              height: HEIGHT,
              ...MARGINS,
              x: { domain: [0, 1] },
              y: { domain: [0, Math.max(1, ...rho.bins)], nice: true },
              marks: [
                ...countAxis(),
                rectY(bars, { x1: 'x1', x2: 'x2', y: 'count', fill: zoneColor, insetLeft: 0.5, insetRight: 0.5 }),
                axisX({ ...labelled('0: all to the buyer, 1: all to the seller'), ticks: narrow ? 5 : 10 }),
              ],
            },
          },
        ],
      },
    ],
    notes: unseen.length > 0 ? [`Not shown: ${unseen.join(', ')}.`] : [],
  };
}

const MOST_BARS = 40;

function turnsChart({ turns, meanTurns }: Card, { width, narrow }: WidthForm): Sheet {
  const longest = turns.at(-1)?.turns ?? 1;
  const step = Math.ceil(longest / MOST_BARS);
  const bars = Array.from({ length: Math.ceil(longest / step) }, () => ({ deals: 0, failures: 0 }));
  for (const { turns: length, deals, failures } of turns) {
    const bar = bars[Math.ceil(length / step) - 1] as (typeof bars)[number];
    bar.deals += deals;
    bar.failures += failures;
  }
  const stacked = bars.flatMap(({ deals, failures }, i) => {
    const place = { x1: i * step + 0.5, x2: (i + 1) * step + 0.5 };
    return [
      { ...place, y1: 0, y2: deals, fill: zoneColor },
      { ...place, y1: deals, y2: deals + failures, fill: gapColor },
    ].filter(({ y1, y2 }) => y2 > y1);
  });
  return {
    minWidth: width,
    title: 'How long they last',
    subtitle: `negotiations by their number of turns, ${meanTurns?.toFixed(1)} on average`,
    rows: [
      {
        panels: [
          {
            options: {
              width,
              height: HEIGHT,
              ...MARGINS,
              x: { domain: [0.5, bars.length * step + 0.5] },
              y: { domain: [0, Math.max(...bars.map(({ deals, failures }) => deals + failures))], nice: true },
              marks: [
                ...countAxis(),
                rectY(stacked, {
                  x1: 'x1',
                  x2: 'x2',
                  y1: 'y1',
                  y2: 'y2',
                  fill: 'fill',
                  insetLeft: 0.5,
                  insetRight: 0.5,
                }),
                axisX({ ...labelled('turns'), ticks: narrow ? 5 : 10 }),
              ],
            },
          },
        ],
      },
    ],
    notes: ['Green: ended in a deal. Purple: ended without one.'],
  };
}

function strategyChart({ strategies }: Card, { width }: WidthForm): Sheet {
  const { prefix, short } = sharedPrefix(strategies.map(({ name }) => name));
  const names = strategies.map(({ name }) => name);
  const label = (name: string) => shortened(short(name), 0.55 * width);
  const marginLeft = Math.max(...names.map((name) => textWidth(label(name)))) + 14;
  const bars = strategies.flatMap(({ name, asBuyer, asSeller }) => [
    { name, x1: 0, x2: asBuyer, fill: buyerColor },
    { name, x1: asBuyer, x2: asBuyer + asSeller, fill: sellerColor },
  ]);
  return {
    minWidth: width,
    title: 'Who played',
    subtitle: `negotiations of each strategy${prefix && `; all names begin with ${prefix}`}`,
    rows: [
      {
        panels: [
          {
            options: {
              width,
              height: 20 * strategies.length + 40,
              ...MARGINS,
              marginLeft,
              marginBottom: 32,
              x: { domain: [0, Math.max(...strategies.map((s) => s.asBuyer + s.asSeller))], nice: true },
              y: { domain: names, axis: null, padding: 0.2 },
              marks: [
                gridX(gridStyle),
                barX(bars, { x1: 'x1', x2: 'x2', y: 'name', fill: 'fill' }),
                axisX({ ...axisText, label: null, ticks: 4, tickFormat: grouped, tickSize: 3 }),
                text(names, {
                  y: (name: string) => name,
                  frameAnchor: 'left',
                  textAnchor: 'end',
                  dx: -8,
                  text: label,
                  fontSize,
                  fill: ink,
                }),
              ],
            },
          },
        ],
      },
    ],
    notes: ['Blue: as the buyer. Orange: as the seller.'],
  };
}

const MOST_IN_MATRIX = 24;
const MOST_SIDE = 48;

function pairChart({ pairs, strategies }: Card, { width, dark }: ThemeForm): Sheet {
  const names = strategies.map(({ name }) => name);
  const { prefix, short } = sharedPrefix(names);
  const longest = Math.max(...names.map((name) => textWidth(short(name))));
  const most = Math.max(...pairs.map(({ count }) => count));
  const margins = { marginLeft: longest + 16, marginTop: 0.72 * longest + 26, marginRight: 0.72 * longest + 8 };
  const room = (width - margins.marginLeft - margins.marginRight) / names.length;
  const side = Math.max(24, textWidth(grouped(most)) + 8, Math.min(MOST_SIDE, Math.floor(room)));
  const color = sequential(most, dark);
  const fill = scale({ color }) as unknown as { apply(value: number): string };
  const missing = names.length ** 2 - pairs.length;
  return {
    minWidth: width,
    title: 'Who met whom',
    subtitle: `negotiations of the row as the buyer with the column as the seller${prefix && `; all names begin with ${prefix}`}`,
    rows: [
      {
        panels: [
          {
            options: {
              width: margins.marginLeft + side * names.length + margins.marginRight,
              height: margins.marginTop + side * names.length + 8,
              ...margins,
              marginBottom: 8,
              x: { domain: names, axis: null, padding: 0.04 },
              y: { domain: names, axis: null, padding: 0.04 },
              color,
              marks: [
                cell(pairs, { x: 'seller', y: 'buyer', fill: 'count' }),
                text(pairs, {
                  x: 'seller',
                  y: 'buyer',
                  text: ({ count }: { count: number }) => grouped(count),
                  fontSize: fontSize - 2,
                  fill: ({ count }: { count: number }) => (isDark(fill.apply(count)) === dark ? ink : paper),
                }),
                text(names, {
                  y: (name: string) => name,
                  frameAnchor: 'left',
                  textAnchor: 'end',
                  dx: -8,
                  text: (name: string) => short(name),
                  fontSize,
                  fill: ink,
                }),
                text(names, {
                  x: (name: string) => name,
                  frameAnchor: 'top',
                  textAnchor: 'start',
                  rotate: -45,
                  dy: -8,
                  text: (name: string) => short(name),
                  fontSize,
                  fill: ink,
                }),
              ],
            },
          },
        ],
      },
    ],
    notes: missing > 0 ? [`${grouped(missing)} of ${grouped(names.length ** 2)} pairs never met.`] : [],
  };
}
