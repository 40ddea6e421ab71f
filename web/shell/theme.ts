/** Light, dark, or as the system has it. */
import { useSyncExternalStore } from 'react';
import { kept } from './kept.ts';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const chosen = kept<Theme>('theme', () => 'auto');

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(chosen.subscribe, chosen.get), chosen.set];
}

export function setTheme(theme: Theme): void {
  chosen.set(theme);
}

chosen.subscribe(() => show(chosen.get()));
show(chosen.get());
