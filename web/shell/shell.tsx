/** What every page has around it: the way to the others, the finder, language and theme. */
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ForgetToken } from '../api/refusal.tsx';
import { isSite } from '../api/source.ts';
import { pages } from '../pages.ts';
import { type LanguageName, languages, setLanguage, useLanguage, useWords } from '../words/index.ts';
import { late } from './late.tsx';
import style from './shell.module.css';
import { themes, useTheme } from './theme.ts';

const Finder = late(async () => (await import('./finder.tsx')).default);

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** Pixels of the entry before it that stay in sight. */
const NEIGHBOUR = 64;

export function Shell() {
  const words = useWords();
  const [finding, setFinding] = useState(false);
  const title = useTitle();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  const nav = useRef<HTMLElement>(null);
  // On a phone the entry of this page may lie beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is another
  useEffect(() => {
    const entry = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (entry && nav.current) nav.current.scrollLeft = entry.offsetLeft - nav.current.offsetLeft - NEIGHBOUR;
  }, [here, words]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setFinding(true);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <a className={style.skip} href="#page">
        {words.nav.skip}
      </a>
      <header className={style.header}>
        <Link to="/" className={style.name}>
          <img src={isSite ? 'icon.svg' : '/icon.svg'} alt="" width="22" height="22" /> parley
        </Link>
        <nav ref={nav} className={style.nav} aria-label={words.nav.menu}>
          {pages
            .filter(({ inNav, inSite }) => (isSite ? inSite : inNav))
            .map(({ path, name }) => (
              <Link key={path} to={path as '/'} activeProps={{ 'aria-current': 'page' }}>
                {words.nav[name]}
              </Link>
            ))}
        </nav>
        <button
          type="button"
          className={style.find}
          onClick={() => setFinding(true)}
          aria-keyshortcuts="Meta+K Control+K"
        >
          {words.nav.find} <kbd>{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      </header>
      <main id="page" className={style.page} tabIndex={-1} aria-label={title}>
        <Outlet />
      </main>
      <footer className={style.footer}>
        <Choices />
        <ForgetToken />
        {!isSite && <a href="/docs">API</a>}
      </footer>
      {finding && (
        <Suspense fallback={null}>
          <Finder onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </>
  );
}

function Choices() {
  const words = useWords();
  const language = useLanguage();
  const [theme, setTheme] = useTheme();
  return (
    <>
      <label>
        {words.nav.languageOf}{' '}
        <select value={language} onChange={(event) => setLanguage(event.target.value as LanguageName)}>
          {Object.entries(languages).map(([name, called]) => (
            <option key={name} value={name}>
              {called}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.nav.theme}{' '}
        <select value={theme} onChange={(event) => setTheme(event.target.value as (typeof themes)[number])}>
          {themes.map((one) => (
            <option key={one} value={one}>
              {words.nav.themes[one]}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** The name of the page, in the tab and for who hears the page. */
function useTitle(): string {
  const words = useWords();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = pages.find((one) => new RegExp(`^${one.path.replaceAll(/\$\w+/g, '[^/]+')}/?$`).test(path));
  const title = page ? words.nav[page.name] : words.error.unknown;
  useEffect(() => {
    document.title = path === '/' ? 'parley' : `${title} · parley`;
  }, [path, title]);
  return title;
}
