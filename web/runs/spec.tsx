/** A spec is one long word: it may break behind its signs, and not in the middle of a name. */
import { Fragment } from 'react';

export function Spec({ text }: { readonly text: string }) {
  return text.split(/(?<=[:_?&=@/,])/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
