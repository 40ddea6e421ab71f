/**
 * The turn rows of a compact episode, one turn after the other: the slow, obvious implementation that the fast writer of
 * JSON lines (play.ts) and the SQL that writes Parquet (parquet/expand.ts) are held to.
 *
 * `last_offer_price` is the price an ACCEPT would take: the other side's latest offer, gone once this side has rejected it.
 * `meta` and `rho` tell how the episode ended and are the same on every turn; what an agent could know is in `state` alone.
 */
import { cents } from '../../core/index.ts';
import type { CompactEpisode, TurnRow } from './rows.ts';

type Role = TurnRow['state']['role'];

export function turnRowsFromCompact(episode: CompactEpisode): TurnRow[] {
  const { actions, prices, buyer_max, seller_min, accepted_price, rho } = episode;
  const history: [role: Role, price: number][] = [];
  const standing: Record<Role, number | null> = { buyer: null, seller: null };
  return actions.map((type, i) => {
    const turn = i + 1;
    const role = i % 2 === 0 ? episode.opens : otherThan(episode.opens);
    const price = prices[i] ?? null;
    const row: TurnRow = {
      trajectory_id: episode.id,
      turn,
      agent: episode[role],
      state: {
        timestep: turn,
        max_turns: episode.max_turns,
        role,
        last_offer_price: standing[otherThan(role)],
        offer_history: [...history],
        reservation_price: role === 'buyer' ? buyer_max : seller_min,
        price_range: episode.range,
      },
      action: { type, price },
      is_terminal: turn === actions.length,
      meta: {
        buyer_max,
        seller_min,
        zopa_low: seller_min,
        zopa_high: buyer_max,
        // JSON knows no -0, which is what a hair below zero rounds to.
        zopa_width: cents(buyer_max - seller_min) + 0,
        accepted_price,
        episode_outcome: {
          agreement_bool: accepted_price !== null,
          price: accepted_price,
          num_turns: actions.length,
        },
      },
      rho,
    };
    if (type === 'OFFER') {
      standing[role] = price;
      history.push([role, price as number]);
    } else if (type === 'REJECT') standing[otherThan(role)] = null;
    return row;
  });
}

function otherThan(role: Role): Role {
  return role === 'buyer' ? 'seller' : 'buyer';
}
