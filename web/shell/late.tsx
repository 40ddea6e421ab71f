/** A component that loads when it is first drawn. Around it stands whoever keeps its room meanwhile (Suspense). */
import { type ComponentType, use } from 'react';
import { lazily } from './lazily.ts';

export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> & { preload(): Promise<void> } {
  const loading = lazily(load);
  const Late = (props: P) => {
    const Loaded = use(loading());
    return <Loaded {...props} />;
  };
  return Object.assign(Late, { preload: () => loading().then(ignored, ignored) });
}

function ignored(): void {
  // Whoever draws it is told.
}
