/** parley plot calibration: the picture, calibration.md beside it, and the same table on the screen. */
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { calibrationOf, readCalibration } from '../lab/analysis/calibration.ts';
import { calibrationSections } from '../lab/report/calibration.ts';
import { toMarkdown } from '../lab/report/markdown.ts';
import { makeFolder } from '../models/node/files.ts';

type Plots = Pick<typeof import('../lab/charts/index.ts'), 'calibrationChart'> &
  Pick<typeof import('../lab/report/draw.ts'), 'draw' | 'toPng'>;

/** `against`: the rows of the control arm. */
export function plotCalibration(
  plots: Plots,
  file: string,
  { out, against, json }: { readonly out: string; readonly against?: string; readonly json?: boolean },
): void {
  const calibration = calibrationOf(readCalibration(file), against === undefined ? [] : readCalibration(against));
  const svg = plots.draw(plots.calibrationChart(calibration, nameOf(file)));
  const page = toMarkdown({
    title: `Calibration of ${nameOf(file)}`,
    about: '![Requested and achieved rho](calibration.svg)',
    facts: [`Games: ${file}${against === undefined ? '' : `; control: ${against}`}`],
    warnings: [],
    sections: calibrationSections(calibration),
  });
  makeFolder(out);
  const files = ['calibration.svg', 'calibration.md', 'calibration.png'].map((name) => join(out, name));
  const [picture = '', words = '', raster = ''] = files;
  writeFileSync(picture, svg);
  writeFileSync(words, page);
  writeFileSync(raster, plots.toPng(svg));
  process.stdout.write(json ? `${JSON.stringify({ files, ...calibration })}\n` : `${page}\n${files.join('\n')}\n`);
}

/** The run's folder, which says more than calibration.jsonl does. */
function nameOf(file: string): string {
  return basename(file) === 'calibration.jsonl' ? basename(dirname(file)) || basename(file) : basename(file);
}
