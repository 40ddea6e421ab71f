/**
 * The verbs of the command, in the order of the help, as the help lists them. Only the one that is called is loaded: all of them
 * together are most of the house.
 */
import type { Command } from 'commander';

interface Verb {
  /** After its name, in the words of the help. */
  readonly takes: string;
  readonly about: string;
  readonly load: () => Promise<Command>;
}

export const verbs: Readonly<Record<string, Verb>> = {
  demo: {
    takes: '[options]',
    about: 'watch two scripts bargain over a listing, and open the report',
    load: () => import('./demo.ts').then(({ demo }) => demo()),
  },
  negotiate: {
    takes: '[options]',
    about: 'put two agents at a table and watch them bargain',
    load: () => import('./negotiate.ts').then(({ negotiate }) => negotiate()),
  },
  play: {
    takes: '[options]',
    about: 'haggle with an agent yourself',
    load: () => import('./play.ts').then(({ play }) => play()),
  },
  replay: {
    takes: '[options] <file#id>',
    about: 'replay a recorded episode, or fork it at a turn',
    load: () => import('./replay.ts').then(({ replay }) => replay()),
  },
  tournament: {
    takes: '[options] [specs...]',
    about: 'play every agent against every agent, in both roles',
    load: () => import('./tournament.ts').then(({ tournament }) => tournament()),
  },
  run: {
    takes: '[options] <experiment>',
    about: 'plan an experiment, play it and write its report',
    load: () => import('./run.ts').then(({ run }) => run()),
  },
  report: {
    takes: '[options] <folder>',
    about: 'rebuild the report of a run from its transcripts',
    load: () => import('./report.ts').then(({ report }) => report()),
  },
  compare: {
    takes: '[options] <folders...>',
    about: 'what changed between runs, game by game, and all of them in one table',
    load: () => import('./report.ts').then(({ compare }) => compare()),
  },
  findings: {
    takes: '[options] <folder>',
    about: 'what detectors found in the games of a run, with the words, and how far people agree',
    load: () => import('./findings.ts').then(({ findings }) => findings()),
  },
  beliefs: {
    takes: '[options] <file>',
    about: 'score what agents believed of each other, as they stated it or as another agent answers afterwards',
    load: () => import('./beliefs.ts').then(({ beliefs }) => beliefs()),
  },
  list: {
    takes: '',
    about: 'list agents, scenarios, tasks, domains, metrics, presets, models or runs, a line each',
    load: () => import('./list.ts').then(({ list }) => list()),
  },
  explain: {
    takes: '[options] <spec>',
    about: 'say what an agent is, its options, what it sees and, for a model, the prompt that would be sent',
    load: () => import('./explain.ts').then(({ explain }) => explain()),
  },
  'best-response': {
    takes: '[options]',
    about: 'the most that any agent can earn against a script',
    load: () => import('./best-response.ts').then(({ bestResponseVerb }) => bestResponseVerb()),
  },
  exploit: {
    takes: '[options] <spec>',
    about: 'search for the opponent that earns most against an agent',
    load: () => import('./exploit.ts').then(({ exploit }) => exploit()),
  },
  plot: {
    takes: '[options] <what> [specs...]',
    about:
      'draw how scripts concede, how pairs of them play, what a deal leaves on the table, and how a mind is swayed',
    load: () => import('./plot.ts').then(({ plot }) => plot()),
  },
  simulate: {
    takes: '[options]',
    about: 'play scripted negotiations by the million and write them as training data',
    load: () => import('./simulate.ts').then(({ simulate }) => simulate()),
  },
  data: {
    takes: '',
    about: 'import, prepare and check data',
    load: () => import('./data.ts').then(({ data }) => data()),
  },
  train: {
    takes: '[options] <recipe> [action]',
    about: 'fine-tune a model, probe it or export it',
    load: () => import('./train.ts').then(({ train }) => train()),
  },
  models: {
    takes: '',
    about: 'models that run on this machine: list, pull, serve',
    load: () => import('./models.ts').then(({ models }) => models()),
  },
  serve: {
    takes: '[options]',
    about: 'serve the games: OpenEnv, live play, replays',
    load: () => import('./serve.ts').then(({ serve }) => serve()),
  },
  mcp: {
    takes: '[options]',
    about: 'tools for agents over stdio: evaluate an offer, suggest a counter, play, coach',
    load: () => import('./mcp.ts').then(({ mcp }) => mcp()),
  },
  worker: {
    takes: '[options]',
    about: 'play the plans of a queue, on as many machines as there are',
    load: () => import('./worker.ts').then(({ worker }) => worker()),
  },
  queue: {
    takes: '',
    about: 'show, pause, resume or forget the plans of a queue',
    load: () => import('./queue.ts').then(({ queue }) => queue()),
  },
  push: {
    takes: '[options] <path> <s3-url>',
    about: 'send a file or a folder that was made to S3-compatible storage; again where it was stopped',
    load: () => import('./push.ts').then(({ push }) => push()),
  },
  conformance: {
    takes: '[options] <file>',
    about: 'check a domain of your own: replay, secrets, refusals, scripts without memory, beliefs, words',
    load: () => import('./conformance.ts').then(({ conformance }) => conformance()),
  },
  doctor: {
    takes: '[options]',
    about: 'show what is installed and which keys are set',
    load: () => import('./doctor.ts').then(({ doctor }) => doctor()),
  },
};
