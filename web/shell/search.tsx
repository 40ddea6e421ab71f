/** A field to search by that waits for a pause in typing. */
import { useEffect, useState } from 'react';

/** Milliseconds without a key pressed. */
const PAUSE = 300;

interface SearchProps {
  readonly label: string;
  readonly value: string;
  onChange(text: string): void;
}

export function Search({ label, value, onChange }: SearchProps) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), PAUSE);
    return () => clearTimeout(timer);
  });
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
