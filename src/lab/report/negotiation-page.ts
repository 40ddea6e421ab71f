/**
 * One game as a self-contained page: the brief, the plot where there is one, the words, the numbers. No script and no font from
 * elsewhere, so the file can be mailed and opened anywhere. Everything in it is read off the transcript; each domain tells its own part.
 */
import { findSpeech } from '../../agents/index.ts';
import {
  type Act,
  type Episode,
  type Event,
  endingOf,
  type Metric,
  metrics,
  type OfferAct,
  type Seat,
} from '../../core/index.ts';
import { escapeHtml, figure, PAGE_STYLE } from './page.ts';

export interface NegotiationPageOptions {
  /** An SVG of the offers, and one for phones. */
  readonly charts?: { readonly wide: string; readonly narrow: string };
  /** The page that names this one. */
  readonly back?: string;
}

export function negotiationPage(episode: Episode, { charts, back }: NegotiationPageOptions = {}): string {
  const { scenario } = episode;
  const seats = Object.keys(episode.seats);
  const tell = findSpeech(episode.domain)?.tell;
  const { title, lines } = tell?.facts(scenario) ?? { title: scenario.id, lines: [] };
  const room = tell?.room(scenario);
  const ending = endingOf(episode.result, {
    deal: (deal) => tell?.deal(scenario, deal) ?? JSON.stringify(deal),
    conclusion: (conclusion) => tell?.conclusion?.(scenario, conclusion) ?? JSON.stringify(conclusion),
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: a negotiation</title>
<style>${PAGE_STYLE}${GAME_STYLE}</style>
</head>
<body>
<main>
${back ? `<p class="facts"><a href="${escapeHtml(back)}">The report</a></p>` : ''}
<h1>${escapeHtml(title)}</h1>
${[...lines, ...(room === undefined ? [] : [room])].map((line) => `<p class="facts">${escapeHtml(sentence(line))}</p>`).join('\n')}
<p class="result">${escapeHtml(sentence(ending))}</p>
${charts ? `${figure('wide', charts.wide)}\n${figure('narrow', charts.narrow)}` : ''}
<h2>Who sat where</h2>
<table class="sat">
<thead><tr><th>seat</th><th>agent</th>${tell ? '<th>what only it knows</th>' : ''}<th class="print">fingerprint</th></tr></thead>
<tbody>
${seats.map((seat) => seatRow(episode, seat, tell?.secrets(scenario, seat))).join('\n')}
</tbody>
</table>
<h2>What was said and done</h2>
<table>
<thead><tr><th class="n">turn</th><th>seat</th><th>act</th><th>words</th></tr></thead>
<tbody>
${episode.events.flatMap((event) => eventRow(event, episode) ?? []).join('\n')}
</tbody>
</table>
<h2>Measured, of each side</h2>
<table>
<thead><tr><th>metric</th>${seats.map((seat) => `<th class="n ${colorOf(seat, seats)}">${seat}</th>`).join('')}<th class="about">what it is</th></tr></thead>
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
h1 { overflow-wrap: anywhere; } p.facts { margin: .25rem 0; } a { color: var(--buyer); }
figure.wide svg { width: 100%; } .spec { overflow-wrap: anywhere; min-width: 8rem; } td.act { min-width: 6rem; } .seat { white-space: nowrap; }
@media (max-width: 40rem) { th, td { padding-right: .5rem; font-size: .85rem; } .print { display: none; }
  .sat thead { display: none; } .sat td { display: block; border: 0; padding: 0; } .sat td:last-of-type { padding-bottom: .6rem; } }
`;

/** Buyers in one colour and sellers in the other; elsewhere the first seat and the second. */
function colorOf(seat: Seat, seats: readonly Seat[]): string {
  const named = /^(buyer|seller)/.exec(seat)?.[1];
  return named ?? ['buyer', 'seller'][seats.indexOf(seat)] ?? '';
}

function seatRow(episode: Episode, seat: Seat, secrets: string | undefined): string {
  const { spec = '', fingerprint = '' } = episode.seats[seat] ?? {};
  const known = secrets === undefined ? '' : `<td>${escapeHtml(secrets)}</td>`;
  return `<tr><td class="seat ${colorOf(seat, Object.keys(episode.seats))}">${seat}</td><td class="spec">${escapeHtml(spec)}</td>${known}<td class="print"><code>${fingerprint}</code></td></tr>`;
}

/** What was done, and what was refused and why; thoughts and beliefs are left to the transcript. */
function eventRow(event: Event, episode: Episode): string | undefined {
  if (event.type === 'agent-note' || event.type === 'belief-stated') return undefined;
  const [done, words] =
    event.type === 'action-taken'
      ? [actText(event.act, event.turn, episode), event.act.words ?? '']
      : [FAULTS[event.type], event.reason];
  return `<tr><td class="n">${event.turn}</td><td class="seat ${colorOf(event.seat, Object.keys(episode.seats))}">${event.seat}</td><td class="act">${escapeHtml(done)}</td><td>${escapeHtml(words)}</td></tr>`;
}

const FAULTS = { 'action-refused': 'refused', 'agent-failed': 'failed', 'seat-forfeited': 'is out' } as const;

function actText(act: Act, turn: number, { domain, scenario, events }: Episode): string {
  const tell = findSpeech(domain)?.tell;
  const own = tell?.act?.(scenario, act);
  if (own !== undefined) return own;
  if (!tell) {
    const { type, words: _, ...rest } = act;
    return Object.keys(rest).length > 0 ? `${type} ${JSON.stringify(rest)}` : type;
  }
  if (act.type === 'offer') return `offers ${tell.offer(scenario, act as OfferAct).trim()}`;
  if (act.type !== 'accept') return { reject: 'rejects', walk: 'walks', say: 'says' }[act.type] ?? act.type;
  // Where several offer in one turn, the turn alone does not say which is accepted, and the result does.
  const at = (act as { offer?: number }).offer ?? turn;
  const offers = events.flatMap((one) =>
    one.type === 'action-taken' && one.turn === at && one.act.type === 'offer' ? [one.act as OfferAct] : [],
  );
  return offers.length === 1 ? `accepts ${tell.offer(scenario, offers[0] as OfferAct).trim()}` : 'accepts';
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

/** Columns of the terminal are no columns here. */
function sentence(words: string): string {
  const text = words.replace(/ {2,}/g, ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

function show(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}
