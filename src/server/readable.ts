/** What somebody says is read number by number, each with the words around it: of very many it is not tried. */
const MOST_NUMBERS = 200;

/** Why a text is not read; undefined for any that is. */
export function unreadable(text: string): string | undefined {
  const numbers = text.match(/\p{N}+/gu)?.length ?? 0;
  if (numbers <= MOST_NUMBERS) return undefined;
  return `a reply of ${numbers} numbers is not read: say what is meant with fewer than ${MOST_NUMBERS}`;
}
