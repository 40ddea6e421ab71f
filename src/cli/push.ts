/** parley push: what was made, into S3-compatible storage. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { UsageError } from './errors.ts';
import { jsonOption, wholeNumber } from './options.ts';
import { phases } from './progress.ts';
import { openPusher, pushedText, s3Address } from './push-option.ts';
import { refuseUnfinished } from './unfinished.ts';

export function push(): Command {
  return new Command('push')
    .argument('<path>', 'a run, a data set, or a file with its manifest')
    .argument('<s3-url>', 's3://bucket/folder', s3Address)
    .option('--endpoint <url>', 'where the storage is (default: AWS_ENDPOINT_URL, else Amazon)')
    .option('--part-mb <n>', 'megabytes of a part', wholeNumber(5, 5000), 16)
    .option('--check', 'read everything back and compare')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Keys are those of every tool: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION.

Examples:
  parley push runs/mine s3://lab/runs/mine
  parley push turns s3://lab/turns --endpoint http://127.0.0.1:9000 --check`,
    )
    .action(async (path: string, url: string, { endpoint, partMb, check, json }) => {
      if (!existsSync(path)) throw new UsageError(`there is no file or folder ${path}`);
      refuseUnfinished(path);
      const phase = phases(path, json);
      const onPart = ({ part, of }: { part: number; of: number }) => phase(`sending part ${part} of ${of}`);
      const pusher = await openPusher(url, { endpoint, partSize: partMb << 20, check, onPart });
      const pushed = await pusher.all(path);
      phase();
      process.stdout.write(`${json ? JSON.stringify({ to: url, ...pushed }) : pushedText(url, pushed)}\n`);
    });
}
