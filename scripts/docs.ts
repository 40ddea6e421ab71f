/**
 * The pages of docs/ and the README as a small site, one HTML file each, in the look of the reports.
 *   npm run docs            into dist/docs
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Marked } from 'marked';
import { escapeHtml, PAGE_STYLE } from '../src/lab/report/page.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** In the order of the menu; the pages of results come after them. */
const PAGES = [
  ...['README.md', 'docs/TUTORIAL.md', 'docs/COMMANDS.md', 'docs/MODELS.md', 'docs/SPECS.md', 'docs/EXPERIMENTS.md'],
  ...['docs/READING.md', 'docs/GLOSSARY.md', 'docs/METRICS.md', 'docs/DOMAINS.md', 'docs/THEORY.md', 'docs/WEB.md'],
  ...[
    'docs/LEADERBOARDS.md',
    'docs/RATINGS.md',
    'docs/REPLICAS.md',
    'docs/VLLM.md',
    'docs/SOURCES.md',
    'docs/SEEDS.md',
  ],
  ...['docs/PERFORMANCE.md', 'docs/results/README.md', 'trainer/README.md', 'CONTRIBUTING.md'],
];

const STYLE = `
body { display: grid; grid-template-columns: 15rem minmax(0, 52rem); gap: 0 2rem; }
main { max-width: none; margin: 0; } nav { padding: 2rem 1rem; font-size: .9rem; } nav a { display: block; padding: .15rem 0; color: var(--soft); text-decoration: none; }
nav a[aria-current] { color: var(--ink); font-weight: 600; } nav strong { display: block; margin-bottom: .5rem; }
main img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }
main table { display: block; overflow-x: auto; font-size: .9rem; } th, td { padding: .3rem .9rem .3rem 0; vertical-align: top; white-space: normal; text-align: left; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; font-size: .85rem; line-height: 1.45; } code { font-size: .9em; } td code { overflow-wrap: anywhere; }
main a { color: inherit; } h2 { margin-top: 2.5rem; }
@media (max-width: 56rem) { body { display: block; } nav { padding: .75rem; border-bottom: 1px solid var(--line); } nav a { display: inline-block; margin-right: .75rem; } main { padding: 1rem .75rem 3rem; } }
`;

/** The file of a page on the site: folders become parts of the name, so that every page lies beside the others. */
function fileOf(page: string): string {
  if (page === 'README.md') return 'index.html';
  return `${page
    .replace(/^docs\//, '')
    .replace(/(?:^|\/)README\.md$/, '')
    .replace(/\.md$/, '')
    .replaceAll('/', '-')
    .toLowerCase()}.html`;
}

const titleOf = (text: string, page: string): string => /^# (.+)$/m.exec(text)?.[1] ?? basename(page, '.md');

export function buildDocs(out: string): readonly string[] {
  const results = readdirSync(join(ROOT, 'docs/results')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  const pages = [...PAGES, ...results.map((name) => `docs/results/${name}`)];
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');
  const menu = PAGES.map((page) => ({ page, title: page === 'README.md' ? 'parley' : titleOf(read(page), page) }));
  for (const page of pages) {
    const text = read(page);
    const marked = new Marked({
      walkTokens(token) {
        if (token.type === 'link' || token.type === 'image') token.href = address(token.href, page, pages, out);
      },
    });
    marked.use({
      renderer: {
        heading({ tokens, depth, text: words }) {
          return `<h${depth} id="${anchor(words)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
      },
    });
    const links = menu.map(
      (one) =>
        `<a href="${fileOf(one.page)}"${one.page === page ? ' aria-current="page"' : ''}>${escapeHtml(one.title)}</a>`,
    );
    writeFileSync(
      join(out, fileOf(page)),
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(titleOf(text, page))}</title>
<style>${PAGE_STYLE}${STYLE}</style>
</head>
<body>
<nav aria-label="Pages">${links.join('\n')}</nav>
<main>
${marked.parse(text) as string}</main>
</body>
</html>
`,
    );
  }
  return pages.map(fileOf);
}

/** Links between pages lead to pages; pictures and other files are brought along, those as plain text. */
function address(href: string, page: string, pages: readonly string[], out: string): string {
  if (/^(?:https?:|#|mailto:)/.test(href)) return href;
  const [path = '', hash] = href.split('#');
  const file = relative(ROOT, resolve(ROOT, dirname(page), path));
  const readme = existsSync(join(ROOT, file, 'README.md')) ? join(file, 'README.md') : file;
  if (pages.includes(readme)) return `${fileOf(readme)}${hash === undefined ? '' : `#${hash}`}`;
  const name =
    file.replace(/^docs\//, '').replaceAll('/', '-') + (/\.(?:png|jpe?g|svg|webp)$/.test(file) ? '' : '.txt');
  if (!statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile())
    throw new Error(`${page} links to ${href}, which is no page and no file`);
  copyFileSync(join(ROOT, file), join(out, name));
  return name;
}

/** As GitHub makes them, so that links to headings hold in both places. */
function anchor(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');
}

if (process.argv[1] === import.meta.filename) {
  const out = join(ROOT, 'dist/docs');
  const files = buildDocs(out);
  process.stdout.write(`${files.length} pages in dist/docs: open dist/docs/index.html\n`);
}
