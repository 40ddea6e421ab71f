import { describe, expect, test } from 'vitest';
import { readDigits } from './amounts.ts';
import { numberWords } from './number-words.ts';
import { numbersIn } from './numbers.ts';

/** Each number as "value kind", with its currency where it carries one and its second reading where it has one. */
function shown(text: string): string {
  return numbersIn(text)
    .map(({ value, alternative, currency, kind }) =>
      [alternative === undefined ? value : `${value}|${alternative}`, kind, currency]
        .filter((part) => part !== undefined)
        .join(' '),
    )
    .join('; ');
}

describe('values', () => {
  test.each([
    // Western, Indian, German, French, Swiss
    ['1,250', '1250 plain'],
    ['1,234,567', '1234567 plain'],
    ['1,25,000', '125000 plain'],
    ['12,34,567.50', '1234567.5 plain'],
    ['1.250', '1250|1.25 plain'],
    ['1.250,50', '1250.5 plain'],
    ['1,250.50', '1250.5 plain'],
    ["1'250.50", '1250.5 plain'],
    ['1\u202f250,50 €', '1250.5 money €'],
    ['1 250 €', '1250 money €'],
    ['1 250', '1 plain; 250 plain'],
    ['12,50 €', '12.5 money €'],
    ['12,5', '12.5 plain'],
    ['0.125', '0.125 plain'],
    ['.50', '0.5 plain'],
    ['so...50', '50 plain'],
    ['1,2500', '12500 unclear'],
    ['1,2.3', '123 unclear'],
    ['-45', '-45 plain'],
    ['45-50', '45 plain; 50 plain'],
    ['12345678901234567890', ''],
    // Multiples
    ['2.5k', '2500 plain'],
    ['45 K', '45000 plain'],
    ['1.1k', '1100 plain'],
    ['1.15 lakh', '115000 plain'],
    ['2 crore', '20000000 plain'],
    ['2 lakh 50 thousand', '250000 plain'],
    ['₹1.5L', '150000 money ₹'],
    ['1.5L', '1.5 model'],
    ['2 mil euros', '2000 money euros'],
    // English words
    ['thirty two', '32 plain'],
    ['thirty-two', '32 plain'],
    ['twelve hundred', '1200 plain'],
    ['two thousand five hundred', '2500 plain'],
    ['a hundred and twenty', '120 plain'],
    ['one hundred and twenty thousand', '120000 plain'],
    ['between one hundred and two hundred', '100 plain; 200 plain'],
    ['two and a half thousand', '2500 plain'],
    ['half a million', '500000 plain'],
    ['a grand', '1000 plain'],
    ['a grand piano', ''],
    ['this one', ''],
    ['one dollar', '1 money dollar'],
    ['four fifty', '450|4.5 plain'],
    ['forty forty five', '4045|40.45 unclear'],
    ['a few hundred', '100 unclear'],
    ['I can do hundred', '100 plain'],
    // Hindi: dedh 1.5, dhai 2.5, sava +1/4, saadhe +1/2, paune -1/4
    ['pachaas', '50 plain'],
    ['sau', '100 plain'],
    ['do sau', '200 plain'],
    ['dedh sau', '150 plain'],
    ['dhai hazaar', '2500 plain'],
    ['saadhe teen sau', '350 plain'],
    ['sava lakh', '125000 plain'],
    ['sava do sau', '225 plain'],
    ['paune do sau', '175 plain'],
    ['pachees sau', '2500 plain'],
    ['do hazaar paanch sau', '2500 plain'],
    ['nau sau ninyanve', '999 plain'],
    ['do kam, teen log', ''],
    ['साढ़े तीन सौ रुपये', '350 money रुपये'],
    // Other scripts
    ['४५०', '450 plain'],
    ['٤٥٠', '450 plain'],
    ['４５０', '450 plain'],
    ['4️⃣5️⃣', '45 plain'],
    ['45元', '45 money 元'],
  ])('%j has %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('a last group of three after a dot can be read two ways, after a comma only as thousands', () => {
    expect(readDigits('1.250')).toEqual({ value: 1250, alternative: 1.25, unclear: false });
    expect(readDigits('1,250')).toEqual({ value: 1250, unclear: false });
  });

  test('every Hindi number to 99 has a word, and every word one number', () => {
    const values = [...numberWords.values()].flatMap((word) =>
      word.kind === 'small' && word.hindi ? [word.value] : [],
    );
    expect(new Set(values)).toEqual(new Set(Array.from({ length: 99 }, (_, i) => i + 1)));
  });
});

describe('currencies', () => {
  test.each([
    ['$45', '45 money $'],
    ['45$', '45 money $'],
    ['US$ 45', '45 money us$'],
    ['R$45', '45 money r$'],
    ['$45 CAD', '45 money cad'],
    ['Rs. 450/-', '450 money rs'],
    ['450/-', '450 money rs'],
    ['Rs450', '450 money rs'],
    ['450rs', '450 money rs'],
    ['INR 450', '450 money inr'],
    ['450 rupees', '450 money rupees'],
    ['45 bucks', '45 money bucks'],
    ['45 quid', '45 money quid'],
    ['4500 yen', '4500 money yen'],
    ['KSh 4,500', '4500 money ksh'],
    ['CHF 45', '45 money chf'],
    ['7€50', '7.5 money €'],
    ['7 dollars and 50 cents', '7.5 money dollars'],
    ['50 cents', '0.5 money cents'],
    ['99p', '0.99 money p'],
    ['45 $50', '45 plain; 50 money $'],
    ['**$45**', '45 money $'],
    ['I won 45', '45 plain'],
  ])('%j has %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

describe('kinds', () => {
  test.each([
    ['2 chairs', '2 quantity'],
    ['two kids', '2 quantity'],
    ['13-inch', '13 quantity'],
    ['140 x 70', '140 quantity; 70 quantity'],
    ['3/20', '3 quantity; 20 quantity'],
    ['one of them and 2 of them', '2 quantity'],
    ['10%', '10 percent'],
    ['10 percent', '10 percent'],
    ['10 por ciento', '10 percent'],
    ['$20 off', '20 difference $'],
    ['come down by $5', '5 difference $'],
    ['50 kam kar do', '50 difference'],
    ['at 5 pm', '5 time'],
    ['5pm', '5 time'],
    ['10:30', '10 time; 30 time'],
    ['2 years', '2 time'],
    ['2 saal', '2 time'],
    ['12.05.2024', '12052024 time'],
    ['in 2013', '2013 year'],
    ['a 2006 Toyota', '2006 year'],
    ['2013 model', '2013 year'],
    ['I offer 2013', '2013 plain'],
    ['turn 3 of 20', '3 ordinal; 20 ordinal'],
    ['#4', '4 ordinal'],
    ['the 3rd', '3 ordinal'],
    ['1. this\n2. that', '1 ordinal; 2 ordinal'],
    ['8. Take it', '8 plain'],
    ['iPhone 13', '13 model'],
    ['iPhone13', '13 model'],
    ['F-150', '150 model'],
    ['200GB', '200 model'],
    ['50 works', '50 plain'],
  ])('%j has %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

test('places are those of the text, currency included', () => {
  const text = 'Not ₹ 1,20,000 but two lakh rupees.';
  expect(numbersIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['₹ 1,20,000', 'two lakh rupees']);
});
