/** Asks once more before what cannot be taken back. */
import { useState } from 'react';
import { Confirm } from '../shell/confirm.tsx';
import { useWords } from '../words/index.ts';

interface Doubt {
  readonly title: string;
  readonly says: string;
  readonly yes: string;
  readonly act: () => void;
}

/** What asks, and the question where there is one. */
export function useDoubt(): [(doubt: Doubt) => void, React.ReactNode] {
  const words = useWords();
  const [doubt, setDoubt] = useState<Doubt>();
  const onYes = () => {
    setDoubt(undefined);
    doubt?.act();
  };
  return [setDoubt, doubt && <Confirm {...doubt} no={words.doubt.no} onYes={onYes} onNo={() => setDoubt(undefined)} />];
}
