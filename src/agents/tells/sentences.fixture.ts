/**
 * Sentences as people type them, with what they give away: signal, the words that do, and the score. An empty object: nothing.
 * Written for this test, English and Hinglish, negated, asked and misspelt among them; the first three were read with BazaarBATNA's own code.
 */
import type { Signal } from './patterns.ts';

export type Expected = Partial<Record<Signal, readonly (readonly [words: string, score: number])[]>>;

export const sentences: readonly (readonly [text: string, expected: Expected])[] = [
  [
    'im sorry 170 and im making a loss, theres 3 other offers that ive got',
    { urgency: [['im making a loss', 0.55]], deception: [['3 other offers', 0.75]] },
  ],
  ['final price, not lower than 200', { urgency: [['final price', 0.5]], confidence: [['not lower', 0.6]] }],
  // There "warranty" alone was found; the English "brand new" is one of its defects.
  [
    'brand new phone with warranty',
    {
      condition: [
        ['brand new', 0.85],
        ['warranty', 0.7],
      ],
    },
  ],

  // urgency
  [
    'need to sell today, moving out on friday',
    {
      urgency: [
        ['need to sell today', 0.6],
        ['moving out', 0.5],
      ],
    },
  ],
  ['no rush, take your time', {}],
  ["i'm not in a hurry to sell it", {}],
  ['jaldi batao bhai', { urgency: [['jaldi', 0.6]] }],
  ['jldi karo yaar', { urgency: [['jldi', 0.6]] }],
  ['jaldiii lelo', { urgency: [['jaldiii', 0.6]] }],
  ['koi jaldi nahi hai, aaram se socho', {}],
  ['jaldi mat karo', {}],
  [
    'abhi payment kar do to done',
    {
      urgency: [
        ['abhi', 0.4],
        ['payment kar do', 0.5],
      ],
    },
  ],
  ['abhi nahi, baad mein dekhte hain', {}],
  ['aaj hi lena hai to 4500', { urgency: [['aaj hi', 0.7]] }],
  ['todays only offer bro', { urgency: [['todays only', 0.7]] }],
  ['this price is for today only', { urgency: [['today only', 0.7]] }],
  ['kal se rate badh jayega', { urgency: [['kal se rate badh', 0.6]] }],
  ['price goes up tomorrow fyi', { urgency: [['price goes up tomorrow', 0.6]] }],
  ['fianl price 900', { urgency: [['fianl price', 0.5]] }],
  ['350 final hai boss', { urgency: [['350 final', 0.5]] }],
  ['thats not my final price, lets talk', {}],
  ['is that your final price?', {}],
  ['last price kya hai?', {}],
  ['last price hai bhai', { urgency: [['last price', 0.5]] }],
  ['aakhri daam 700 bhaiya', { urgency: [['aakhri daam', 0.5]] }],
  ['akhri daam bol diya', { urgency: [['akhri daam', 0.5]] }],
  ['price is fixed sorry', { urgency: [['price is fixed', 0.4]] }],
  ['price not fixed, make an offer', {}],
  ['no more negotiation please', { urgency: [['no more negotiation', 0.7]] }],
  ['no further negotiations', { urgency: [['no further negotiations', 0.7]] }],
  ['not negotiable', { urgency: [['not negotiable', 0.7]] }],
  ['price is negotiable', {}],
  ['dont waste my time with lowballs', { urgency: [['dont waste my time', 0.5]] }],
  ['bhai time waste mat karo', { urgency: [['time waste mat', 0.5]] }],
  ['you are wasting my time', { urgency: [['wasting my time', 0.5]] }],
  ['can you pay immediatly', { urgency: [['immediatly', 0.4]] }],
  ['paise bhejo phir baat karte', { urgency: [['paise bhejo', 0.5]] }],
  ['send me the money and its yours', { urgency: [['send me the money', 0.5]] }],
  ["i'm losing money at 500", { urgency: [["i'm losing money", 0.55]] }],
  ['im loosing money on this', { urgency: [['im loosing money', 0.55]] }],
  ["honestly i'm not making any profit here", { urgency: [['not making any profit', 0.5]] }],
  ['isme mera koi profit nahi', { urgency: [['koi profit nahi', 0.5]] }],
  ['barely breaking even', { urgency: [['barely breaking even', 0.5]] }],
  ['mujhe nuksan ho raha hai', { urgency: [['nuksan ho', 0.55]] }],
  [
    'it is urgent i need cash',
    {
      urgency: [
        ['urgent', 0.6],
        ['need cash', 0.6],
      ],
    },
  ],
  ['shaadi hai ghar pe, paise ki zarurat hai', { urgency: [['paise ki zarurat', 0.6]] }],
  ['not urgent at all', {}],
  [
    'hurry, i close soon',
    {
      urgency: [
        ['hurry', 0.6],
        ['close soon', 0.5],
      ],
    },
  ],
  ['no time for this', { urgency: [['no time for', 0.5]] }],
  ['the fair is closing on sunday', {}],
  ['This is the last one I have.', { urgency: [['last one I have', 0.5]] }],

  // deception
  ['Teen aur log dekh rahe hain', { deception: [['Teen aur log dekh rahe hain', 0.8]] }],
  ['other buyers are looking at it too', { deception: [['other buyers are looking', 0.8]] }],
  ['others are also interested', { deception: [['others are also interested', 0.8]] }],
  ['no other buyers are looking', {}],
  ['koi aur buyer hai mere paas', { deception: [['koi aur buyer', 0.7]] }],
  ['koi aur buyer nahi hai', {}],
  ['aur log bhi dekh rahe hai', { deception: [['aur log bhi dekh rahe', 0.7]] }],
  ['demand bahut high hai', { deception: [['demand bahut high', 0.4]] }],
  ['this is the best price you will get', { deception: [['best price', 0.3]] }],
  ['i already have two offers', { deception: [['already have two offers', 0.75]] }],
  ['got 5 ppl coming to see it', { deception: [['got 5 ppl', 0.75]] }],
  ['ive several other buyers waiting', { deception: [['other buyers waiting', 0.8]] }],
  ['i dont have any other offers', {}],
  ['someone else offered me 250', { deception: [['someone else offered', 0.7]] }],
  ['sombody else is coming at 6', { deception: [['sombody else is coming', 0.7]] }],
  ['another byer is on his way', { deception: [['another byer', 0.7]] }],
  ['are there other buyers looking?', {}],
  ['tent for 4 people', {}],
  ['trust me its a steal', { deception: [['trust me', 0.4]] }],
  ['kasam se bhai isse sasta kahin nahi', { deception: [['kasam se', 0.4]] }],
  [
    'My cousin told me someone offered more yesterday.',
    {
      deception: [
        ['My cousin told', 0.4],
        ['someone offered', 0.7],
      ],
    },
  ],

  // confidence
  ['market rate hi yahi hai', { confidence: [['market rate', 0.6]] }],
  ['itna discount nahi milega', { confidence: [['nahi milega', 0.6]] }],
  ['nhi hoga bhai', { confidence: [['nhi hoga', 0.6]] }],
  ['thoda mushkil hai', { confidence: [['mushkil', 0.4]] }],
  ['koi mushkil nahi', {}],
  ['isse kam nahi', { confidence: [['isse kam nahi', 0.7]] }],
  ['500 se neeche nahi jaunga', { confidence: [['500 se neeche nahi', 0.7]] }],
  ["i can't go lower than 80", { confidence: [["can't go lower", 0.7]] }],
  ['wont take less than 120', { confidence: [['wont take less', 0.7]] }],
  ['take it or leave it', { confidence: [['take it or leave it', 0.8]] }],
  ['not a penny less', { confidence: [['not a penny less', 0.8]] }],
  ['im firm at 300', { confidence: [['im firm', 0.7]] }],
  ['not firm on price', {}],
  ['i could go lower', {}],
  ["Okay, 2793. But that's the limit.", { confidence: [["that's the limit", 0.6]] }],

  // escalation
  ['are you kidding me', { escalation: [['are you kidding', 0.6]] }],
  ['yeh kya bakwas hai', { escalation: [['bakwas', 0.7]] }],
  ['STOP WASTING MY TIME', { escalation: [['STOP WASTING', 0.7]], urgency: [['STOP WASTING MY TIME', 0.5]] }],
  ['chal nikal', { escalation: [['chal nikal', 0.9]] }],
  ['no!!! i said 200', { escalation: [['!!!', 0.4]] }],
  ['no insult meant', {}],

  // condition and wear
  ['sealed box, never opened', { condition: [['sealed box', 0.95]] }],
  ['seal pack piece hai', { condition: [['seal pack', 0.95]] }],
  ['abhi box se nikala', { condition: [['abhi box se nikala', 0.9]] }],
  ['bilkul naya hai', { condition: [['bilkul naya', 0.85]] }],
  ['its like new', { condition: [['like new', 0.85]] }],
  ['not like new but ok', {}],
  ['i knew you would say that', {}],
  ['naya nahi hai bhai', {}],
  ['its not brand new', {}],
  ['is it brand new?', {}],
  [
    'barely used, mint',
    {
      condition: [
        ['barely used', 0.8],
        ['mint', 0.85],
      ],
    },
  ],
  ['kabhi nahi gira', { condition: [['kabhi nahi gira', 0.85]] }],
  ['no scratches at all', { condition: [['no scratches', 0.8]] }],
  ['koi scratch nahi hai', { condition: [['koi scratch nahi', 0.8]] }],
  ['ek chota sa scratch hai', { wear: [['ek chota sa scratch', 0.45]] }],
  ['minor scrathces on the back', { wear: [['minor scrathces', 0.45]] }],
  ['comes with orignal box and charger', { condition: [['orignal box', 0.75]] }],
  ['no warrenty left', {}],
  ['waranty till march', { condition: [['waranty', 0.7]] }],
  ['perfect condishun', {}],
  ['perfect conditon', { condition: [['perfect conditon', 0.85]] }],
  ['screen replaced last year', { wear: [['screen replaced', 0.65]] }],
  ['battery health 80%', { wear: [['battery health 80%', 0.4]] }],
  ['battery 98% h', { wear: [['battery 98%', 0.04]] }],
  ['its 3 years old', { wear: [['3 years old', 0.5]] }],
  ['three years old but works fine', { wear: [['three years old', 0.5]], condition: [['works fine', 0.7]] }],
  ['small dent on the side', { wear: [['dent', 0.5]] }],
  ['the speaker is not working', { wear: [['not working', 0.9]] }],
  ['not broken, just dusty', {}],

  // nothing
  ['hello, is this still available?', {}],
  ['would you take 45?', {}],
  ['theek hai, 350 done', {}],
  ['prime location, where do we meet', {}],
  ['my house has a new kitchen', {}],
];
