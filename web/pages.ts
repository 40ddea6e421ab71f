/** The pages: a literal list, each loaded when it is opened. */
import type { ComponentType } from 'react';
import type { Words } from './words/index.ts';

export interface Page {
  readonly path: string;
  readonly name: keyof Words['nav'] &
    (
      | 'home'
      | 'table'
      | 'play'
      | 'arena'
      | 'replay'
      | 'strategies'
      | 'match'
      | 'leaderboard'
      | 'rate'
      | 'runs'
      | 'compare'
      | 'data'
      | 'findings'
    );
  readonly inNav: boolean;
  /** Needs no server: in the list of an exported site. */
  readonly inSite?: true;
  load(): Promise<{ default: ComponentType }>;
}

export const pages: readonly Page[] = [
  { path: '/', name: 'home', inNav: false, load: () => import('./pages/home.tsx') },
  { path: '/play', name: 'play', inNav: true, load: () => import('./pages/play.tsx') },
  { path: '/table', name: 'table', inNav: true, inSite: true, load: () => import('./pages/table.tsx') },
  { path: '/arena', name: 'arena', inNav: true, load: () => import('./pages/arena.tsx') },
  { path: '/g/$id', name: 'play', inNav: false, load: () => import('./pages/game.tsx') },
  { path: '/here', name: 'play', inNav: false, load: () => import('./pages/here.tsx') },
  { path: '/replay', name: 'replay', inNav: true, inSite: true, load: () => import('./pages/replay.tsx') },
  { path: '/strategies', name: 'strategies', inNav: true, inSite: true, load: () => import('./pages/strategies.tsx') },
  { path: '/match', name: 'match', inNav: true, load: () => import('./pages/match.tsx') },
  { path: '/leaderboard', name: 'leaderboard', inNav: true, load: () => import('./pages/leaderboard.tsx') },
  { path: '/runs', name: 'runs', inNav: true, inSite: true, load: () => import('./pages/runs.tsx') },
  { path: '/runs/$run', name: 'runs', inNav: false, load: () => import('./pages/run.tsx') },
  { path: '/runs/$run/games', name: 'runs', inNav: false, load: () => import('./pages/run-games.tsx') },
  { path: '/compare', name: 'compare', inNav: false, load: () => import('./pages/compare.tsx') },
  { path: '/rate', name: 'rate', inNav: true, load: () => import('./pages/rate.tsx') },
  { path: '/data', name: 'data', inNav: true, load: () => import('./pages/data.tsx') },
  { path: '/findings', name: 'findings', inNav: false, load: () => import('./pages/findings.tsx') },
];
