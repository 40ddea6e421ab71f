/** How a game ended, in words for a person; those for the deal or the conclusion come from whoever knows the domain. */
import type { Result } from './types.ts';

export interface EndingWords {
  /** "at $650" */
  deal(deal: unknown): string;
  /** "chose the blue one" */
  conclusion?(conclusion: unknown): string;
}

export function endingOf(result: Result, words: EndingWords): string {
  const when = `in turn ${result.turn}`;
  switch (result.kind) {
    case 'agreement':
      return `deal ${words.deal(result.deal)} ${when}`;
    case 'concluded':
      return `${words.conclusion?.(result.conclusion) ?? `concluded ${JSON.stringify(result.conclusion)}`} ${when}`;
    case 'no-deal':
      return `no deal in ${result.turn} turns`;
    case 'walked':
      return `${result.by} walked ${when}`;
    case 'forfeited':
      return `${result.by} forfeited ${when}: ${result.reason}`;
    case 'failed':
      return `failed ${when}: ${result.by} broke down: ${result.reason}`;
    default:
      return result satisfies never;
  }
}
