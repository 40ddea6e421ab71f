/** A record that today's rules give too: what is measured or forked under others would be of no game. */
import { type Domain, type Episode, ReplayError, replay } from '../../core/index.ts';
import { ApiError } from '../routes.ts';
import { rulesBroke } from './rules-broke.ts';

export function replayed({ domain }: { readonly domain: Domain }, episode: Episode): Episode {
  try {
    replay(domain, episode);
  } catch (error) {
    const { message } = error instanceof ReplayError ? error : rulesBroke(domain, error);
    throw new ApiError(409, 'changed', message);
  }
  return episode;
}
