/** The thing that a game is about: one of the listings, or whatever is drawn. */
import type { ReactNode } from 'react';
import type { Listing } from '../../src/core/index.ts';
import { useWords } from '../words/index.ts';

interface ListingChoiceProps {
  readonly label: ReactNode;
  readonly listings: readonly Pick<Listing, 'id' | 'title'>[];
  readonly chosen: string | undefined;
  /** What it says where none is chosen. */
  readonly drawn: string;
  onChoice(listing: string | undefined): void;
}

export function ListingChoice({ label, listings, chosen, drawn, onChoice }: ListingChoiceProps) {
  const words = useWords();
  return (
    <label>
      {label}
      <select value={chosen ?? ''} onChange={({ target }) => onChoice(target.value === '' ? undefined : target.value)}>
        <option value="">{drawn}</option>
        {listings.map(({ id, title }) => (
          <option key={id} value={id}>
            {words.scene(title)}
          </option>
        ))}
      </select>
    </label>
  );
}
