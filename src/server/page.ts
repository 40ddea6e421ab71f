/** The pages that the server writes itself, in plain HTML: the API in words, and the leaderboards. */
import { escapeHtml, PAGE_STYLE } from '../lab/report/page.ts';

const html = (title: string, body: string) => `<!doctype html>
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
</body>
</html>
`;

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
