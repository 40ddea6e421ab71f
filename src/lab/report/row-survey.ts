/**
 * Plots of simulated turn rows: how each script conceded on average in a file, one game of every pairing, and what the
 * pairings paid. All of it is read off the rows; no script is played again.
 *
 * Games of a file have different zones, so a price is drawn by its place in its own zone: shares in the curves, and in the
 * grid of games on a common zone of 400 to 900, which for the Janus sampler is a mere shift. Games in an empty zone have no
 * such place and are left out of both.
 */
import { type Episode, type Event, type PriceAct, price, type Result } from '../../core/index.ts';
import type { TurnRow } from '../../data/index.ts';
import { type Asked, curvesSheet, evenly, type Line, MOST_CURVES } from '../charts/concessions.ts';
import { heatmap } from '../charts/heatmap.ts';
import { interactions } from '../charts/interactions.ts';
import type { PriceSeat } from '../charts/offers.ts';
import type { Sheet } from '../charts/sheet.ts';

interface Sum {
  total: number;
  count: number;
}

/** Adds up what a file says; `add` takes its rows in order. */
export function rowSurvey() {
  const asked = new Map<string, Record<PriceSeat, Sum[]>>();
  const payoffs = new Map<string, Sum>();
  const games = new Map<string, Episode>();
  let current: TurnRow[] = [];
  let turns = 1;
  let trajectories = 0;

  const finish = (): void => {
    const [first] = current;
    if (!first) return;
    trajectories++;
    const names = { buyer: nameOf(current, 'buyer'), seller: nameOf(current, 'seller') };
    const { buyer, seller } = names;
    if (buyer !== undefined && seller !== undefined && first.meta.zopa_width > 0) {
      const rho = first.meta.accepted_price === null ? undefined : shareAt(first, first.meta.accepted_price);
      addTo(payoffs, JSON.stringify([buyer, seller]), rho === undefined ? 0 : 1 - rho);
      addTo(payoffs, JSON.stringify([seller, buyer]), rho ?? 0);
      const pair = JSON.stringify([buyer, seller]);
      if (!games.has(pair)) games.set(pair, gameOf(current, { buyer, seller }));
    }
    current = [];
  };

  return {
    add(row: TurnRow): void {
      if (current[0] && current[0].trajectory_id !== row.trajectory_id) finish();
      current.push(row);
      turns = Math.max(turns, row.state.max_turns);
      if (row.action.price === null || row.meta.zopa_width <= 0) return;
      const { role } = row.state;
      const rho = shareAt(row, row.action.price);
      const curves = asked.get(row.agent.strategy) ?? { buyer: [], seller: [] };
      asked.set(row.agent.strategy, curves);
      curves[role][row.turn] ??= { total: 0, count: 0 };
      const sum = curves[role][row.turn] as Sum;
      sum.total += role === 'seller' ? rho : 1 - rho;
      sum.count++;
    },
    drawings(file: string): { readonly concessions: Sheet; readonly interactions: Sheet; readonly payoffs: Sheet } {
      finish();
      if (asked.size === 0)
        throw new RangeError(`${file} has no offer in a zone that is not empty, so there is nothing to draw`);
      const lines: Line[] = [...asked].map(([name, { buyer, seller }]) => ({
        names: [name],
        buyer: mean(buyer),
        seller: mean(seller),
      }));
      const names = [...asked.keys()];
      const matrix = names.map((row) => names.map((column) => meanOf(payoffs.get(JSON.stringify([row, column])))));
      return {
        concessions: curvesSheet(
          evenly(lines, MOST_CURVES).map((some) => ({ lines: some })),
          {
            title: `Concession curves: what each script asked for on average in ${file}`,
            subtitle: `share of the zone of agreement asked for, mean over ${trajectories} negotiations`,
            notes: ['1 asks for the whole zone, 0 is the own reservation. Solid: as buyer; dashed: as seller.'],
            turns,
          },
        ),
        interactions: interactions([...games.values()], {
          about: `the first game of each pairing in ${file}, prices moved to a common zone`,
        }),
        payoffs: heatmap({
          title: `Mean utility of the row against the column in ${file}`,
          subtitle: `${trajectories} negotiations, both roles, no deal counts as 0`,
          names,
          payoffs: matrix,
        }),
      };
    },
  };
}

function nameOf(rows: readonly TurnRow[], role: PriceSeat): string | undefined {
  return rows.find((row) => row.state.role === role)?.agent.strategy;
}

/** Where a price lies in the zone of its game: 0 at the seller's reservation. */
function shareAt({ meta }: TurnRow, amount: number): number {
  return (amount - meta.seller_min) / meta.zopa_width;
}

function addTo(sums: Map<string, Sum>, key: string, value: number): void {
  const sum = sums.get(key) ?? { total: 0, count: 0 };
  sum.total += value;
  sum.count++;
  sums.set(key, sum);
}

function meanOf(sum: Sum | undefined): number {
  return sum ? sum.total / sum.count : Number.NaN;
}

function mean(sums: readonly (Sum | undefined)[]): Asked[] {
  return sums.flatMap((sum, turn) => (sum ? [{ turn, share: sum.total / sum.count }] : []));
}

const COMMON = { low: 400, high: 900 };

/** A negotiation of the file as an episode on the common zone. */
function gameOf(rows: readonly TurnRow[], names: Record<PriceSeat, string>): Episode {
  const [first] = rows as [TurnRow];
  const last = rows.at(-1) as TurnRow;
  const moved = (amount: number) => COMMON.low + (COMMON.high - COMMON.low) * shareAt(first, amount);
  const events = rows.map(({ turn, state, action }): Event => {
    const act =
      action.price === null ? { type: action.type.toLowerCase() } : { type: 'offer', price: moved(action.price) };
    return { type: 'action-taken', turn, seat: state.role, act: act as PriceAct };
  });
  const agreed = first.meta.accepted_price;
  const turn = last.turn;
  const utility = { buyer: 0, seller: 0 };
  const result: Result =
    agreed === null
      ? { kind: 'no-deal', turn, utility }
      : { kind: 'agreement', turn, by: last.state.role, deal: { price: moved(agreed) }, utility };
  return {
    format: 1,
    id: first.trajectory_id,
    domain: price.name,
    version: price.version,
    source: {},
    seed: 0,
    seats: { buyer: { spec: names.buyer, fingerprint: '' }, seller: { spec: names.seller, fingerprint: '' } },
    scenario: {
      domain: price.name,
      version: price.version,
      id: 'common zone',
      public: {
        item: {
          title: 'simulated games',
          category: '',
          description: '',
          listPrice: COMMON.high,
          currency: 'USD',
        },
        range: { low: 0, high: 2 * COMMON.high },
        turnLimit: first.state.max_turns,
        opens: first.state.role,
        crossing: 'continue',
      },
      private: {
        buyer: { reservation: COMMON.high, target: COMMON.low },
        seller: { reservation: COMMON.low, target: COMMON.high },
      },
    },
    events,
    result,
  };
}
