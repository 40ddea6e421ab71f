/** One game as a page, with its offers drawn where they are of one number. Loaded when one is written: see html.ts. */
import { type Episode, findKit } from '../../core/index.ts';
import { concessionChart } from '../charts/concession-chart.ts';
import { draw } from './draw.ts';
import { type NegotiationPageOptions, negotiationPage } from './negotiation-page.ts';

export function gamePage(episode: Episode, options: Pick<NegotiationPageOptions, 'back'> = {}): string {
  const isDrawn = findKit(episode.domain)?.issue !== undefined && Object.keys(episode.seats).length === 2;
  if (!isDrawn) return negotiationPage(episode, options);
  const [wide, narrow] = [draw(concessionChart(episode)), draw(concessionChart(episode, { narrow: true }))];
  return negotiationPage(episode, { ...options, charts: { wide, narrow } });
}
