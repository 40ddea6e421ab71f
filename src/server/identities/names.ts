/** Names that people read: nothing in them that is not seen, and one spelling for what looks the same. */

/** The name as it is kept, or undefined where nothing can be read in it. */
export function readable(name: string): string | undefined {
  const clean = seen(name.normalize('NFKC')).replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(clean) && !/\p{M}{4}/u.test(clean.normalize('NFD')) ? clean : undefined;
}

/** The same for names that differ in case, in the width of their letters or in what is not seen. */
export function folded(name: string): string {
  // By way of capitals: ß and ss have the same, and so have both small sigmas.
  const cased = seen(name.normalize('NFKC')).toUpperCase().toLowerCase().normalize('NFKC');
  return cased.replace(/\s+/g, ' ').trim();
}

function seen(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}
