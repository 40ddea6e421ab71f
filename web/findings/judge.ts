/** Who judges at this browser: its key where the server knows it, else a name that it keeps. */
import { type Answer, ask } from '../api/client.ts';
import type { Me } from '../keys/me.ts';
import { askSigned } from '../keys/signed.ts';
import { kept } from '../shell/kept.ts';

export const judgeName = kept<string>('judge', () => 'operator');

const ROUTE = 'POST /v1/runs/{run}/findings/{finding}';

export function askAsJudge(
  me: Me,
  run: string,
  finding: string,
  verdict: 'confirmed' | 'rejected',
): Promise<Answer<typeof ROUTE>> {
  const path = { run, finding };
  if (me.state === 'known') return askSigned(me.own, ROUTE, { path, body: { verdict } });
  return ask(ROUTE, { path, body: { verdict, name: judgeName.get().trim() || 'operator' } });
}
