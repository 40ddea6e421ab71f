/**
 * Utility space: what every outcome is worth to both seats, the Pareto frontier, the bargaining solutions and the deal.
 *
 * Input is plain numbers, so any domain with two seats can be drawn: all outcomes of an items game, or prices along a zone.
 * `solutionPoints` names the solutions over the same list (core/theory); those that pick the same point share a label. The
 * frontier is that of the listed outcomes: the line between its points joins them and promises no lotteries.
 */
import { axisX, axisY, dot, gridX, gridY, line, ruleX, ruleY } from '@observablehq/plot';
import {
  egalitarianSolution,
  kalaiSmorodinskySolution,
  nashSolution,
  paretoFrontier,
  type UtilityVector,
  utilitarianSolution,
} from '../../core/theory/index.ts';
import { padded } from './concession-chart.ts';
import { axisText, type Frame, type SideLabel, sideLabels, textWidth } from './labels.ts';
import { buyerColor, ink, muted, paper, sellerColor, zoneColor } from './palette.ts';
import { gridStyle, type Sheet } from './sheet.ts';

export interface LabelledPoint {
  readonly label: string;
  readonly at: UtilityVector;
}

export interface UtilitySpace {
  readonly title: string;
  readonly subtitle?: string;
  /** The two seats, in the order of every vector. */
  readonly seats: readonly [string, string];
  readonly outcomes: readonly UtilityVector[];
  readonly disagreement: UtilityVector;
  /** As from `solutionPoints`. */
  readonly solutions: readonly LabelledPoint[];
  /** Where the game ended, when it did with a deal. */
  readonly deal?: LabelledPoint;
}

const INSIDE = { width: 440, height: 440 };
/** More points than this are a line. */
const CROWD = 60;
const MARGINS = { marginLeft: 56, marginTop: 28, marginBottom: 46 };

const solvers = [
  ['Nash', nashSolution],
  ['Kalai-Smorodinsky', kalaiSmorodinskySolution],
  ['egalitarian', egalitarianSolution],
  ['utilitarian', utilitarianSolution],
] as const;

/** The four solutions over a list of outcomes; none where no outcome suits both seats. */
export function solutionPoints(outcomes: readonly UtilityVector[], disagreement: UtilityVector): LabelledPoint[] {
  const points: LabelledPoint[] = [];
  for (const [label, solve] of solvers) {
    const index = solve(outcomes, disagreement);
    if (index === undefined) continue;
    const at = outcomes[index] as UtilityVector;
    const same = points.findIndex((point) => point.at[0] === at[0] && point.at[1] === at[1]);
    const other = points[same];
    if (other) points[same] = { at, label: `${other.label}, ${label}` };
    else points.push({ at, label });
  }
  return points;
}

export function frontier({ title, subtitle, seats, outcomes, disagreement, solutions, deal }: UtilitySpace): Sheet {
  const all = [...outcomes, disagreement, ...solutions.map(({ at }) => at), ...(deal ? [deal.at] : [])];
  const wrong = all.find((point) => point.length !== 2);
  if (wrong) throw new RangeError(`got a point of ${wrong.length} seats, expected two`);
  const best = paretoFrontier(outcomes)
    .map((index) => outcomes[index] as UtilityVector)
    .toSorted((a, b) => (a[0] as number) - (b[0] as number));
  const inside: Frame = {
    ...INSIDE,
    x: padded(
      all.map((point) => point[0] as number),
      0.05,
    ),
    y: padded(
      all.map((point) => point[1] as number),
      0.05,
    ),
  };
  const label = (words: string, at: UtilityVector, color: string, bold = false): SideLabel => ({
    words: `${words} (${at.map((u) => u.toFixed(2)).join(', ')})`,
    x: (at[0] as number) + (8 * (inside.x[1] - inside.x[0])) / INSIDE.width,
    y: at[1] as number,
    color,
    bold,
  });
  const labels = [
    ...solutions.map((point) => label(point.label, point.at, zoneColor)),
    ...(deal ? [label(deal.label, deal.at, ink, true)] : []),
    // Its rule already leads to the edge.
    { ...label('no deal', disagreement, muted), x: inside.x[1] },
  ];
  const marginRight = 28 + Math.max(...labels.map(({ words }) => textWidth(words)));
  const legend = [
    `Dots: ${outcomes.length} outcomes, of which ${best.length} lie on the Pareto frontier (line).`,
    ...(solutions.length > 0 ? ['Diamonds: solutions.'] : ['No outcome suits both.']),
    ...(deal ? ['Ring: the deal.'] : []),
  ].join(' ');
  const [x, y] = [(point: UtilityVector) => point[0] as number, (point: UtilityVector) => point[1] as number];
  const at = { x: (point: LabelledPoint) => x(point.at), y: (point: LabelledPoint) => y(point.at) };
  return {
    title,
    ...(subtitle !== undefined && { subtitle }),
    notes: [legend],
    rows: [
      {
        panels: [
          {
            options: {
              width: MARGINS.marginLeft + INSIDE.width + marginRight,
              height: MARGINS.marginTop + INSIDE.height + MARGINS.marginBottom,
              ...MARGINS,
              marginRight,
              x: { domain: inside.x },
              y: { domain: inside.y },
              marks: [
                gridX({ ...gridStyle, ticks: 6 }),
                gridY({ ...gridStyle, ticks: 6 }),
                ruleX([disagreement[0] as number], { stroke: muted, strokeDasharray: '3,3' }),
                ruleY([disagreement[1] as number], { stroke: muted, strokeDasharray: '3,3' }),
                axisX({
                  ...axisText,
                  ticks: 6,
                  tickSize: 0,
                  label: `utility of ${seats[0]}`,
                  labelAnchor: 'center',
                  labelArrow: 'none',
                }),
                axisY({ ...axisText, ticks: 6, tickSize: 0, label: `utility of ${seats[1]}` }),
                dot(outcomes, { x, y, r: 2.5, fill: muted, fillOpacity: 0.35 }),
                line(best, { x, y, stroke: buyerColor, strokeWidth: 1.5 }),
                dot(best.length <= CROWD ? best : [], { x, y, r: 2.5, fill: buyerColor }),
                ...sideLabels(labels, inside),
                dot([disagreement], { x, y, r: 4, symbol: 'square', fill: muted }),
                dot(solutions, { ...at, r: 6, symbol: 'diamond', fill: zoneColor, stroke: paper, strokeWidth: 1 }),
                dot(deal ? [deal] : [], { ...at, r: 6.5, stroke: sellerColor, strokeWidth: 2.5 }),
              ],
            },
          },
        ],
      },
    ],
  };
}
