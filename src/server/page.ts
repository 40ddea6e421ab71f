/** The page that the server writes itself, in plain HTML: the API in words. */
import { escapeHtml, PAGE_STYLE } from '../lab/report/page.ts';

const html = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}
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
