/** parley queue: what is being played over a queue, and a pause for it. */
import { Command } from 'commander';
import {
  type Broker,
  type BrokerOptions,
  coordinationOf,
  forgetPlan,
  listPlans,
  openBroker,
  pausePlans,
  readPlan,
  workersOn,
} from '../lab/queue/index.ts';
import { UsageError } from './errors.ts';
import { jsonOption } from './options.ts';
import { queueAddress } from './queue-options.ts';

export function queue(): Command {
  return new Command('queue')
    .addCommand(status())
    .addCommand(pausing('pause', 'workers end the shard they play and begin no other'))
    .addCommand(pausing('resume', 'workers go on'))
    .addCommand(forgetting());
}

const asked = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .requiredOption('--queue <url>', 'the postgres:// or redis:// database of the queue', queueAddress)
    .addOption(jsonOption());

function status(): Command {
  return asked('status', 'the plans that are being played or were stopped, and who plays them')
    .addHelpText('after', '\nExample:\n  parley queue status --queue postgres://parley@db/parley')
    .action(({ queue: url, json }) =>
      withBroker(url, async (broker) => {
        const plans = await listPlans(broker.board, { stopped: true });
        if (plans.length === 0 && !json) print('no plans');
        for (const { failed: before = 0, ...plan } of plans) {
          const notes = Object.entries(await workersOn(broker.board, plan.id));
          const at = notes.filter(([, { refused }]) => refused === undefined).length;
          const {
            waiting = 0,
            active = 0,
            delayed = 0,
            failed: unseen = 0,
          } = await (await broker.queue(plan.id)).getJobCounts('waiting', 'active', 'delayed', 'failed');
          const { coordinated, done, failed: noted } = await coordinationOf(broker.board, plan.id);
          // Who coordinates takes them out of the queue when it sees them.
          const failed = unseen + Math.max(noted, before);
          const gone =
            plan.stopped || coordinated ? '' : ', its command is gone: go on with it and --resume, or forget it';
          const out = { waiting: waiting + delayed, active, failed };
          if (json) print(JSON.stringify({ ...plan, coordinated, done, workers: Object.fromEntries(notes), out }));
          else
            print(
              `${plan.id}: ${plan.kind}, ${done === undefined ? '' : `${done} of `}${plan.shards} shards${done === undefined ? '' : ' done'}, ${out.waiting} wait, ${active} being played by ${at} workers, ${failed} failed${plan.paused ? ', paused' : ''}${plan.stopped ? ', stopped' : ''}${gone}`,
            );
        }
      }),
    );
}

function pausing(name: 'pause' | 'resume', description: string): Command {
  return asked(name, description)
    .argument('[plan]', 'its id, from parley queue status; all of them unless given')
    .addHelpText('after', `\nExample:\n  parley queue ${name} --queue postgres://parley@db/parley`)
    .action((plan: string | undefined, { queue: url, json }) =>
      withBroker(
        url,
        async (broker) => {
          const plans = await pausePlans(broker.board, name === 'pause', plan);
          if (plan !== undefined && plans === 0) throw new UsageError(`there is no plan "${plan}" in this queue`);
          print(json ? JSON.stringify({ plans }) : `${plans} plans: ${name}d`);
        },
        { say },
      ),
    );
}

function forgetting(): Command {
  return asked(
    'forget',
    'takes a plan out whose coordinator will not come back; what was played of it and not fetched is lost',
  )
    .argument('<plan>', 'its id, from parley queue status')
    .addHelpText('after', '\nExample:\n  parley queue forget 395ec7eaff06edac --queue postgres://parley@db/parley')
    .action((plan: string, { queue: url, json }) =>
      withBroker(
        url,
        async (broker) => {
          const { board } = broker;
          const isListed = (await listPlans(board, { stopped: true })).some(({ id }) => id === plan);
          // Also one that a database which was emptied has lost from its list.
          if (!isListed && !(await readPlan(board, plan)) && (await board.waiting(plan)).length === 0)
            throw new UsageError(`there is no plan "${plan}" in this queue`);
          await forgetPlan(broker, plan);
          print(json ? JSON.stringify({ plans: 1 }) : `${plan}: forgotten`);
        },
        { say },
      ),
    );
}

const say = (sentence: string) => process.stderr.write(`parley: ${sentence}\n`);

async function withBroker(url: string, use: (broker: Broker) => Promise<void>, options?: BrokerOptions): Promise<void> {
  const broker = await openBroker(url, options);
  try {
    await use(broker);
  } finally {
    await broker.close();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
