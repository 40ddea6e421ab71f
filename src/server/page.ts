/**
 * The page at /, until the web app stands there: what runs here, a scripted game to watch as it is played, and the way to
 * the API. Plain HTML, and one script of its own, since the page's policy allows no other.
 */
import { tasks } from '../core/index.ts';
import { escapeHtml, PAGE_STYLE } from '../lab/report/page.ts';

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
      ({ name, about, opponent }) =>
        `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(about)}</td><td><code>${escapeHtml(opponent)}</code></td></tr>`,
    )
    .join('\n');
  return html(
    'parley',
    `<h1>parley</h1>
<p>A laboratory for negotiating agents. This server is an <a href="/schema">OpenEnv environment</a> (WebSocket at
<code>/ws</code>), a table for live games, and a place to replay them. <a href="/docs">The API in words</a>,
<a href="/openapi.json">as OpenAPI</a>.</p>
<h2>Watch a game</h2>
<p>Two scripts haggle over a listing, a turn a second. <button id="watch" type="button">Sit down and watch</button></p>
<p class="facts" id="about" aria-live="polite"></p>
<ol id="turns"></ol>
<p class="result" id="result" aria-live="polite"></p>
<h2>Tasks</h2>
<table><thead><tr><th>task</th><th>what it is</th><th>who sits across by default</th></tr></thead><tbody>
${rows}
</tbody></table>`,
    '<script src="/page.js"></script>',
  );
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
