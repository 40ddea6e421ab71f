/** The rules, asked in the browser before an act is sent: a slip of the finger costs none of a seat's attempts. */
import { readAct } from '../../src/agents/speech/acts.ts';
import { type Act, findKit } from '../../src/core/index.ts';
import { type Game, viewOf } from './game.ts';

/** Why this act is none here, in a sentence; undefined where it is one, or where only the server knows the rules. */
export function refusalOf(game: Game, act: Act): string | undefined {
  const view = viewOf(game);
  const rules = findKit(game.domain)?.rules;
  if (!view || !rules) return undefined;
  const read = readAct(act, view, rules);
  return 'problem' in read ? read.problem : undefined;
}
