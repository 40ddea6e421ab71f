/**
 * The concession chart of one episode with a price or another number at issue: both sides' offers against the turn, and what the offers were aiming at.
 *
 * The zone of agreement is a band; where it is empty the gap between the reservations is hatched instead. Reservations,
 * targets and the list price are thin rules, labelled in a column on the right; the deal is ringed. Both sides' secrets are
 * shown: this is a picture for whoever studies the game, not for who plays it.
 */
import { axisX, axisY, dot, gridY, line, type Markish, rect, ruleY, text } from '@observablehq/plot';
import type { Episode } from '../../core/index.ts';
import { axisText, type Frame, halo, type SideLabel, sideLabels, textWidth } from './labels.ts';
import { type PricePoint, type PriceSeat, type PriceStory, priceStory } from './offers.ts';
import { buyerColor, fontSize, gapColor, ink, muted, paper, sellerColor, zoneColor } from './palette.ts';
import { gridStyle, hatched, type Sheet } from './sheet.ts';

export const seatColor: Readonly<Record<PriceSeat, string>> = { buyer: buyerColor, seller: sellerColor };

const INSIDE = { width: 540, height: 340 };
/** With the edges of the sheet, a phone's page. */
const NARROW = { width: 324, height: 220 };
const MARGINS = { marginTop: 28, marginBottom: 42 };

/** The narrow form, for phones, has its labels below. */
export function concessionChart(episode: Episode, { narrow = false } = {}): Sheet {
  const story = priceStory(episode);
  const { title, turnLimit, unit, sides, deal, ending, money } = story;
  const turns = shownTurns(turnLimit, story.lastTurn);
  const levels = levelsOf(story);
  const prices = [...levels.map((level) => level.price), ...story.offers.map((offer) => offer.price)];
  const range = padded(prices, 0.09);
  const marginLeft = priceMargin(range[1]);
  const size = narrow ? { width: NARROW.width - marginLeft - 8, height: NARROW.height } : INSIDE;
  const frame: Frame = { ...size, x: [0.5, turns + 0.5], y: range };
  // Beside the ring where there is room up to the edge, else with the other labels.
  const room = deal ? ((frame.x[1] - deal.turn) * size.width) / (frame.x[1] - frame.x[0]) : 0;
  const dealInColumn = room < 20 + 1.2 * textWidth(dealWords(story));
  const labels: SideLabel[] = [
    ...levels.map(({ words, price, color }) => ({
      words: `${words} ${money(price)}`,
      x: frame.x[1],
      y: price,
      color,
    })),
    { ...bandLabel(story), x: frame.x[1] },
    ...(deal && dealInColumn
      ? [{ words: dealWords(story), x: deal.turn + 0.3, y: deal.price, color: ink, bold: true }]
      : []),
  ];
  const marginRight = narrow ? 8 : 24 + Math.max(...labels.map((label) => textWidth(label.words)));
  return {
    title: `${title}: ${ending}`,
    subtitle: `${sides.buyer.seat} ${episode.seats[sides.buyer.seat]?.spec} against ${sides.seller.seat} ${episode.seats[sides.seller.seat]?.spec}, seed ${episode.seed}`,
    ...(narrow && {
      minWidth: NARROW.width,
      notes: labels.toSorted((a, b) => b.y - a.y).map(({ words }) => words),
    }),
    rows: [
      {
        panels: [
          {
            options: {
              width: marginLeft + size.width + marginRight,
              height: MARGINS.marginTop + size.height + MARGINS.marginBottom,
              ...MARGINS,
              marginLeft,
              marginRight,
              x: { domain: frame.x },
              y: { domain: frame.y },
              marks: [
                gridY({ ...gridStyle, ticks: 6 }),
                ...zoneMarks(story, frame.x),
                ruleY(levels, { y: 'price', stroke: 'color', strokeWidth: 1, strokeDasharray: '3,3' }),
                axisX({
                  ...axisText,
                  label: 'turn',
                  labelAnchor: 'center',
                  labelArrow: 'none',
                  tickSize: 3,
                  ticks: turnTicks(turns),
                }),
                axisY({ ...axisText, label: unit, tickSize: 0, ticks: 6 }),
                ...offerMarks(story, { strokeWidth: 2, r: 3.5 }),
                ...seatNames(story),
                ...(deal && !dealInColumn
                  ? [
                      text([deal], {
                        x: 'turn',
                        y: 'price',
                        text: [dealWords(story)],
                        dx: 12,
                        textAnchor: 'start',
                        fontWeight: 600,
                        fontSize: fontSize + 1,
                        fill: ink,
                        ...halo,
                      }),
                    ]
                  : []),
                ...(narrow ? [] : sideLabels(labels, frame)),
              ],
            },
          },
        ],
      },
    ],
  };
}

function dealWords({ deal, money, sides }: PriceStory): string {
  if (!deal) return '';
  return `deal ${money(deal.price)}, ${deal.accepted ? `${sides[deal.seat].seat} accepts` : 'offers cross'}`;
}

/** Room for the ticks of a price axis that ends here. */
export function priceMargin(high: number): number {
  return Math.max(56, 24 + 1.1 * textWidth(Math.round(high).toLocaleString('en-US')));
}

/** The whole horizon, unless the game ended in a small part of a long one. */
export function shownTurns(turnLimit: number, lastTurn: number): number {
  return Math.min(turnLimit, Math.max(20, 2 * lastTurn));
}

/** From the lowest to the highest value, with some of the distance added at either end. */
export function padded(values: readonly number[], share: number): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const pad = share * (high - low || Math.abs(high) || 1);
  return [low - pad, high + pad];
}

/** The zone of agreement as a band, or the hatched gap where there is none. */
export function zoneMarks({ zone }: PriceStory, [x1, x2]: readonly [number, number], facet = {}): Markish[] {
  const band = [{ x1, x2, y1: Math.min(zone.low, zone.high), y2: Math.max(zone.low, zone.high) }];
  const sides = { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2', ...facet } as const;
  if (zone.width > 0) return [rect(band, { ...sides, fill: zoneColor, fillOpacity: 0.12 })];
  return [rect(band, { ...sides, fill: hatched })];
}

/** Both sides' offers as lines with points; whoever accepts is drawn up to the deal, which is ringed. */
export function offerMarks(
  { offers, deal }: PriceStory,
  { strokeWidth, r }: { strokeWidth: number; r: number },
  facet = {},
): Markish[] {
  const ways = offers.concat(deal?.accepted ? [deal] : []);
  const color = (point: PricePoint) => seatColor[point.seat];
  return [
    // Offers that cross close at the one that stood first: a dotted line leads from the second to the deal.
    line(deal && !deal.accepted ? [...offers.slice(-1), deal] : [], {
      x: 'turn',
      y: 'price',
      stroke: color,
      strokeWidth,
      strokeDasharray: '1,4',
      ...facet,
    }),
    line(ways, { x: 'turn', y: 'price', z: 'seat', stroke: color, strokeWidth, ...facet }),
    dot(offers, { x: 'turn', y: 'price', r, fill: color, stroke: paper, strokeWidth: r / 4, ...facet }),
    dot(deal ? [deal] : [], { x: 'turn', y: 'price', r: r * 1.7, fill: paper, stroke: ink, strokeWidth, ...facet }),
    dot(deal ? [deal] : [], { x: 'turn', y: 'price', r: r * 0.7, fill: ink, ...facet }),
  ];
}

interface Level {
  readonly words: string;
  readonly price: number;
  readonly color: string;
}

/** Rules at the prices that matter; those at the same price share one. */
function levelsOf({ sides, reference }: PriceStory): Level[] {
  const { buyer, seller } = sides;
  const all: Level[] = [
    { words: `${buyer.seat}'s maximum`, price: buyer.reservation, color: buyerColor },
    { words: `${seller.seat}'s minimum`, price: seller.reservation, color: sellerColor },
    ...[buyer, seller].flatMap(({ seat, side, target }) =>
      target === undefined ? [] : [{ words: `${seat}'s target`, price: target, color: seatColor[side] }],
    ),
    ...(reference ? [{ words: reference.called, price: reference.amount, color: muted }] : []),
  ];
  const levels: Level[] = [];
  for (const level of all) {
    const same = levels.findIndex((other) => other.price === level.price);
    const other = levels[same];
    if (other) levels[same] = { ...other, words: `${other.words}, ${level.words}` };
    else levels.push(level);
  }
  return levels;
}

function bandLabel({ zone, money }: PriceStory): Omit<SideLabel, 'x'> {
  const y = (zone.low + zone.high) / 2;
  return zone.width > 0
    ? { words: `zone of agreement, ${money(zone.width)} wide`, y, color: zoneColor, bold: true }
    : { words: `gap of ${money(-zone.width)}: no price suits both`, y, color: gapColor, bold: true };
}

/** Each side's name at its first offer, on the side it comes from. */
function seatNames({ offers, sides }: PriceStory): Markish[] {
  return (['buyer', 'seller'] as const).flatMap((seat) => {
    const first = offers.find((offer) => offer.seat === seat);
    if (!first) return [];
    return text([first], {
      x: 'turn',
      y: 'price',
      text: [`${sides[seat].seat}'s offers`],
      dy: seat === 'seller' ? -14 : 14,
      dx: -4,
      textAnchor: 'start',
      fontSize,
      fontWeight: 600,
      fill: seatColor[seat],
      ...halo,
    });
  });
}

/** The first turn, and then whole steps. */
export function turnTicks(turns: number): number[] {
  const step = turns <= 10 ? 1 : 5 * Math.ceil(turns / 30);
  const steps = Array.from({ length: Math.floor(turns / step) }, (_, i) => (i + 1) * step);
  return step === 1 ? steps : [1, ...steps];
}
