/** A replay as one page that opens from a file: the built script and style, and the games as data. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Episode } from '../core/index.ts';
import { UsageError } from './errors.ts';

/** Bytes of games: more than this no tab holds well. */
const MOST_BYTES = 200e6;

export function replayPage(file: string, games: readonly Episode[]): string {
  const data = asData({ file: basename(file), games });
  if (data.length > MOST_BYTES)
    throw new UsageError(
      `the games of ${file} are ${Math.round(data.length / 1e6)} MB, and a page holds ${MOST_BYTES / 1e6}: give one as FILE#ID, or open the folder with parley serve`,
    );
  const script = inScript(built('replay.js'));
  const style = built('replay.css').replace(/<\/style/gi, '<\\/style');
  // Nothing is loaded or sent, and no script but this very one runs. Styles: overlays bring a few lines of their own.
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>parley replay</title>
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page plays games in the browser and needs JavaScript.</noscript>
<script type="application/json" id="games">${data}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** JSON that ends no element and no line, whatever was said in a game. */
function asData(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** What would end the element, or hide its end, stands only in strings and patterns: a backslash changes nothing there. */
function inScript(text: string): string {
  return text.replace(/<(?=\/script|!--)/gi, '\\x3c');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Whether it runs from its sources or from the package, the built page lies in dist/replay-page. */
function built(name: string): string {
  for (const folder of ['../replay-page', '../../dist/replay-page']) {
    try {
      return readFileSync(join(import.meta.dirname, folder, name), 'utf8');
    } catch {
      // Then it lies in the other.
    }
  }
  throw new UsageError('the replay page was not built: npm run build makes it');
}
