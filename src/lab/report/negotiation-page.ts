/**
 * One negotiation as a self-contained page: the brief, the plot, the words, the numbers. No script, no link, no font from
 * elsewhere, so the file can be mailed and opened anywhere. Everything in it is read off the transcript.
 */
import {
  type Episode,
  endingOf,
  formatPrice,
  type Metric,
  metrics,
  type PriceAct,
  type PriceDeal,
  type PricePrivate,
  type PriceScenario,
  type Seat,
  takenOf,
  zoneOf,
} from '../../core/index.ts';
import { escapeHtml, PAGE_STYLE, themed } from './page.ts';

/** An SVG of the offers, and one for phones. */
export interface NegotiationCharts {
  readonly wide: string;
  readonly narrow: string;
}

export function negotiationPage(episode: Episode, charts: NegotiationCharts): string {
  const scenario = episode.scenario as PriceScenario;
  const { item, turnLimit, opens } = scenario.public;
  const seats = Object.keys(episode.seats);
  const money = (amount: number) => formatPrice(amount, item.currency);
  const zone = zoneOf(scenario);
  const zoneText = zone.width > 0 ? `${money(zone.low)} to ${money(zone.high)}` : 'empty: walking away is best';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(item.title)}: a negotiation</title>
<style>${PAGE_STYLE}${GAME_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(item.title)}</h1>
<p>${escapeHtml(item.description)}</p>
<p class="facts">List price ${money(item.listPrice)} · ${turnLimit} turns · the ${opens} opens · zone of agreement ${zoneText}</p>
<p class="result">${escapeHtml(sentence(endingOf(episode.result, { deal: (deal) => `at ${money((deal as PriceDeal).price)}` })))}</p>
<figure class="wide">${themed(charts.wide)}</figure>
<figure class="narrow">${themed(charts.narrow)}</figure>
<h2>Who sat where</h2>
<table>
<thead><tr><th>seat</th><th>agent</th><th class="n">reservation</th><th class="n">target</th><th class="print">fingerprint</th></tr></thead>
<tbody>
${seats.map((seat) => seatRow(episode, seat, scenario.private[seat] as PricePrivate, money)).join('\n')}
</tbody>
</table>
<h2>What was said and done</h2>
<table>
<thead><tr><th class="n">turn</th><th>seat</th><th>act</th><th class="n">price</th><th>words</th></tr></thead>
<tbody>
${takenOf(episode)
  .map((taken) => actRow(taken.turn, taken.seat, taken.act as PriceAct, episode, money))
  .join('\n')}
</tbody>
</table>
<h2>Measured, of each side</h2>
<table>
<thead><tr><th>metric</th>${seats.map((seat) => `<th class="n ${seat}">${seat}</th>`).join('')}<th class="about">what it is</th></tr></thead>
<tbody>
${metricRows(episode, 'seat', seats)}
</tbody>
</table>
<h2>Measured, of the game</h2>
<table>
<thead><tr><th>metric</th><th class="n">value</th><th class="about">what it is</th></tr></thead>
<tbody>
${metricRows(episode, 'episode', seats.slice(0, 1))}
</tbody>
</table>
<p class="facts">Episode ${episode.id}, seed ${episode.seed}. Made from the transcript alone.</p>
</main>
</body>
</html>
`;
}

const GAME_STYLE = `
figure.wide svg { width: 100%; } .spec { overflow-wrap: anywhere; min-width: 9rem; }
@media (max-width: 40rem) { th, td { padding-right: .5rem; font-size: .85rem; } .print { display: none; } }
`;

function seatRow(episode: Episode, seat: Seat, own: PricePrivate, money: (n: number) => string): string {
  const { spec = '', fingerprint = '' } = episode.seats[seat] ?? {};
  return `<tr><td class="${seat}">${seat}</td><td class="spec">${escapeHtml(spec)}</td><td class="n">${money(own.reservation)}</td><td class="n">${money(own.target)}</td><td class="print"><code>${fingerprint}</code></td></tr>`;
}

function actRow(turn: number, seat: Seat, act: PriceAct, episode: Episode, money: (n: number) => string): string {
  const offered = act.type === 'accept' ? takenOf(episode).find((taken) => taken.turn === act.offer)?.act : act;
  const price = offered?.type === 'offer' ? money((offered as { price: number } & typeof offered).price) : '';
  return `<tr><td class="n">${turn}</td><td class="${seat}">${seat}</td><td>${act.type}</td><td class="n">${price}</td><td>${escapeHtml(act.words ?? '')}</td></tr>`;
}

function metricRows(episode: Episode, per: Metric['per'], seats: readonly Seat[]): string {
  const rows: string[] = [];
  for (const metric of metrics) {
    if (metric.per !== per || (metric.domains && !metric.domains.includes(episode.domain))) continue;
    const values = seats.map((seat) => metric.of(episode, seat));
    if (values.every((value) => value === undefined)) continue;
    const cells = values.map((value) => `<td class="n">${value === undefined ? '' : show(value)}</td>`).join('');
    rows.push(`<tr><td>${metric.name}</td>${cells}<td class="about">${escapeHtml(metric.about)}</td></tr>`);
  }
  return rows.join('\n');
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function show(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}
