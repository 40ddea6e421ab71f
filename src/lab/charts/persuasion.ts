/**
 * Persuasion drawn. The trace: how the target leans after every message, the mean of each persuader's games. Asking against success:
 * what each persuader asked a game and how often it won, a panel for each field, since who wins the games it knows without a question
 * has not read a mind: the panels of games it does not know tell.
 */
import { axisX, axisY, dot, gridY, line, ruleY } from '@observablehq/plot';
import {
  beliefTrace,
  type Episode,
  findKit,
  type Mind,
  type MindgamesAct,
  type MindgamesScenario,
  mean,
  messagesIn,
  metrics,
  type PersuaderSecret,
  type PtomAct,
  swayedBy,
  type Taken,
  takenOf,
  valuesOf,
} from '../../core/index.ts';
import { axisText, type SideLabel, sideLabels, textWidth } from './labels.ts';
import { muted, series } from './palette.ts';
import { gridStyle, type Panel, type Sheet } from './sheet.ts';

const INSIDE = { width: 420, height: 260 };
const MARGINS = { marginTop: 26, marginBottom: 40, marginLeft: 44 };

/** How far the target leans to what the persuader wants, at the start and after every message of the persuader. */
function leaning(episode: Episode): number[] | undefined {
  if (episode.domain !== 'mindgames') return beliefTrace(episode)?.map((belief) => 100 * belief);
  const { public: facts, private: secrets } = episode.scenario as MindgamesScenario;
  const { persuader, target } = secrets as { persuader: PersuaderSecret; target: Mind };
  const goal = facts.proposals.indexOf(persuader.goal);
  const messages = messagesIn(takenOf(episode) as Taken<MindgamesAct>[]);
  return Array.from({ length: messages.length + 1 }, (_, count) => {
    const values = valuesOf(swayedBy(facts, target, messages.slice(0, count)).mind);
    return (values[goal] as number) - Math.max(...values.filter((_, p) => p !== goal));
  });
}

const AXES: Readonly<Record<string, { readonly title: string; readonly label: string; readonly level: number }>> = {
  mindgames: {
    title: 'The lead of the proposal that the persuader wants',
    label: 'value, less the best rival’s',
    level: 0,
  },
  ptom: { title: 'How far the target is for the option that the persuader wants', label: 'belief, %', level: 50 },
  trace: { title: 'How far the target believes what the persuader wants', label: 'belief, %', level: 50 },
};

/** Of games of one domain. A game that ended early stays where it was, so that every mean is over all games. */
export function beliefChart(episodes: readonly Episode[], about: string): Sheet {
  const domain = oneDomain(episodes);
  const axes = AXES[domain];
  if (!axes)
    throw new RangeError(
      `got games of ${domain}, expected ${Object.keys(AXES).join(', ')}: nothing else has a target to sway`,
    );
  const games = episodes.flatMap((episode) => {
    const values = leaning(episode);
    return values ? [{ who: persuaderOf(episode), values }] : [];
  });
  if (games.length === 0) throw new RangeError('got no game whose persuader wants something, expected at least one');
  const last = Math.max(...games.map(({ values }) => values.length)) - 1;
  const lines = [...grouped(games, ({ who }) => who)].map(([who, all], i) => ({
    who,
    games: all.length,
    color: series[i % series.length] as string,
    dash: i < series.length ? undefined : '4,3',
    points: Array.from({ length: last + 1 }, (_, x) => ({
      x,
      y: mean(all.map(({ values }) => values[Math.min(x, values.length - 1)] as number)),
    })),
  }));
  const all = lines.flatMap(({ points }) => points.map(({ y }) => y));
  const [low, high] = [Math.min(axes.level, ...all), Math.max(axes.level, ...all)];
  const room = 0.08 * (high - low || 1);
  const frame = { ...INSIDE, x: [0, Math.max(1, last)], y: [low - room, high + room] } as const;
  const labels: SideLabel[] = lines.map(({ who, games: n, color, points }) => ({
    words: n > 1 ? `${who} (${n} games)` : who,
    color,
    ...(points.at(-1) as { x: number; y: number }),
  }));
  return {
    title: axes.title,
    subtitle: about,
    notes: [
      'Means over the games of each persuader, at the start (0) and after each of its messages; a game that ended early stays where it was.',
      domain === 'mindgames'
        ? 'Above the line the target would choose it; on the line the tie rule decides.'
        : 'The line is where the target leans to neither side.',
    ],
    rows: [
      {
        panels: [
          {
            options: {
              width: MARGINS.marginLeft + INSIDE.width + sideRoom(labels),
              height: MARGINS.marginTop + INSIDE.height + MARGINS.marginBottom,
              ...MARGINS,
              marginRight: sideRoom(labels),
              x: { domain: [...frame.x] },
              y: { domain: [...frame.y] },
              marks: [
                gridY({ ...gridStyle, ticks: 5 }),
                ruleY([axes.level], { stroke: muted, strokeDasharray: '3,3' }),
                ...lines.flatMap(({ points, color, dash }) => [
                  line(points, {
                    x: 'x',
                    y: 'y',
                    stroke: color,
                    strokeWidth: 1.75,
                    ...(dash && { strokeDasharray: dash }),
                  }),
                  dot(points, { x: 'x', y: 'y', r: 2.5, fill: color }),
                ]),
                ...sideLabels(labels, frame),
                axisX({
                  ...axisText,
                  ticks: Math.min(last, 8),
                  tickFormat: 'd',
                  tickSize: 3,
                  label: 'messages of the persuader',
                  labelAnchor: 'center',
                  labelArrow: 'none',
                }),
                axisY({ ...axisText, ticks: 5, tickSize: 0, label: axes.label, labelArrow: 'none' }),
              ],
            },
          },
        ],
      },
    ],
  };
}

const ASKED = ['asked-motivational', 'asked-informational', 'asked-inferential'];

/** Distinct things asked in mindgames, questions in ptom. */
function thingsAsked(episode: Episode): number {
  if (episode.domain === 'ptom')
    return (takenOf(episode) as Taken<PtomAct>[]).filter(({ act }) => act.type === 'ask').length;
  return ASKED.reduce((sum, name) => sum + (measured(name, episode) ?? 0), 0);
}

export function askingChart(episodes: readonly Episode[], about: string): Sheet {
  const domain = oneDomain(episodes);
  if (domain !== 'mindgames' && domain !== 'ptom')
    throw new RangeError(`got games of ${domain}, expected mindgames or ptom: nowhere else is a target asked`);
  const field = findKit(domain)?.field;
  const games = episodes.flatMap((episode) => {
    const won = measured('persuaded', episode);
    const { scenario, source } = episode;
    return won === undefined
      ? []
      : [
          {
            who: persuaderOf(episode),
            asked: thingsAsked(episode),
            won,
            field: field?.(scenario, source) ?? 'all games',
          },
        ];
  });
  if (games.length === 0) throw new RangeError('got no game that was played to its end, expected at least one');
  const names = [...new Set(games.map(({ who }) => who))];
  const most = Math.max(
    1,
    ...[...grouped(games, (one) => `${one.who}|${one.field}`).values()].map((all) =>
      mean(all.map(({ asked }) => asked)),
    ),
  );
  const panels = [...grouped(games, (one) => one.field)].map(([title, all]): Panel => {
    const points = names.flatMap((who, i) => {
      const own = all.filter((one) => one.who === who);
      if (own.length === 0) return [];
      const [x, y] = [mean(own.map(({ asked }) => asked)), 100 * mean(own.map(({ won }) => won))];
      return [{ who, x, y, color: series[i % series.length] as string }];
    });
    const frame = { width: 240, height: 220, x: [0, most], y: [0, 100] } as const;
    const labels = together(points);
    const marginRight = sideRoom(labels);
    return {
      title: `${title}: ${all.length} games`,
      options: {
        width: MARGINS.marginLeft + frame.width + marginRight,
        height: MARGINS.marginTop + frame.height + MARGINS.marginBottom,
        ...MARGINS,
        marginRight,
        x: { domain: [...frame.x] },
        y: { domain: [...frame.y] },
        marks: [
          gridY({ ...gridStyle, ticks: 5 }),
          dot(points, { x: 'x', y: 'y', r: 4, fill: 'color' }),
          ...sideLabels(labels, frame),
          axisX({
            ...axisText,
            ticks: 5,
            tickSize: 3,
            label: 'things asked a game',
            labelAnchor: 'center',
            labelArrow: 'none',
          }),
          axisY({ ...axisText, ticks: 5, tickSize: 0, label: 'won, %', labelArrow: 'none' }),
        ],
      },
    };
  });
  return {
    title: 'Asking against success',
    subtitle: about,
    notes: [
      'One dot a persuader. At the left edge nothing was asked: what is won there shows that games were known, not that a mind was read.',
    ],
    rows:
      panels.length < 2
        ? [{ panels }]
        : Array.from({ length: Math.ceil(panels.length / 2) }, (_, i) => ({ panels: panels.slice(2 * i, 2 * i + 2) })),
  };
}

/** Dots in one place share a label. */
function together(points: readonly { who: string; x: number; y: number; color: string }[]): SideLabel[] {
  return [...grouped(points, ({ x, y }) => `${x.toFixed(2)}|${y.toFixed(1)}`).values()].map((same) => {
    const [{ x, y, color }] = same as [(typeof points)[number]];
    return { words: same.map(({ who }) => who).join(', '), x, y, color };
  });
}

const sideRoom = (labels: readonly SideLabel[]) => 24 + Math.max(...labels.map(({ words }) => textWidth(words)));

function persuaderOf({ seats, id }: Episode): string {
  const sitter = seats.persuader;
  if (!sitter) throw new RangeError(`got episode ${id} without a persuader, expected a game of persuasion`);
  return sitter.spec;
}

function oneDomain(episodes: readonly Episode[]): string {
  const domains = [...new Set(episodes.map(({ domain }) => domain))];
  if (domains.length !== 1)
    throw new RangeError(`got games of ${domains.join(' and ') || 'no domain'}, expected games of one`);
  return domains[0] as string;
}

const measured = (name: string, episode: Episode) => metrics.find((one) => one.name === name)?.of(episode, '');

function grouped<T>(list: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}
