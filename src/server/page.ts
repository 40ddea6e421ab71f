/**
 * The page at /, until the web app stands there: what runs here, a scripted game to watch as it is played, and the way to
 * the API. Plain HTML, and one script of its own, since the page's policy allows no other.
 */
import { type Task, tasks } from '../core/index.ts';
import { escapeHtml, PAGE_STYLE } from '../lab/report/page.ts';
import { opponentsOf } from './tasks.ts';

const html = (title: string, body: string, script = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}
button { font: inherit; padding: .3rem .9rem; } ol { padding-left: 2rem; } li { margin: .2rem 0; }
details { margin: .4rem 0; } summary code { font-size: .95rem; color: var(--ink); }
</style>
</head>
<body>
<main>
${body}
</main>
${script}
</body>
</html>
`;

export function startPage(): string {
  const rows = tasks()
    .map(
      (task) =>
        `<tr><td><code>${escapeHtml(task.name)}</code></td><td>${escapeHtml(task.about)}</td><td>${sitting(task)}</td></tr>`,
    )
    .join('\n');
  return html(
    'parley',
    `<h1>parley</h1>
<p>A laboratory for negotiating agents. This server is an <a href="/schema">OpenEnv environment</a> (WebSocket at
<code>/ws</code>), a table for live games, and a place to replay them. <a href="/docs">The API in words</a>,
<a href="/openapi.json">as OpenAPI</a>. <a href="/leaderboards">The leaderboards</a>.</p>
<h2>Watch a game</h2>
<p>Two scripts haggle over a listing, a turn a second. <button id="watch" type="button">Sit down and watch</button></p>
<p class="facts" id="about" aria-live="polite"></p>
<ol id="turns"></ol>
<p class="result" id="result" aria-live="polite"></p>
<h2>Tasks</h2>
<table><thead><tr><th>task</th><th>what it is</th><th>who sits there by default</th></tr></thead><tbody>
${rows}
</tbody></table>`,
    '<script src="/page.js"></script>',
  );
}

function sitting(task: Task): string {
  const seats = Object.entries(opponentsOf(task));
  if (new Set(seats.map(([, spec]) => spec)).size < 2) return `<code>${escapeHtml(task.opponent)}</code>`;
  return seats.map(([seat, spec]) => `${escapeHtml(seat)}: <code>${escapeHtml(spec)}</code>`).join('<br>');
}

/** The boards of people and of agents, and what they do not rule out. */
export function leaderboardPage(
  boards: readonly (readonly [string, readonly Line[]])[],
  remains: readonly string[],
): string {
  const figure = (value: number | null) => (value === null ? '' : value.toFixed(2));
  const tables = boards.map(([title, lines]) => {
    const rows = lines.map(
      ({ name, fingerprint, revoked, domain, seat, opponents, matches, quit, mean, low, high }) =>
        `<tr><td>${escapeHtml(name)}${revoked ? ' (revoked)' : ''}</td><td><code>${escapeHtml(fingerprint ?? 'house')}</code></td><td>${escapeHtml(`${domain}, ${seat}, against ${opponents === 'person' ? 'people' : 'agents'}`)}</td><td>${matches}</td><td>${quit}</td><td>${figure(mean)}</td><td>${low === null ? 'too few matches' : `${figure(low)} to ${figure(high)}`}</td></tr>`,
    );
    return `<h2>${escapeHtml(title)}</h2>
<table><thead><tr><th>name</th><th>key</th><th>board</th><th>matches</th><th>given up</th><th>mean</th><th>95 % interval</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
  });
  return html(
    'parley: leaderboards',
    `<h1>Leaderboards</h1>
<p>Matches that this server made, every one of them, scored by the engine: the opponent, the scenario, the seats and the seed are
drawn. Games with a friend, a chosen opponent or a chosen seed are unscored. A seat's mean is compared with means of the same seat only.</p>
${tables.join('\n')}
<h2>What this does not rule out</h2>
<ul>${remains.map((one) => `<li>${escapeHtml(one)}</li>`).join('\n')}</ul>`,
  );
}

interface Line {
  readonly name: string;
  readonly fingerprint: string | null;
  readonly revoked: boolean;
  readonly domain: string;
  readonly seat: string;
  readonly opponents: string;
  readonly matches: number;
  readonly quit: number;
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}

export function docsPage(document: object): string {
  const { paths, info } = document as {
    info: { description: string };
    paths: Record<string, Record<string, { summary: string; responses: Record<string, { description: string }> }>>;
  };
  const parts = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, responses }]) => {
      const answers = Object.entries(responses).map(
        ([status, { description }]) => `<tr><td>${status}</td><td>${escapeHtml(description)}</td></tr>`,
      );
      return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
<table>${answers.join('')}</table></details>`;
    }),
  );
  return html(
    'parley: the API',
    `<h1>The API</h1>\n<p>${escapeHtml(info.description)}</p>
<p>Bodies and answers with all their fields: <a href="/openapi.json">/openapi.json</a>.</p>\n${parts.join('\n')}`,
  );
}

export const PAGE_SCRIPT = `'use strict';
const byId = (id) => document.getElementById(id);
let source;
byId('watch').addEventListener('click', async () => {
  source?.close();
  byId('turns').replaceChildren();
  byId('result').textContent = '';
  const reply = await fetch('/v1/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      task: 'price-wide',
      seats: { buyer: 'worded:clean:boulware_firm@templates', seller: 'worded:clean:tit_for_tat@templates' },
      pace: 1000,
    }),
  });
  const game = await reply.json();
  if (!reply.ok) {
    byId('about').textContent = game.error.message;
    return;
  }
  const { item, range } = game.facts;
  byId('about').textContent = item.title + ', listed at ' + item.listPrice + ' ' + item.currency + ', offers from ' + range.low + ' to ' + range.high;
  source = new EventSource('/v1/games/' + game.id + '/events');
  source.addEventListener('act', (message) => {
    const { seat, act } = JSON.parse(message.data);
    const line = document.createElement('li');
    const who = document.createElement('b');
    who.className = seat;
    who.textContent = seat + ' ';
    const price = act.type === 'offer' ? act.type + 's ' + act.price : act.type + 's';
    line.append(who, price + (act.words ? ': \\u201c' + act.words + '\\u201d' : ''));
    byId('turns').append(line);
  });
  source.addEventListener('over', (message) => {
    const { kind, deal } = JSON.parse(message.data);
    byId('result').textContent = deal ? 'A deal at ' + deal.price + '.' : 'No deal: ' + kind + '.';
    source.close();
  });
});
`;
