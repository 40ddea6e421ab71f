/**
 * Numbers said digit by digit: "four oh two", "vier null zwei", "4-0-2", as one number.
 *
 * A run is two or more digits, in figures or in words of English, Hindi, Spanish, German or French, with nothing between them but
 * spaces, commas, hyphens, dots and strokes. "Oh" is a zero only inside a run, never at its head.
 */
import { fold, type Source, type Token, tokensOf } from './tokens.ts';

const WORDS: readonly string[] = [
  'zero oh o nought naught null nil cero shunya sifar शून्य',
  'one uno una un une ein eins ek एक',
  'two dos deux zwei zwo do दो',
  'three tres trois drei teen तीन',
  'four cuatro quatre vier char chaar चार',
  'five cinco cinq funf fuenf panch paanch पांच',
  'six seis sechs chhe chhah छह',
  'seven siete sept sieben saat सात',
  'eight ocho huit acht aath आठ',
  'nine nueve neuf neun nau नौ',
];
const DIGITS = new Map(WORDS.flatMap((names, digit) => names.split(' ').map((name) => [fold(name), digit] as const)));
const BETWEEN = new Set(',-–./·_ '.split(''));

/** The runs in a text, each as its digits. */
export function digitRunsIn(text: Source): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  const close = () => {
    if (run.length > 1) runs.push(run);
    run = [];
  };
  for (const token of tokensOf(text)) {
    const digits = digitsOf(token, run.length > 0);
    if (digits) run.push(...digits);
    else if (run.length === 0 || token.kind !== 'mark' || !BETWEEN.has(token.text)) close();
  }
  close();
  return runs;
}

function digitsOf({ kind, text }: Token, inside: boolean): number[] | undefined {
  // "4.0.2" comes as one token, and so do numbers of several digits, which are read as they are elsewhere.
  if (kind === 'number')
    return /^\d(?:[.,']\d)*$/.test(text) ? text.replace(/\D/g, '').split('').map(Number) : undefined;
  const digit = kind === 'word' ? DIGITS.get(text) : undefined;
  if (digit === undefined || ((text === 'oh' || text === 'o') && !inside)) return undefined;
  return [digit];
}
