/** The browser of this machine, for tests and scripts that look at pages. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** Where it is; undefined where there is none, and tests are skipped. */
const browserPath = process.env.PARLEY_CHROMIUM ?? PLACES.find((path) => existsSync(path));

/** Says on standard error what is not tested without one. */
export function skippedWithoutBrowser(what: string): boolean {
  if (!browserPath) process.stderr.write(`skipped: ${what} (there is no Chromium here; set PARLEY_CHROMIUM)\n`);
  return !browserPath;
}

export function launchBrowser(): Promise<Browser> {
  if (!browserPath) throw new Error(`there is no Chromium at ${PLACES.join(', ')}: set PARLEY_CHROMIUM to its path`);
  return chromium.launch({ executablePath: browserPath, args: FLAGS });
}
