/**
 * Interactions: a grid of pairings, buyers down and sellers across, each cell the concession chart of one game in small.
 *
 * The band is the zone of agreement (hatched where it is empty), the ring is the deal; the figure above each cell is
 * its price, or how the game ended without one. One game shows how two scripts move each other, not who is better: for that
 * see heatmap.ts.
 */
import { axisFx, axisFy, axisX, axisY, frame, type Markish, text } from '@observablehq/plot';
import type { Episode } from '../../core/index.ts';
import { offerMarks, padded, priceMargin, shownTurns, zoneMarks } from './concession-chart.ts';
import { axisText, sharedPrefix, textWidth, wrapped } from './labels.ts';
import { type PriceStory, priceStory } from './offers.ts';
import { buyerColor, faint, fontSize, gapColor, muted, sellerColor, zoneColor } from './palette.ts';
import type { Sheet } from './sheet.ts';

const LINE = fontSize + 3;

/** One episode for each pairing that is shown, named by the specs in its seats; all of one scenario, to share the axes. */
export function interactions(episodes: readonly Episode[], { about }: { about?: string } = {}): Sheet {
  const [first] = episodes;
  if (!first) throw new RangeError('got no episodes, expected at least one');
  const cells = episodes.map((episode) => {
    const story = priceStory(episode);
    return { ...sitters(episode, story), story };
  });
  const seen = new Set<string>();
  for (const [i, { buyer, seller }] of cells.entries()) {
    if (episodes[i]?.scenario.id !== first.scenario.id) {
      throw new RangeError(`got games of ${first.scenario.id} and ${episodes[i]?.scenario.id}, expected one scenario`);
    }
    const pair = JSON.stringify([buyer, seller]);
    if (seen.has(pair)) throw new RangeError(`got two games of ${buyer} against ${seller}, expected one a pairing`);
    seen.add(pair);
  }
  const buyers = [...new Set(cells.map((cell) => cell.buyer))];
  const sellers = [...new Set(cells.map((cell) => cell.seller))];
  const cell = sellers.length > 10 ? { width: 96, height: 84 } : { width: 128, height: 104 };
  const { zone, title, unit, turnLimit, sides, money } = (cells[0] as (typeof cells)[0]).story;
  const turns = shownTurns(turnLimit, Math.max(...cells.map(({ story }) => story.lastTurn)));
  const y = padded([zone.low, zone.high, ...cells.flatMap(({ story }) => story.offers.map((o) => o.price))], 0.06);
  const deals = cells.filter(({ story }) => story.deal).length;
  const x: readonly [number, number] = [0, turns + 1];
  const { prefix, short } = sharedPrefix([...buyers, ...sellers]);
  const across = Math.floor(cell.width / (1.15 * textWidth('x')));
  const marginTop = 30 + LINE * Math.max(...sellers.map((name) => wrapped(short(name), across).split('\n').length));
  const marginLeft = priceMargin(y[1]);
  const down = 18;
  const marginRight =
    16 +
    Math.max(
      ...buyers.flatMap((name) =>
        wrapped(name, down)
          .split('\n')
          .map((l) => textWidth(l)),
      ),
    );
  return {
    title: `${deals} of ${cells.length} pairings close a deal: ${title}`,
    subtitle: `${about ?? `one game each, the same scenario and seed (${first.seed})`}; ${sides.buyer.seat}s down, ${sides.seller.seat}s across${prefix && `; all names begin with ${prefix}`}`,
    notes: [
      `Band: ${zone.width > 0 ? 'the zone of agreement' : 'the gap, no price suits both'}, ${money(Math.min(zone.low, zone.high))} to ${money(Math.max(zone.low, zone.high))}. Ring: the deal.`,
    ],
    rows: [
      {
        panels: [
          {
            options: {
              width: marginLeft + sellers.length * cell.width + marginRight,
              height: marginTop + buyers.length * cell.height + 42,
              marginLeft,
              marginRight,
              marginTop,
              marginBottom: 42,
              x: { domain: x },
              y: { domain: y, insetTop: 18 },
              fx: { domain: sellers, padding: 0.06 },
              fy: { domain: buyers, padding: 0.06 },
              marks: [
                frame({ stroke: faint }),
                ...cells.flatMap(({ buyer, seller, story }) =>
                  cellMarks(story, x, { fx: () => seller, fy: () => buyer }),
                ),
                axisFx({
                  ...names,
                  fill: sellerColor,
                  tickFormat: (name: string) => wrapped(short(name), across),
                  label: sides.seller.seat,
                  anchor: 'top',
                }),
                axisFy({
                  ...names,
                  fill: buyerColor,
                  tickFormat: (name: string) => wrapped(short(name), down),
                  label: sides.buyer.seat,
                  anchor: 'right',
                }),
                axisX({
                  ...axisText,
                  label: 'turn',
                  labelAnchor: 'center',
                  labelArrow: 'none',
                  tickSize: 3,
                  ticks: [1, turns],
                }),
                axisY({ ...axisText, label: unit, tickSize: 3, ticks: 3 }),
              ],
            },
          },
        ],
      },
    ],
  };
}

const names = { fontSize, fontWeight: 600, labelArrow: 'none' } as const;

function cellMarks(story: PriceStory, x: readonly [number, number], facet: object): Markish[] {
  const { deal, ending } = story;
  return [
    ...zoneMarks(story, x, facet),
    ...offerMarks(story, { strokeWidth: 1.25, r: 1.75 }, facet),
    text([deal ? story.money(deal.price) : ending.replace(/ in .*/, '')], {
      ...facet,
      text: (words: string) => words,
      frameAnchor: 'top',
      dy: 3,
      fontSize: fontSize - 1,
      fill: deal ? zoneColor : story.zone.width > 0 ? gapColor : muted,
    }),
  ];
}

function sitters({ seats, id }: Episode, { sides }: PriceStory): { buyer: string; seller: string } {
  const [buyer, seller] = [seats[sides.buyer.seat], seats[sides.seller.seat]];
  if (!buyer || !seller) throw new RangeError(`got episode ${id} without a sitter on each side, expected both seats`);
  return { buyer: buyer.spec, seller: seller.spec };
}
