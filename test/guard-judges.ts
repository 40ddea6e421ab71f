/**
 * What each guard promises, written down a second time from outside: these read whole transcripts and share no code with the
 * guards. Each counts how often a seat broke each promise; a count above zero is a broken rule.
 */
import type { GuardName } from '../src/agents/guards/index.ts';
import {
  type ArenaAct,
  type ArenaScenario,
  type Episode,
  type ItemsAct,
  type ItemsScenario,
  type PriceScenario,
  type Seat,
  type Split,
  takenOf,
} from '../src/core/index.ts';
import { leaksIn } from './leak-detector.ts';
import { valuesNamedIn } from './value-detector.ts';

type Counts = Record<GuardName, number>;

const none = (): Counts => ({
  leak: 0,
  walkByRule: 0,
  aspiration: 0,
  monotone: 0,
  keepAgreement: 0,
  reservation: 0,
});

export function broken(episode: Episode, seat: Seat): Counts {
  return episode.domain === 'items' ? brokenInItems(episode, seat) : brokenForPrice(episode, seat);
}

/** What one seat across has done so far, in units in which more is better for the seat judged and 0 is its reservation. */
interface Across {
  /** Its offers; the last stands until it is rejected. */
  readonly offers: number[];
  standing: number | undefined;
  standingTurn: number;
  met: number | undefined;
  metTurn: number;
  left: boolean;
}

function brokenForPrice(episode: Episode, seat: Seat): Counts {
  const counts = { ...none(), leak: leaksIn(episode, seat).length };
  const { public: facts, private: secrets } = episode.scenario as PriceScenario | ArenaScenario;
  const arena = 'buyers' in facts ? facts : undefined;
  const { reservation, target, deadline } = secrets[seat] as PriceScenario['private'][string];
  const end = facts.deadlines === 'enforced' ? Math.min(facts.turnLimit, deadline ?? facts.turnLimit) : facts.turnLimit;
  const gain = (amount: number) => (seat === 'seller' ? amount - reservation : reservation - amount);
  const hope = Math.max(0, gain(target));
  const across = new Map<Seat, Across>();
  for (const other of seat !== 'seller' ? ['seller'] : (arena?.buyers ?? ['buyer'])) {
    across.set(other, { offers: [], standing: undefined, standingTurn: 0, met: undefined, metTurn: 0, left: false });
  }
  const present = () => [...across.values()].filter(({ left }) => !left);
  /** What an accept would take. */
  const onOffer = () => {
    if (!arena || seat !== 'seller') return [...across.values()][0]?.standing;
    const bids =
      arena.leavers === 'out'
        ? present().map(({ standing }) => standing)
        : [...across.values()].flatMap(({ offers }) => offers);
    const made = bids.filter((bid) => bid !== undefined);
    return made.length > 0 ? Math.max(...made) : undefined;
  };
  let own: number | undefined;
  const ownOffers: number[] = [];
  for (const { turn, seat: actor, act } of takenOf(episode) as {
    turn: number;
    seat: Seat;
    act: ArenaAct | { type: 'reject'; intent?: string };
  }[]) {
    const time = turn / end;
    if (actor === seat) {
      const metWith = present()
        .filter(({ met }) => met !== undefined && met >= 0)
        .sort((a, b) => b.metTurn - a.metTurn || (b.met as number) - (a.met as number))[0];
      const bound = metWith?.met;
      const theirs = onOffer();
      const offered = act.type === 'offer' ? gain(act.price) : undefined;
      // Where crossing closes, an offer that meets what stands takes it.
      const crosses = !arena && facts.crossing === 'close' && (offered ?? Infinity) <= (theirs ?? -Infinity);
      const accepted = act.type === 'accept' || crosses ? theirs : undefined;
      if ((offered ?? accepted ?? 0) < 0) counts.reservation += 1;
      if (offered !== undefined && offered > Math.min(...ownOffers)) counts.monotone += 1;
      if (metWith && bound !== undefined && act.type !== 'accept') {
        const wentBack = metWith.standing !== undefined && metWith.standingTurn > metWith.metTurn;
        if (theirs !== undefined && theirs >= bound) counts.keepAgreement += 1;
        else if (offered !== undefined ? offered > bound : act.type === 'walk' && !wentBack) counts.keepAgreement += 1;
      }
      if (accepted !== undefined && turn + 2 <= end) {
        // A cent of rounding.
        const least = Math.min(hope * (1 - time * time), bound ?? Number.POSITIVE_INFINITY, ...ownOffers) - 0.01;
        if (accepted < least) counts.aspiration += 1;
      }
      if (act.type === 'walk') {
        const sides = present().map(({ offers }) => offers);
        const best = Math.max(theirs ?? Number.NEGATIVE_INFINITY, ...sides.flat());
        if (best >= 0 || (time < 0.8 && !sides.every((offers) => hopeless(offers, end - turn)))) counts.walkByRule += 1;
      }
    }
    const them = actor === seat ? [...across.values()] : [across.get(actor)].filter((one) => one !== undefined);
    if (act.type === 'offer') {
      const amount = gain(act.price);
      if (actor === seat) own = ownOffers[ownOffers.push(amount) - 1];
      for (const one of them) {
        if (actor !== seat) [one.standing, one.standingTurn] = [one.offers[one.offers.push(amount) - 1], turn];
        if (own !== undefined && one.standing !== undefined && own <= one.standing)
          [one.met, one.metTurn] = [actor === seat ? one.standing : own, turn];
      }
    } else if (act.type === 'reject') {
      for (const one of them) {
        if (actor === seat) one.standing = undefined;
        else [own, one.met] = [undefined, undefined];
      }
    } else if (act.type === 'say' && act.intent === 'agree') {
      for (const one of them) {
        const named = actor === seat ? one.standing : arena && seat !== 'seller' ? undefined : own;
        if (named !== undefined) [one.met, one.metTurn] = [named, turn];
      }
    } else if (act.type === 'walk' && actor !== seat) for (const one of them) one.left = true;
  }
  return counts;
}

/** Whether offers with the largest step so far, one every second turn, stay below 0 to the end. */
function hopeless(offers: readonly number[], turnsLeft: number): boolean {
  const steps = offers.slice(1).map((amount, i) => amount - (offers[i] as number));
  const reach = Math.max(...offers) + Math.max(0, ...steps) * Math.ceil(turnsLeft / 2);
  return offers.length >= 3 && reach < -1e-9;
}

function brokenInItems(episode: Episode, seat: Seat): Counts {
  const counts = { ...none(), leak: valuesNamedIn(episode, seat).length };
  const { public: facts, private: secrets } = episode.scenario as ItemsScenario;
  const [me, you] = seat === 'a' ? (['a', 'b'] as const) : (['b', 'a'] as const);
  const { values, reservation = 0 } = secrets[me] as { values: number[]; reservation?: number };
  const total = facts.items.reduce((sum, { count }, i) => sum + count * (values[i] as number), 0);
  const worth = (split: Split) => split[me].reduce((sum, units, i) => sum + units * (values[i] as number), 0) / total;
  const gain = (split: Split) => worth(split) - reservation;
  /** Whether the other side gets at least as much of everything from one as from two. */
  const grants = (one: Split, two: Split) => one[you].every((units, i) => units >= (two[you][i] as number));
  const TINY = 1e-9;
  let [own, theirs, met]: (Split | undefined)[] = [];
  let [metTurn, theirTurn] = [0, 0];
  const ownOffers: Split[] = [];
  const theirGains: number[] = [];
  for (const { turn, seat: actor, act } of takenOf(episode) as { turn: number; seat: Seat; act: ItemsAct }[]) {
    const mine = actor === me;
    const time = turn / facts.turnLimit;
    const bound = met && gain(met) >= -TINY ? met : undefined;
    if (mine) {
      const offered = act.type === 'offer' ? act.split : undefined;
      const crosses = facts.crossing === 'close' && offered && theirs && grants(offered, theirs);
      const accepted = act.type === 'accept' || crosses ? theirs : undefined;
      if ([offered, accepted].some((split) => split && gain(split) < -TINY)) counts.reservation += 1;
      if (offered && ownOffers.some((before) => grants(before, offered) && !grants(offered, before)))
        counts.monotone += 1;
      if (bound && act.type !== 'accept') {
        const wentBack = theirs !== undefined && theirTurn > metTurn;
        if (theirs && gain(theirs) > gain(bound) + TINY) counts.keepAgreement += 1;
        else if (offered ? !grants(offered, bound) : act.type === 'walk' && !wentBack) counts.keepAgreement += 1;
      }
      if (accepted && turn + 2 <= facts.turnLimit) {
        const named = [...ownOffers, ...(bound ? [bound] : [])].map(worth);
        const hope = 1 - time * time * (1 - reservation);
        if (worth(accepted) < Math.min(hope, ...named) - TINY) counts.aspiration += 1;
      }
      if (act.type === 'walk') {
        const best = Math.max(...theirGains);
        if (best >= TINY || (time < 0.8 && !hopeless(theirGains, facts.turnLimit - turn))) counts.walkByRule += 1;
      }
    }
    if (act.type === 'offer') {
      if (mine) own = ownOffers[ownOffers.push(act.split) - 1];
      else {
        [theirs, theirTurn] = [act.split, turn];
        theirGains.push(gain(act.split));
      }
      if (own && theirs && grants(own, theirs)) [met, metTurn] = [mine ? theirs : own, turn];
    } else if (act.type === 'reject') {
      if (mine) theirs = undefined;
      else [own, met] = [undefined, undefined];
    } else if (act.type === 'say' && act.intent === 'agree') {
      const named = mine ? theirs : own;
      if (named) [met, metTurn] = [named, turn];
    }
  }
  return counts;
}
