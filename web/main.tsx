import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import './style.css';
import './shell/theme.ts';
import { Problem } from './api/client.ts';
import { isSite, readFrom, siteStart } from './api/source.ts';
import { type Page, pages } from './pages.ts';
import { late } from './shell/late.tsx';
import { readSearch, writeSearch } from './shell/search-params.ts';
import { Shell } from './shell/shell.tsx';
import { useWords, wordsReady } from './words/index.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const routes = pages.map(({ path, load }) =>
  createRoute({ getParentRoute: () => root, path, component: loaded(load) }),
);
// A static server knows no address but that of the page: what is open stands behind the #.
if (isSite) {
  readFrom(await import('./api/site.ts'));
  if (location.hash === '') location.hash = await siteStart();
  document.addEventListener('click', (event) => {
    const to = (event.target as Element).closest?.('a[href^="#"]:not([href^="#/"])')?.getAttribute('href');
    if (!to) return;
    event.preventDefault();
    document.getElementById(to.slice(1))?.focus();
  });
}
const router = createRouter({
  ...(isSite && { history: createHashHistory() }),
  routeTree: root.addChildren(routes),
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultErrorComponent: Broken,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

/** A page that loads when it is opened, or when somebody is about to open it. */
function loaded(load: Page['load']) {
  const Inner = late(async () => (await load()).default);
  const Opened = () => (
    <Suspense fallback={null}>
      <Inner />
    </Suspense>
  );
  return Object.assign(Opened, { preload: Inner.preload });
}

function NotFound() {
  const words = useWords();
  return (
    <div className="stack">
      <h1>{words.error.notFound}</h1>
      <Link to="/">{words.error.home}</Link>
    </div>
  );
}

function Broken({ error, reset }: ErrorComponentProps) {
  const words = useWords();
  return (
    <div className="stack">
      <h1>{words.error.title}</h1>
      <p className="problem">{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" onClick={reset}>
        {words.error.again}
      </button>
    </div>
  );
}

/** The server may be on this very machine: what the browser says of the network pauses nothing. */
const networkMode = 'always';
/** What the server refuses it refuses again. */
const retry = (tries: number, error: Error) =>
  tries < 2 && !(error instanceof Problem && [400, 401, 403, 404, 409].includes(error.status));
const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry, networkMode }, mutations: { networkMode } },
});

await wordsReady;
createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
