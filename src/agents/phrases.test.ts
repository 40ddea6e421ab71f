import { expect, test } from 'vitest';
import { type Language, type Moment, phrases, type Register } from './phrases.ts';

const languages: readonly Language[] = ['english', 'hinglish'];
const roles = ['buyer', 'seller'] as const;
const registers: readonly Register[] = ['polite', 'soft', 'firm', 'curt', 'final'];
const atLeast: Readonly<Record<Moment, number>> = { open: 4, counter: 4, accept: 2, reject: 2, walk: 2 };
const moments = Object.keys(atLeast) as Moment[];
const priced: readonly Moment[] = ['open', 'counter', 'accept'];

const cells = languages.flatMap((language) =>
  roles.flatMap((role) =>
    registers.flatMap((register) =>
      moments.map((moment) => ({
        at: `${language} ${role} ${register} ${moment}`,
        language,
        moment,
        lines: phrases[language][role][register][moment],
      })),
    ),
  ),
);

/** Every line for which `bad` holds, with its place, so that a failure names the line to mend. */
function offenders(bad: (line: string, language: Language, moment: Moment) => boolean): string[] {
  return cells.flatMap(({ at, language, moment, lines }) =>
    lines.filter((line) => bad(line, language, moment)).map((line) => `${at}: ${line}`),
  );
}

function words(list: string): RegExp {
  return new RegExp(`\\b(${list.trim().split(/\s+/).join('|')})\\b`, 'i');
}

const numbers = words(`
  zero one ones two three four five six seven eight nine ten eleven twelve \\w+teen twenty thirty forty fifty sixty
  seventy eighty ninety hundreds? thousands? millions? grand dozen couple pair single double triple half halfway
  quarter percent first firstly second third fourth fifth once twice thrice last lakhs? crores?
`);
/** Hindi number words in Latin script; `do` is left to Hinglish, since it is an everyday verb in English. */
const hindiNumbers = words(`
  ek do teen char chaar paanch panch chhe che chhah saat aath nau das dus gyarah barah pandrah bees tees chalis pachas
  pachaas saath sattar assi nabbe sau sou hazaar hazar karod aadha aadhi aadhe sawa dedh dhai adhai saade paune
  pehla pehli pehle doosra doosri doosre dusra dusri dusre teesra teesri dono
`);
const currency = words(`
  dollars? euros? pounds? rupees? rupaye rupaya rupiya rs inr usd eur gbp francs? chf cents? bucks? quid paise paisa
`);

/** Reservation prices and bluffs about them, rivals, deadlines, concessions and verdicts on price or goods. */
const forbidden: readonly RegExp[] = [
  /\b(minimum|maximum|limit|bottom line|rock bottom|ceiling|floor|reservation|walk-?away)\b/i,
  /\b(lowest|highest|cheapest|the most|the least|at most|at least|nothing (less|more)|no (less|more|lower|higher))\b/i,
  /\bbest (i|price|offer|deal|we)\b|\b(as (low|high|far) as)\b|\b(go|come|move) (any )?(up|down|lower|higher)\b/i,
  /\b(final|last|closing) (offer|price|word|chance)\b|\btake it or leave it\b|\bnow or never\b/i,
  /\b(can't|cannot|can not|could not|couldn't|unable|impossible|afford|budget|loss|losing|cost me|paid|worth)\b/i,
  /\b(too (high|low|much|little|far|expensive|cheap)|fair|reasonable|bargain|market|discount)\b/i,
  /\b(other|another) (buyers?|sellers?|offers?|people|customers?|candidates?|party|parties)\b|\belsewhere\b/i,
  /\b(someone|somebody|anyone|anybody|everyone|no one|nobody|competitors?|rivals?|competing)\b/i,
  /\b(deadline|tonight|today|tomorrow|expires?|hurry|running out|minutes?|hours?|days?|weeks?|only left)\b/i,
  /\b(promise|honest(ly)?|truth(fully)?|swear|guarantee)\b/i,
  /\b(aa?khri|aakhiri|antim|se (kam|zyada|jyada|upar|neeche) nahi|kam se kam|zyada se zyada|nahi ho (sakta|payega))\b/i,
  /\b(nuksaan|nuksan|ghata|ghaata|mehenga|mehnga|sasta|kharid|discount|munafa|jeb|aukaat|had se)\b/i,
  /\b(grahak|gahak|customers?|aur log|koi aur|kisi aur|dukaan|dukan|aaj|kal|kasam|sach)\b/i,
];

test('every cell has enough lines and none twice', () => {
  expect(cells).toHaveLength(100);
  expect(cells.filter(({ moment, lines }) => lines.length < atLeast[moment]).map(({ at }) => at)).toEqual([]);
  const key = (line: string): string => line.toLowerCase().replace(/\s+/g, ' ').trim();
  expect(cells.filter(({ lines }) => new Set(lines.map(key)).size < lines.length).map(({ at }) => at)).toEqual([]);
});

test('offers and acceptances name the price exactly once, refusals and departures never', () => {
  const wanted = (moment: Moment): number => (priced.includes(moment) ? 1 : 0);
  expect(offenders((line, _, moment) => line.split('{price}').length - 1 !== wanted(moment))).toEqual([]);
});

test('{item} stands at most once, in open lines alone, and no other placeholder or brace exists', () => {
  const most = (moment: Moment): number => (moment === 'open' ? 1 : 0);
  expect(offenders((line, _, moment) => line.split('{item}').length - 1 > most(moment))).toEqual([]);
  expect(offenders((line) => /[{}]/.test(line.replace(/\{(price|item)\}/g, '')))).toEqual([]);
  expect(offenders((line, language) => language === 'english' && /(?<!\bthe )\{item\}/.test(line))).toEqual([]);
});

test('lines are plain trimmed ASCII of at most 140 characters', () => {
  expect(offenders((line) => line.length === 0 || line.length > 140)).toEqual([]);
  expect(offenders((line) => line !== line.trim() || / {2}/.test(line) || !/^[\x20-\x7e]*$/.test(line))).toEqual([]);
  expect(offenders((line) => !/[.?!]$/.test(line))).toEqual([]);
});

test('no line carries a number of its own, nor a currency', () => {
  expect(offenders((line) => /\p{N}/u.test(line))).toEqual([]);
  expect(offenders((line) => /[\p{Sc}%]/u.test(line) || currency.test(line))).toEqual([]);
  expect(offenders((line) => numbers.test(line))).toEqual([]);
  expect(offenders((line, language) => language === 'hinglish' && hindiNumbers.test(line))).toEqual([]);
});

test.each(forbidden)('no line matches %s', (pattern) => {
  expect(offenders((line) => pattern.test(line))).toEqual([]);
});
