/**
 * Concession curves: what each script asks for, turn by turn, of an opponent that never moves. Many scripts on one page.
 *
 * Each script opens a real game of 20 turns on the Janus zone (400 to 900, public range 200 to 1500) against an opponent
 * frozen at the far end of the range, once as buyer and once as seller. An offer is drawn as its own gain over the width of
 * the zone, the utility it would bring: 1 asks for the whole zone, 0 is the own reservation. So both roles share one axis;
 * the seller's curve is drawn, dashed, only where it differs. Scripts that answer their opponent look idle here: see
 * interactions.ts for them.
 */
import { axisX, axisY, dot, gridY, line, ruleY } from '@observablehq/plot';
import {
  createRng,
  type Entry,
  makeScript,
  type PriceAct,
  type PriceScenario,
  price,
  runEpisode,
  type Script,
  type Strategy,
} from '../../core/index.ts';
import { padded, turnTicks } from './concession-chart.ts';
import { axisText, type Frame, sideLabels, textWidth } from './labels.ts';
import { type PriceSeat, priceStory } from './offers.ts';
import { muted, paper, series } from './palette.ts';
import { gridStyle, type Panel, type Sheet } from './sheet.ts';

export interface NamedScript {
  readonly name: string;
  readonly script: Script;
}

export interface ScriptGroup {
  /** Heading of a row of panels; groups with the same heading share it. */
  readonly heading?: string;
  /** Title of the panel. */
  readonly title?: string;
  /** `MOST_CURVES` at most. */
  readonly scripts: readonly NamedScript[];
}

export interface Asked {
  readonly turn: number;
  /** Utility the offer would bring to the side that makes it. */
  readonly share: number;
}

/** More cannot be told apart in one panel. */
export const MOST_CURVES = series.length;

const TURNS = 20;
const COLUMNS = 3;
/** Entries of one strategy that make a panel of their own. */
const FAMILY = 3;
const INSIDE = { width: 236, height: 180 };
const MARGINS = { marginLeft: 44, marginTop: 24, marginBottom: 40 };
/** A difference between the roles that an eye could see. */
const VISIBLE = 0.02;

/** The entries of a registry in panels: strategies with several entries one each, the others together. */
export function groupEntries(heading: string, entries: readonly Entry[]): ScriptGroup[] {
  const families = new Map<Strategy, Entry[]>();
  for (const entry of entries) families.set(entry.strategy, [...(families.get(entry.strategy) ?? []), entry]);
  const large = [...families].filter(([, members]) => members.length >= FAMILY);
  const others = [...families.values()].filter((members) => members.length < FAMILY).flat();
  const titled: [string, Entry[]][] = large.map(([{ name, about }, members]) => [`${name}: ${about}`, members]);
  if (others.length > 0) titled.push([large.length > 0 ? 'others' : '', others]);
  return titled.flatMap(([title, members]) => {
    const scripts = members.map(({ name, strategy, options }) => ({
      name,
      script: makeScript(name, strategy, options),
    }));
    return evenly(scripts, MOST_CURVES).map((some) => ({ heading, ...(title && { title }), scripts: some }));
  });
}

/** In as few parts as can be of at most `most`, of nearly the same size. */
export function evenly<T>(items: readonly T[], most: number): T[][] {
  return chunks(items, Math.ceil(items.length / Math.ceil(items.length / most)));
}

/** What a script asks for in each of its turns, against an opponent frozen at the far end of the range. */
export function concessionCurve(script: Script, seat: PriceSeat, seed = 1): Asked[] {
  const scenario = frozenGame(seat);
  const { low, high } = scenario.public.range;
  const frozen: Script = {
    name: 'frozen',
    act: (): PriceAct => ({ type: 'offer', price: seat === 'buyer' ? high : low }),
  };
  const agents = seat === 'buyer' ? { buyer: script, seller: frozen } : { buyer: frozen, seller: script };
  const play = runEpisode({ domain: price, scenario, agents, rng: createRng(seed).split('agents') });
  return priceStory({ domain: price.name, scenario, ...play })
    .offers.filter((offer) => offer.seat === seat)
    .map((offer) => ({
      turn: offer.turn,
      share: price.utility(scenario, seat, { kind: 'agreement', turn: offer.turn, by: seat, deal: offer }),
    }));
}

export function concessions(groups: readonly ScriptGroup[], { seed = 1 }: { seed?: number } = {}): Sheet {
  const curves = groups.map((group) => ({ ...group, ...curvesOf(group.scripts, seed) }));
  const silent = curves.flatMap((group) => group.silent);
  return curvesSheet(curves, {
    title: 'Concession curves: what each script asks for while its opponent does not move',
    subtitle: `share of the zone of agreement asked for in the script's own turns, ${TURNS} turns in all`,
    notes: [
      '1 asks for the whole zone, 0 is the own reservation. Solid: as buyer; dashed: as seller, where that differs.',
      ...(silent.length > 0 ? [`No offers, hence no curve: ${silent.join(', ')}.`] : []),
    ],
    turns: TURNS,
  });
}

export interface CurvePage {
  readonly title: string;
  readonly subtitle: string;
  readonly notes: readonly string[];
  readonly turns: number;
}

/** Curves in panels, three a row; panels with the same heading stand together. */
export function curvesSheet(
  groups: readonly { readonly heading?: string; readonly title?: string; readonly lines: readonly Line[] }[],
  { title, subtitle, notes, turns }: CurvePage,
): Sheet {
  const headings = [...new Set(groups.map((group) => group.heading))];
  // One width for all panels, so that they stand in columns.
  const marginRight =
    24 +
    Math.max(0, ...groups.flatMap(({ lines }) => lines.flatMap(({ names }) => names.map((name) => textWidth(name)))));
  return {
    title,
    subtitle,
    notes,
    rows: headings.flatMap((heading) => {
      const some = groups.filter((group) => group.heading === heading);
      const panels = some.map((group) => panelOf(group, marginRight, turns));
      return chunks(panels, COLUMNS).map((row, i) => ({
        ...(i === 0 && heading !== undefined && { heading }),
        panels: row,
      }));
    }),
  };
}

export interface Line {
  /** Scripts that ask for the same share one line. */
  readonly names: readonly string[];
  readonly buyer: readonly Asked[];
  /** Empty where it is the buyer's curve. */
  readonly seller: readonly Asked[];
}

function curvesOf(scripts: readonly NamedScript[], seed: number): { lines: Line[]; silent: string[] } {
  if (scripts.length > MOST_CURVES) {
    throw new RangeError(`got ${scripts.length} scripts for one panel, expected at most ${MOST_CURVES}`);
  }
  const lines = new Map<string, Line>();
  const silent: string[] = [];
  for (const { name, script } of scripts) {
    const buyer = concessionCurve(script, 'buyer', seed);
    const seller = concessionCurve(script, 'seller', seed);
    if (buyer.length === 0 && seller.length === 0) silent.push(name);
    else {
      const key = JSON.stringify([buyer, seller]);
      const same = lines.get(key);
      const names = same ? [...same.names, name] : [name];
      lines.set(key, { names, buyer, seller: differ(buyer, seller) ? seller : [] });
    }
  }
  return { lines: [...lines.values()], silent };
}

function differ(a: readonly Asked[], b: readonly Asked[]): boolean {
  return a.length !== b.length || a.some(({ share }, i) => Math.abs(share - (b[i] as Asked).share) > VISIBLE);
}

function panelOf(
  { title, lines }: { title?: string; lines: readonly Line[] },
  marginRight: number,
  turns: number,
): Panel {
  const shares = lines.flatMap(({ buyer, seller }) => [...buyer, ...seller].map(({ share }) => share));
  const frame: Frame = { ...INSIDE, x: [0.5, turns + 0.5], y: padded([0, 1, ...shares], 0.05) };
  const ends = lines.flatMap(({ names, buyer, seller }, i) => {
    const { turn, share } = buyer.at(-1) ?? (seller.at(-1) as Asked);
    return names.map((words) => ({ words, x: turn, y: share, color: series[i] as string }));
  });
  return {
    ...(title !== undefined && { title }),
    options: {
      width: MARGINS.marginLeft + INSIDE.width + marginRight,
      height: MARGINS.marginTop + INSIDE.height + MARGINS.marginBottom,
      ...MARGINS,
      marginRight,
      x: { domain: frame.x },
      y: { domain: frame.y },
      marks: [
        gridY({ ...gridStyle, ticks: 5 }),
        ruleY([0, 1], { stroke: muted, strokeWidth: 1 }),
        axisX({
          ...axisText,
          label: 'turn',
          labelAnchor: 'center',
          labelArrow: 'none',
          tickSize: 3,
          ticks: turnTicks(turns),
        }),
        axisY({ ...axisText, label: 'share asked for', tickSize: 0, ticks: 5 }),
        ...lines.flatMap(({ buyer, seller }, i) => {
          const place = { x: 'turn', y: 'share' } as const;
          const stroke = series[i];
          return [
            line(seller, { ...place, stroke, strokeWidth: 1.5, strokeDasharray: '4,3' }),
            line(buyer, { ...place, stroke, strokeWidth: 1.75 }),
            dot(buyer, { ...place, r: 2.25, fill: stroke, stroke: paper, strokeWidth: 0.5 }),
          ];
        }),
        ...sideLabels(ends, frame),
      ],
    },
  };
}

/** The mean game of the Janus sampler, with the studied side to open. */
function frozenGame(opens: PriceSeat): PriceScenario {
  return {
    domain: price.name,
    version: price.version,
    id: 'frozen',
    public: {
      item: { title: 'The item', category: 'item', description: 'One item.', listPrice: 1500, currency: 'USD' },
      range: { low: 200, high: 1500 },
      zoneWidth: 500,
      turnLimit: TURNS,
      opens,
      crossing: 'continue',
    },
    private: { buyer: { reservation: 900, target: 500 }, seller: { reservation: 400, target: 800 } },
  };
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const rows: T[][] = [];
  for (let i = 0; i < items.length; i += size) rows.push(items.slice(i, i + size));
  return rows;
}
