/** The words of the app in the language of who reads it: chosen once, kept by the browser. One language is loaded, not all. */
import { useSyncExternalStore } from 'react';
import { kept } from '../shell/kept.ts';
import { lazily } from '../shell/lazily.ts';
import { en, type Words } from './en.ts';

export type { Words };
/** By what they call themselves. */
export const languages = { en: 'English', hi: 'हिन्दी' } as const;
export type LanguageName = keyof typeof languages;

const others = {
  hi: lazily(async () => {
    const [{ hi }] = await Promise.all([import('./hi.ts'), import('./devanagari.css')]);
    await lettersOf('Noto Sans Devanagari Variable', 'क');
    return hi;
  }),
} as const satisfies Record<string, () => Promise<Words>>;

/** Milliseconds that the first words wait for their letters: other letters would take another room. */
const LONGEST = 2000;

async function lettersOf(font: string, letter: string): Promise<void> {
  const loaded = document.fonts.load(`1em "${font}"`, letter).catch(() => undefined);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, LONGEST))]);
}

const chosen = kept<LanguageName>('language', () => (navigator.language.startsWith('hi') ? 'hi' : 'en'));
const listeners = new Set<() => void>();
let shown: { readonly name: LanguageName; readonly words: Words } = { name: 'en', words: en };

async function show(): Promise<void> {
  const name = chosen.get() in languages ? chosen.get() : 'en';
  const words = name === 'en' ? en : await others[name]();
  shown = { name, words };
  document.documentElement.lang = name;
  for (const listener of listeners) listener();
}

/** The chosen language is there: what is drawn before would be drawn again. */
export const wordsReady: Promise<void> = show().catch(() => undefined);
chosen.subscribe(() => void show().catch(() => undefined));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWords(): Words {
  return useSyncExternalStore(subscribe, () => shown.words);
}

export function useLanguage(): LanguageName {
  return useSyncExternalStore(subscribe, () => shown.name);
}

export function setLanguage(name: LanguageName): void {
  chosen.set(name);
}

/** A seat as it is called in this language; seats of a scenario have names of their own. */
export function seatName(words: Words, seat: string): string {
  const [, kind = '', number] = /^(.*)-(\d+)$/.exec(seat) ?? [];
  const numbered = number === undefined ? undefined : words.seats[kind];
  return numbered ? `${numbered} ${number}` : (words.seats[seat] ?? seat);
}
