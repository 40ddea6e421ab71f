/** Who rates at this browser: its key where it has one that is known here, else a random word that it keeps. */
import { type Answer, type Asked, ask, type Route } from '../api/client.ts';
import { newToken } from '../game/seats.ts';
import type { Me } from '../keys/me.ts';
import { askSigned } from '../keys/signed.ts';
import { kept } from '../shell/kept.ts';

const session = kept<string>('rater', newToken);

type Rating = 'POST /v1/ratings' | 'POST /v1/ratings/pairs';

export function askAsRater<R extends Rating & Route>(
  me: Me,
  route: R,
  body: Omit<NonNullable<Asked<R>['body']>, 'session'>,
): Promise<Answer<R>> {
  if (me.state === 'known') return askSigned(me.own, route, { body } as Asked<R>);
  // Kept from the first question on, so that the same pair comes back after a reload.
  session.set(session.get());
  return ask(route, { body: { ...body, session: session.get() } } as Asked<R>);
}
