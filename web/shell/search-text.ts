/** A value of the address as the text that it is: a run called 2026, or 1e5, is no number. */
import { useRouterState } from '@tanstack/react-router';

export function useSearchText(name: string): string | undefined {
  const text = useRouterState({ select: ({ location }) => location.searchStr });
  return (
    new URLSearchParams(text)
      .get(name)
      // The router puts text that could be something else in quotes.
      ?.replace(/^"(.*)"$/, '$1')
  );
}
