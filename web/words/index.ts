/** The words of the app in the language of who reads it: chosen once, kept by the browser. */
import { useSyncExternalStore } from 'react';
import { kept } from '../shell/kept.ts';
import { en, type Words } from './en.ts';
import { hi } from './hi.ts';

export type { Words };
export const languages = { en, hi } as const satisfies Record<string, Words>;
export type LanguageName = keyof typeof languages;

const chosen = kept<LanguageName>('language', () => (navigator.language.startsWith('hi') ? 'hi' : 'en'));

export function useWords(): Words {
  return languages[useLanguage()];
}

export function useLanguage(): LanguageName {
  const name = useSyncExternalStore(chosen.subscribe, chosen.get);
  return name in languages ? name : 'en';
}

export function setLanguage(name: LanguageName): void {
  chosen.set(name);
  document.documentElement.lang = name;
}

/** A seat as it is called in this language; seats of a scenario have names of their own. */
export function seatName(words: Words, seat: string): string {
  const [, kind = '', number] = /^(.*)-(\d+)$/.exec(seat) ?? [];
  const numbered = number === undefined ? undefined : words.seats[kind];
  return numbered ? `${numbered} ${number}` : (words.seats[seat] ?? seat);
}

document.documentElement.lang = chosen.get();
