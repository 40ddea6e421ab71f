/** A price negotiation as text for the terminal: the brief, the acts, the end and a few numbers. */
import pc from 'picocolors';
import {
  type Episode,
  type Event,
  formatPrice,
  metrics,
  type PriceAct,
  type PriceDeal,
  type PricePrivate,
  type PriceScenario,
  price,
  type Result,
  type Seat,
  zoneOf,
} from '../core/index.ts';

const COLOURS: Readonly<Record<Seat, (text: string) => string>> = { buyer: pc.cyan, seller: pc.yellow };

export function showScenario(scenario: PriceScenario, seats: Episode['seats']): string {
  const { item, turnLimit, opens } = scenario.public;
  const money = (amount: number) => formatPrice(amount, item.currency);
  const zone = zoneOf(scenario);
  const side = (seat: Seat, limit: string) => {
    const { reservation, target } = scenario.private[seat] as PricePrivate;
    const who = paint(seat, seat.padEnd(7));
    return `${who} ${seats[seat]?.spec}\n        ${pc.dim(`private: ${limit} ${money(reservation)}, hopes for ${money(target)}`)}`;
  };
  return [
    pc.bold(item.title),
    item.description,
    `list price ${money(item.listPrice)}, ${turnLimit} turns, the ${opens} opens`,
    '',
    side('buyer', 'pays at most'),
    side('seller', 'takes at least'),
    zone.width > 0
      ? `zone    ${money(zone.low)} to ${money(zone.high)}, ${money(zone.width)} wide`
      : 'zone    empty: the best either side can do is walk away',
  ].join('\n');
}

/** One line for an event, or nothing for a private note. */
export function showEvent(
  event: Event,
  scenario: PriceScenario,
  standing: ReadonlyMap<number, number>,
): string | undefined {
  switch (event.type) {
    case 'action-taken':
      return `${String(event.turn).padStart(3)} ${paint(event.seat, event.seat.padEnd(7))} ${showAct(event.act as PriceAct, scenario, standing)}`;
    case 'action-refused':
      return `${String(event.turn).padStart(3)} ${paint(event.seat, event.seat.padEnd(7))} ${pc.red('refused')} ${event.reason}`;
    case 'agent-failed':
      return `${String(event.turn).padStart(3)} ${paint(event.seat, event.seat.padEnd(7))} ${pc.red('failed')} ${event.reason}`;
    case 'agent-note':
      return undefined;
    default:
      return event satisfies never;
  }
}

export function showEvents(events: readonly Event[], scenario: PriceScenario): string {
  const standing = new Map<number, number>();
  const lines: string[] = [];
  for (const event of events) {
    const line = showEvent(event, scenario, standing);
    if (line !== undefined) lines.push(line);
    rememberOffer(event, standing);
  }
  return lines.join('\n');
}

/** Offers by the turn they were made in, so that an accept can show its price. */
export function rememberOffer(event: Event, standing: Map<number, number>): void {
  if (event.type !== 'action-taken') return;
  const act = event.act as PriceAct;
  if (act.type === 'offer') standing.set(event.turn, act.price);
}

function showAct(act: PriceAct, scenario: PriceScenario, standing: ReadonlyMap<number, number>): string {
  const money = (amount: number) => formatPrice(amount, scenario.public.item.currency).padStart(10);
  const words = act.words ? `  ${pc.italic(`"${act.words}"`)}` : '';
  switch (act.type) {
    case 'offer':
      return `offers  ${money(act.price)}${words}`;
    case 'accept':
      return `${pc.green('accepts')} ${money(standing.get(act.offer) ?? Number.NaN)}${words}`;
    case 'reject':
      return `rejects ${''.padStart(10)}${words}`;
    case 'walk':
      return `${pc.red('walks')}   ${''.padStart(10)}${words}`;
    case 'say':
      return `says    ${''.padStart(10)}${words}`;
    default:
      return act satisfies never;
  }
}

export function showResult(result: Result, scenario: PriceScenario): string {
  switch (result.kind) {
    case 'agreement': {
      const amount = formatPrice((result.deal as PriceDeal).price, scenario.public.item.currency);
      return pc.green(`deal at ${amount} in turn ${result.turn}`);
    }
    case 'no-deal':
      return pc.red(`no deal in ${result.turn} turns`);
    case 'walked':
      return pc.red(`the ${result.by} walked in turn ${result.turn}`);
    case 'forfeited':
      return pc.red(`the ${result.by} forfeited in turn ${result.turn}: ${result.reason}`);
    case 'failed':
      return pc.red(`failed in turn ${result.turn}: the ${result.by} broke down: ${result.reason}`);
    default:
      return result satisfies never;
  }
}

/** Metrics that apply, per seat or once, as two columns. */
export function showMetrics(episode: Episode, names: readonly string[]): string {
  const seats = price.seats(episode.scenario as PriceScenario);
  const width = Math.max(...names.map((name) => name.length));
  const lines = [`${''.padEnd(width)}${seats.map((seat) => paint(seat, seat.padStart(9))).join('')}`];
  for (const name of names) {
    const metric = metrics.find((m) => m.name === name);
    if (!metric) continue;
    const values = (metric.per === 'seat' ? seats : seats.slice(0, 1)).map((seat) => metric.of(episode, seat));
    if (values.every((value) => value === undefined)) continue;
    const cells = values.map((value) => (value === undefined ? '-' : value.toFixed(3)).padStart(9)).join('');
    lines.push(`${name.padEnd(width)}${cells}`);
  }
  return lines.join('\n');
}

function paint(seat: Seat, text: string): string {
  return (COLOURS[seat] ?? ((plain: string) => plain))(text);
}
