/** A negotiation as text for the terminal: the brief, the acts, the end and a few numbers. Each domain tells its own part. */
import pc from 'picocolors';
import { speechOf, type Teller } from '../agents/index.ts';
import {
  type Act,
  type BargainingAct,
  type Episode,
  type Event,
  endingOf,
  metrics,
  type OfferAct,
  type Result,
  type Scenario,
  type Seat,
} from '../core/index.ts';

export const tellerOf = ({ domain }: Scenario): Teller => speechOf(domain).tell;
const COLOURS = [pc.cyan, pc.yellow];

/** The few numbers that a person wants to see first. */
const FIRST_METRICS = ['utility', 'rho', 'turns'];

export function showScenario(scenario: Scenario, seats: Episode['seats']): string {
  const teller = tellerOf(scenario);
  const { title, lines } = teller.facts(scenario);
  const sides = seatsOf(scenario).map((seat) => {
    const who = paint(scenario, seat, seat.padEnd(7));
    return `${who} ${seats[seat]?.spec}\n        ${pc.dim(`private: ${teller.secrets(scenario, seat)}`)}`;
  });
  const room = teller.room(scenario);
  return [pc.bold(title), ...lines, '', ...sides, ...(room === undefined ? [] : [room])].join('\n');
}

/** What one seat may know before the game, and who sits across. */
export function showBrief(scenario: Scenario, seat: Seat, across: string): string {
  const teller = tellerOf(scenario);
  const { title, lines } = teller.facts(scenario);
  const own = `you are ${paint(scenario, seat, seat)}: ${teller.secrets(scenario, seat)}`;
  return [pc.bold(title), ...lines, '', own, `across sits ${across}`].join('\n');
}

/** Tells events one by one, as they happen; private notes are not told. */
export function storyteller(scenario: Scenario): (event: Event) => string | undefined {
  // Where several offer in one turn, the turn alone does not say which is accepted, and the result will.
  const offers = new Map<number, OfferAct | undefined>();
  return (event) => {
    if (event.type === 'agent-note' || event.type === 'belief-stated') return undefined;
    const head = `${String(event.turn).padStart(3)} ${paint(scenario, event.seat, event.seat.padEnd(7))}`;
    if (event.type === 'action-refused') return `${head} ${pc.red('refused')} ${event.reason}`;
    if (event.type === 'agent-failed') return `${head} ${pc.red('failed')} ${event.reason}`;
    if (event.type === 'seat-forfeited') return `${head} ${pc.red('is out')} ${event.reason}`;
    const { act } = event;
    if (act.type === 'offer') offers.set(event.turn, offers.has(event.turn) ? undefined : (act as OfferAct));
    return `${head} ${showAct(act, scenario, offers)}`;
  };
}

export function showEvents(events: readonly Event[], scenario: Scenario): string {
  const tell = storyteller(scenario);
  return events.flatMap((event) => tell(event) ?? []).join('\n');
}

function showAct(given: Act, scenario: Scenario, offers: ReadonlyMap<number, OfferAct | undefined>): string {
  const teller = tellerOf(scenario);
  const words = given.words ? `  ${pc.italic(`"${given.words}"`)}` : '';
  const own = teller.act?.(scenario, given);
  if (own !== undefined) return `${own}${words}`;
  const act = given as BargainingAct<OfferAct>;
  switch (act.type) {
    case 'offer':
      return `offers  ${teller.offer(scenario, act)}${words}`;
    case 'accept': {
      const accepted = offers.get(act.offer);
      return `${pc.green('accepts')}${accepted ? ` ${teller.offer(scenario, accepted)}` : ''}${words}`;
    }
    case 'reject':
      return `rejects${words}`;
    case 'walk':
      return `${pc.red('walks')}${words}`;
    case 'say':
      return `says${words}`;
    default:
      return `${given.type}${words}`;
  }
}

/** How a game ended, in the words of its domain. */
export function ending(result: Result, scenario: Scenario): string {
  const teller = tellerOf(scenario);
  return endingOf(result, {
    deal: (deal) => teller.deal(scenario, deal),
    conclusion: (conclusion) => teller.conclusion?.(scenario, conclusion) ?? JSON.stringify(conclusion),
  });
}

export function showResult(result: Result, scenario: Scenario): string {
  const reached = result.kind === 'agreement' || result.kind === 'concluded';
  return (reached ? pc.green : pc.red)(ending(result, scenario));
}

/** The first metrics that apply, per seat or once. */
export function showMetrics(episode: Episode): string {
  const seats = seatsOf(episode.scenario);
  const width = Math.max(...FIRST_METRICS.map((name) => name.length));
  const lines = [`${''.padEnd(width)}${seats.map((seat) => paint(episode.scenario, seat, seat.padStart(9))).join('')}`];
  for (const name of FIRST_METRICS) {
    const metric = metrics.find((m) => m.name === name);
    if (!metric) throw new Error(`there is no metric "${name}"`);
    const values = (metric.per === 'seat' ? seats : seats.slice(0, 1)).map((seat) => metric.of(episode, seat));
    if (values.every((value) => value === undefined)) continue;
    const text = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(3));
    const cells = values.map((value) => (value === undefined ? '-' : text(value)).padStart(9)).join('');
    lines.push(`${name.padEnd(width)}${cells}`);
  }
  return lines.join('\n');
}

function seatsOf(scenario: Scenario): readonly Seat[] {
  return Object.keys(scenario.private);
}

function paint(scenario: Scenario, seat: Seat, text: string): string {
  return (COLOURS[seatsOf(scenario).indexOf(seat)] ?? pc.white)(text);
}
