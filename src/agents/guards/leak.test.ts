import { describe, expect, test } from 'vitest';
import { type PriceAct, type PriceView, playEpisode, price, samplers, takenOf } from '../../core/index.ts';
import { resolvePlayer } from '../spec.ts';
import { priceSpeech } from '../speech/price.ts';
import { withGuards } from './index.ts';
import { viewOf } from './view.fixture.ts';

const say = (words: string): PriceAct => ({ type: 'say', words });
const offer = (amount: number, words: string): PriceAct => ({ type: 'offer', price: amount, words });
const listening = say('Go on.');
const view = viewOf('seller', { reservation: 420, target: 900 });
const blocks = (seen: PriceView, act: PriceAct) => priceSpeech.judges.leak(seen, act) !== undefined;

describe('numbers within one percent of a reservation of 420', () => {
  test.each([
    ...['420', '$420', '420.00', '419', '423.9', 'USD420', 'Rs.420/-', '₹420', '420€', '0.42k', '.42k', '42000 cents'],
    ...['420ish', 'F420', '**420**', '4\u200b20', '४२०', '４２０', 'turn 420', '420 km', '420 %', '-420'],
    ...['four hundred and twenty', 'FOUR HUNDRED TWENTY', 'four-hundred-and-twenty', 'four twenty', 'four-twenty'],
    ...[
      '4 hundred 20',
      'four two zero',
      '4 2 0',
      '4-2-0',
      'char sau bees',
      'four hundred, and, well, twenty',
      '400 + 20',
    ],
    ...[
      'four two oh',
      'four-two-oh',
      'four, two, zero',
      'vier zwei null',
      'cuatro dos cero',
      'quatre deux zéro',
      '④②⓪',
    ],
    ...['cuatrocientos veinte', 'vierhundertzwanzig', 'vierhundert und zwanzig', 'quatre cent vingt', '４ ２ ０'],
    ...['cuatrocientas diecinueve', 'vierhunderteinundzwanzig', 'quatre-cent-vingt-et-un', 'char do shunya'],
  ])('%s is seen', (words) => {
    expect(blocks(view, say(words))).toBe(true);
  });

  // Not numbers near it: one percent of 420 is 4.2.
  test.each(['415', '425', '500', '4,200', '42', '20 percent off 800', 'two chairs, 40 years old', 'since 2013'])(
    '%s is let through',
    (words) => {
      expect(blocks(view, offer(500, words))).toBe(false);
    },
  );

  // Ordinary words that are number words somewhere: once (11 in Spanish), cent (100 in French), elf (11 in German).
  test.each([
    'One zero-calorie drink for the six of us, and not a cent more.',
    'Once I have it, four chairs and two lamps go in the car.',
    'Oh, two of them are on my phone: call five five five, one two three four.',
    'Vier Beine hat er, und zwei Schubladen.',
    'Une table, quatre pieds, deux tiroirs.',
    'Cuatro patas y dos cajones.',
    'Quatre cent dix',
    'four one oh',
  ])('%s is let through', (words) => {
    expect(blocks(view, offer(500, words))).toBe(false);
  });

  test('what the header says is not seen', () => {
    for (const words of ['half of 840', 'CDXX']) expect(blocks(view, say(words))).toBe(false);
  });

  test('the price of the act may be named, and no other number near', () => {
    expect(blocks(view, offer(420, 'How about $420?'))).toBe(false);
    expect(blocks(view, offer(422, 'How about $422?'))).toBe(false);
    expect(blocks(view, offer(422, 'How about $421?'))).toBe(true);
    expect(blocks(view, { type: 'reject', words: '420 it is not.' })).toBe(true);
  });

  test('the title of the item is public', () => {
    const titled = viewOf('seller', { reservation: 2019, target: 9000, title: 'Compact sedan, 2019' });
    expect(blocks(titled, offer(5000, 'The compact sedan, 2019, for 5000.'))).toBe(false);
    expect(blocks(titled, offer(5000, 'A 2019 model for 5000.'))).toBe(true);
    expect(blocks(viewOf('seller', { reservation: 420, target: 900, title: '' }), say('420'))).toBe(true);
  });
});

describe('the reservation as a limit', () => {
  test.each([
    ...['420 is my limit.', 'I can go no lower.', "That's the best I can do.", "I can't go any lower than $420."],
    ...['My final price.', 'At least 420.', 'Take it or leave it.', 'Isse kam nahi ho payega.', 'Kam se kam 420.'],
  ])('"%s" with an offer of 420 is seen', (words) => {
    expect(blocks(view, offer(420, words))).toBe(true);
  });

  test.each([
    ...['Not a penny more.', 'As much as I can pay.', "That's all the money I have.", 'The most I am allowed to pay.'],
    ...[
      "I won't sell it for one cent less.",
      'My top price.',
      'I am maxed out.',
      'I draw the line here.',
      'My limits.',
    ],
    ...[
      'I can do no better.',
      'I am authorised up to this.',
      'Is se zyada nahi de sakta.',
      'Aakhiri daam.',
      'Meri had.',
    ],
    ...['Iske upar nahi.', "C'est ma limite.", 'Au maximum.', 'Je ne peux pas aller plus haut.', 'Es mi límite.'],
    ...['Como máximo.', 'No puedo pagar más.', 'Meine Obergrenze.', 'Das ist meine Grenze.', 'Höchstens das.'],
    ...['Mehr kann ich nicht zahlen.', 'Das ist mein letztes Wort.', 'यह मेरी सीमा है', 'आखिरी दाम', 'आख़िरी दाम'],
    ...['इससे ज़्यादा नहीं', 'Pas un centime de plus.', 'Ni un peso más.'],
  ])('"%s" with an offer of 420 is seen, with one of 500 it is a bluff', (words) => {
    expect(blocks(view, offer(420, words))).toBe(true);
    expect(blocks(view, offer(500, words))).toBe(false);
  });

  test.each([
    ...['How about this?', 'A fair price for a solid table.', 'Let us meet in the middle.', 'Deal?', 'Thodi der ruko.'],
    ...['I like it, but the legs are worn.', 'Können wir uns einigen?', 'On partage ?', '¿Le parece bien?', 'ठीक है?'],
    ...['I had hoped for a little help.', 'Can you come down a bit?', 'I will pick it up today.'],
  ])('"%s" with an offer of 420 is haggling', (words) => {
    expect(blocks(view, offer(420, words))).toBe(false);
  });

  test('a limit elsewhere is a bluff', () => {
    expect(blocks(view, offer(600, '600 is my limit.'))).toBe(false);
  });

  test('an offer near it that stands, called a limit later', () => {
    const later = viewOf('seller', { reservation: 420, target: 900 }, [offer(421, '421?'), listening]);
    expect(blocks(later, say('I really cannot go below that.'))).toBe(true);
    expect(blocks(later, say('It is a fine table.'))).toBe(false);
  });

  test('a limit announced, and then the number', () => {
    const later = viewOf('seller', { reservation: 420, target: 900 }, [say('I will name my minimum next.'), listening]);
    expect(blocks(later, offer(420, '420.'))).toBe(true);
    expect(blocks(later, offer(500, '500.'))).toBe(false);
  });

  describe('named by reference', () => {
    const own = { reservation: 420, target: 900 };
    const seen = (acts: readonly PriceAct[], more = {}) => viewOf('seller', { ...own, ...more }, acts);
    const quiet = (amount: number): PriceAct => ({ type: 'offer', price: amount });

    test('the offer of the other side, that which it rejected, or the list price', () => {
      const words = 'Your last offer is exactly my limit.';
      expect(blocks(seen([quiet(420)]), say(words))).toBe(true);
      expect(blocks(seen([quiet(420)]), offer(700, words))).toBe(true);
      expect(blocks(seen([quiet(500)]), say(words))).toBe(false);
      expect(blocks(seen([quiet(420), { type: 'reject' }]), say('What you rejected was the least I can take.'))).toBe(
        true,
      );
      expect(blocks(seen([quiet(420), quiet(300), quiet(421), quiet(350)]), say('My first price was my limit.'))).toBe(
        true,
      );
      expect(blocks(seen([], { listPrice: 420 }), say('The list price is the least I can take.'))).toBe(true);
      expect(blocks(seen([], { listPrice: 420 }), say('The list price is fair.'))).toBe(false);
    });

    test('a yes to a question', () => {
      const asked = (words: string) => seen([quiet(700), say(words)]);
      for (const words of ['Yes.', 'You guessed it', 'haan ji', 'Oui', 'Sí', 'Genau.', 'जी हाँ'])
        expect(blocks(asked('Is 420 your limit?'), say(words)), words).toBe(true);
      expect(blocks(asked('Is 420 your limit?'), say('No.'))).toBe(false);
      expect(blocks(asked('Is 420 a nice number?'), say('Yes.'))).toBe(false);
      expect(blocks(asked('Is 500 your limit?'), say('Yes.'))).toBe(false);
    });

    test('an announcement stays open until a price follows, and that price is not near, with words or without', () => {
      const next = say('My next offer will be my limit.');
      for (const acts of [
        [next, listening],
        [next, listening, say('Nice weather.'), listening],
        [offer(700, 'My next offer will be my limit.'), quiet(200)],
      ]) {
        expect(blocks(seen(acts), quiet(420))).toBe(true);
        expect(blocks(seen(acts), offer(422, 'Here you are.'))).toBe(true);
        expect(blocks(seen(acts), quiet(500))).toBe(false);
      }
      expect(blocks(seen([next, listening, quiet(500), listening]), quiet(420))).toBe(false);
      // What is played instead does not tell it either, though by now the counter would.
      const late = seen([next, listening], { turnLimit: 3 });
      expect(priceSpeech.judges.leak(late, quiet(420))?.instead).toEqual({
        ...say('Let me think.'),
        intent: 'vague',
      });
    });
  });
});

describe('pieces over several messages', () => {
  const after = (...said: string[]) =>
    viewOf(
      'seller',
      { reservation: 1234, target: 9000 },
      said.flatMap((words) => [say(words), listening]),
    );
  test.each([
    [['My limit is one thousand two hundred'], 'and thirty-four.'],
    [['My limit is one thousand two hundred.'], 'Nice weather. And thirty.'],
    [['It begins with 1200.', 'Did I say it is oak?'], '34, if you must know.'],
    [['One thousand.', 'Two hundred.'], 'Thirty.'],
    [['12'], '34'],
    [['1', '2', '3'], '4'],
    [['1.234'], 'thousand'],
    [['My limit: 1.23'], '...k'],
    [['mil doscientos'], 'treinta y cuatro'],
    [['tausend'], 'zweihundert vierunddreißig'],
    [['mille deux cent'], 'trente-quatre'],
    [['one two'], 'three four'],
  ])('%j, then "%s"', (said, words) => {
    expect(blocks(after(...said), say(words))).toBe(true);
  });

  test('prices of one game do not add up to it', () => {
    const seen = viewOf('seller', { reservation: 1234, target: 9000 }, [
      ...[offer(2000, '$2,000 for 2 chairs.'), listening],
      ...[offer(1600, 'All right, 1600.'), listening],
    ]);
    expect(blocks(seen, offer(1400, '1400, and I keep 1 lamp.'))).toBe(false);
  });
});

test('the agent is asked again with a reason that names no number, and then falls silent', () => {
  const reasons: (string | undefined)[] = [];
  const notes: unknown[] = [];
  const guarded = withGuards(
    {
      name: 'stubborn',
      act(_view: PriceView, { refused }): PriceAct {
        reasons.push(refused);
        return { type: 'offer', price: 700, words: 'My minimum is 420.', intent: 'inform' };
      },
    },
    ['leak'],
  );
  const context = {
    rng: undefined as never,
    note: (note: unknown) => notes.push(note),
    attempt: 0,
    state: () => undefined,
    refused: undefined,
    signal: undefined,
  };
  expect(guarded.act(view, context)).toEqual({ type: 'offer', price: 700 });
  expect(reasons.map((reason) => reason !== undefined)).toEqual([false, true, true]);
  expect(reasons.join()).not.toMatch(/\d/);
  expect(notes).toMatchObject([
    { guard: 'leak', raw: { price: 700, words: 'My minimum is 420.' }, became: 'asked again' },
    { guard: 'leak', became: 'asked again' },
    { guard: 'leak', became: { type: 'offer', price: 700 } },
  ]);
});

test('a say that falls silent becomes the counter, and fields that ride along are taken off', () => {
  expect(priceSpeech.judges.leak(view, say('420'))?.instead).toMatchObject({ type: 'offer' });
  const act = { ...offer(700, 'Hello.'), thought: 'my minimum is 420' };
  expect(priceSpeech.judges.leak(view, act)?.instead).toEqual(offer(700, 'Hello.'));
  expect(priceSpeech.judges.leak(view, { type: 'walk', price: 420 } as PriceAct)?.instead).toEqual({ type: 'walk' });
});

test.each(['english', 'hinglish'])('the templates in %s never trip it', (language) => {
  for (let seed = 0; seed < 100; seed++) {
    const player = (script: string) => {
      const worded = resolvePlayer(`worded:${script}@templates?language=${language}`, price);
      return { ...worded, agent: withGuards(worded.agent, ['leak']) };
    };
    const players = { buyer: player('boulware_conceding'), seller: player('boulware_firm') };
    const scenario = samplers.general(seed);
    const episode = playEpisode({ domain: price, scenario, source: { seed }, players, seed });
    expect(takenOf(episode).every(({ act }) => act.words)).toBe(true);
    expect(episode.events.filter((event) => event.type === 'agent-note')).toEqual([]);
  }
});
