/** Who says which of two games went better for a seat: the rules, or a model that is asked with the games in both orders. */
import { quoted, speechOf } from '../../../agents/index.ts';
import { contentHash, type Episode, endingOf, type OfferAct, type Seat, takenOf } from '../../../core/index.ts';
import type { Model } from '../../../models/index.ts';
import { modelJudge, winner } from '../../analysis/judge/model.ts';
import { judgeByRules } from '../../analysis/judge/rules.ts';

interface Verdict {
  readonly winner: 'a' | 'b' | 'tie';
  /** How clear it is, from 0 to 1. */
  readonly margin: number;
  readonly reason: string;
}

export interface PairJudge {
  readonly name: string;
  readonly fingerprint: string;
  judge(a: Episode, b: Episode, seat: Seat, signal?: AbortSignal): Verdict | Promise<Verdict>;
}

/** Raised whenever the same two games could get another verdict from the rules. */
const RULES_VERSION = 2;

export const rulesPairJudge: PairJudge = {
  name: 'rules',
  fingerprint: contentHash({ rules: RULES_VERSION }),
  judge(a, b, seat) {
    const { winner: won, strength, reason } = judgeByRules(a, b, seat);
    return { winner: won, margin: strength, reason };
  },
};

/** What counts, in BazaarBATNA's order. */
const task = (seat: Seat) =>
  `You compare two negotiations on the same scenario and say in which of them the ${seat} did better. What counts, in this order: a deal that is not past its limit (where there is none to be had, what the game came to), better terms, standing firm against bluffs, giving concrete reasons, not giving its limit away.`;
const choices = { first: 'in the first game', second: 'in the second game', tie: 'about as well in both' };

export function modelPairJudge(model: Model, options: { readonly cache?: string } = {}): PairJudge {
  const judge = modelJudge(model, { repeats: 2, ...options });
  return {
    name: judge.name,
    fingerprint: contentHash({ pairs: 3, judge: judge.fingerprint }),
    async judge(a, b, seat, signal) {
      const votes: (string | undefined)[] = [];
      // A judge who likes whichever game comes first splits its votes.
      for (const [first, second, names] of [
        [a, b, { first: 'a', second: 'b', tie: 'tie' }],
        [b, a, { first: 'b', second: 'a', tie: 'tie' }],
      ] as const) {
        const evidence = `${limitsOf(first, seat)}\n\nFirst game:\n${gameText(first)}\n\nSecond game:\n${gameText(second)}`;
        const judged = await judge.judge({ task: task(seat), evidence, choices }, { signal });
        votes.push(...judged.votes.map((vote) => names[vote as keyof typeof names]));
      }
      const won = (winner(votes) ?? 'tie') as Verdict['winner'];
      const margin = won === 'tie' ? 0 : votes.filter((vote) => vote === won).length / votes.length;
      return { winner: won, margin, reason: `votes: ${votes.map((vote) => vote ?? 'unreadable').join(', ')}` };
    },
  };
}

/** What is played and what this seat knows, in the words for a person. */
function limitsOf({ scenario, domain }: Episode, seat: Seat): string {
  const { tell } = speechOf(domain);
  const { title, lines } = tell.facts(scenario);
  return `The game: ${quoted([title, ...lines].join('. '))}\nThe ${seat}: ${quoted(tell.secrets(scenario, seat))}`;
}

function gameText(episode: Episode): string {
  const { scenario, result } = episode;
  const { tell } = speechOf(episode.domain);
  const lines = takenOf(episode).map(({ seat, act }) => {
    const told =
      act.type === 'offer' ? `offer ${tell.offer(scenario, act as OfferAct).trim()}` : tell.act?.(scenario, act);
    return `${seat} [${told ?? act.type}]: ${quoted(act.words ?? '')}`;
  });
  const ended = endingOf(result, {
    // Without what a person is told of it: how good it was for both is not the judge's to know.
    deal: (deal) => JSON.stringify(deal),
    conclusion: (conclusion) => tell.conclusion?.(scenario, conclusion) ?? JSON.stringify(conclusion),
  });
  return [...lines, `End: ${ended}`].join('\n');
}
