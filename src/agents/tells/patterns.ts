/**
 * The patterns: what people say when they are in a hurry, sure of themselves, bluffing or angry, and how they speak of the goods.
 *
 * A literal list; match.ts says how `words` are written. Scores run from 0 to 1; of `wear`, 1 is junk. `bazaar` is the score of
 * the same pattern in BazaarBATNA's highlighter, which knew 49, had one scale for good and bad
 * condition, and no English "brand new"; a pattern without it is our own, and its score a judgement, not a measurement.
 */
import type { Phrase } from './match.ts';

export const signals = ['urgency', 'confidence', 'deception', 'escalation', 'condition', 'wear'] as const;
export type Signal = (typeof signals)[number];

export interface Pattern extends Phrase {
  readonly signal: Signal;
  /** A function where the number in the match decides. */
  readonly score: number | ((text: string) => number);
  readonly explanation: string;
  readonly bazaar?: number;
}

const many = '(#|teen|do|char|paanch|kai|several|many|multiple|few|couple( of)?)';
const rivals = '(offers|buyers|people|kharidar|log|guys|parties|persons|enquiries|inquiries)';
const damage = '(scratches|dent|dents|damage|defect|defects|marks|issues|cracks)';
const money = '(price|daam|kimat|offers)';

export const patterns: readonly Pattern[] = [
  // urgency
  {
    signal: 'urgency',
    words: `(kal|tomorrow) se ~? ?${money}?( ~)? ?(badh|badhega|badhegi|badhenge|zyada|upar|increase|double)`,
    score: 0.6,
    explanation: 'says the price rises from tomorrow',
    bazaar: 0.6,
  },
  {
    signal: 'urgency',
    words: `${money} (will )?(goes|go|going|rises|rise|increases|increase) (up )?(from )?tomorrow`,
    score: 0.6,
    explanation: 'says the price rises from tomorrow',
  },
  {
    signal: 'urgency',
    words: 'abhi(?! (bhi|tak|box|unbox|unboxed|just))',
    score: 0.4,
    explanation: 'wants it now',
    bazaar: 0.4,
  },
  { signal: 'urgency', words: 'right now', score: 0.4, explanation: 'wants it now' },
  { signal: 'urgency', words: '(jaldi|quickly|hurry|hurry up)', score: 0.6, explanation: 'is in a hurry', bazaar: 0.6 },
  {
    signal: 'urgency',
    words: '(today only|only today|only for today|aaj hi|sirf aaj|aaj ke liye|aaj ka offers)',
    score: 0.7,
    explanation: 'the offer is for today only',
    bazaar: 0.7,
  },
  {
    signal: 'urgency',
    words: '(final (price|daam|offers)|(price|daam) (hain )?final|# final|final #)',
    score: 0.5,
    explanation: 'calls the price final',
    bazaar: 0.5,
  },
  {
    signal: 'urgency',
    words: '(last|aakhri) (price|daam|offers|kimat)',
    score: 0.5,
    explanation: 'calls it the last price',
    bazaar: 0.5,
  },
  {
    signal: 'urgency',
    words: '((price|daam|kimat) (is |hain )?(fixed|fix)|(fixed|fix) (price|daam))',
    score: 0.4,
    explanation: 'calls the price fixed',
    bazaar: 0.4,
  },
  {
    signal: 'urgency',
    words: '(no (more |further )?negotiation|(not|non|nahi) negotiation|negotiation nahi)',
    score: 0.7,
    explanation: 'refuses to negotiate further',
    negative: true,
    bazaar: 0.7,
  },
  {
    signal: 'urgency',
    words: '(time waste( mat| nahi)?|(dont |do not |stop )?(waste|wasting)( of| my| our)? time)',
    score: 0.5,
    explanation: 'complains of lost time',
    negative: true,
    bazaar: 0.5,
  },
  {
    signal: 'urgency',
    words: '(immediately|turant|fauran|as soon as possible)',
    score: 0.4,
    explanation: 'wants it at once',
    bazaar: 0.4,
  },
  {
    signal: 'urgency',
    words: '(send (me )?(the )?(money|cash|payment)|paise bhejo|payment kar do)',
    score: 0.5,
    explanation: 'asks for the money',
    bazaar: 0.5,
  },
  {
    signal: 'urgency',
    words:
      '(im|i am|we are|were) (making (a |at a )?(loss|losing)|losing( money)?|at a loss)|(nuksan|loss) (mein|me|ho)',
    score: 0.55,
    explanation: 'says it sells at a loss',
    bazaar: 0.55,
  },
  {
    signal: 'urgency',
    words: '(not|nahi) (making|earning) (any|a) (profit|money)|koi (profit|munafa|fayda) nahi',
    score: 0.5,
    explanation: 'says there is no profit in it',
    negative: true,
    bazaar: 0.5,
  },
  {
    signal: 'urgency',
    words: '(barely|hardly|just) (breaking|break) even',
    score: 0.5,
    explanation: 'says it barely breaks even',
    negative: true,
    bazaar: 0.5,
  },
  {
    signal: 'urgency',
    words: '(need|want|have|got) to sell (it |this )?(today|tonight|this week|fast|soon|quickly|immediately|urgently)',
    score: 0.6,
    explanation: 'needs to sell soon',
  },
  {
    signal: 'urgency',
    words:
      '(closing|close) (up |down )?(soon|now|shop)|packing up|(no|dont have( the)?) time( to| for)?|need a (quick )?sale',
    score: 0.5,
    explanation: 'has no time',
    negative: true,
  },
  { signal: 'urgency', words: '(urgent|urgently|desperate)', score: 0.6, explanation: 'says it is urgent' },
  {
    signal: 'urgency',
    words: '(moving (out|abroad|away|this|next|on|to)|leaving town|relocating|shift ho (raha|rahe|rahi))',
    score: 0.5,
    explanation: 'is moving away',
  },
  {
    signal: 'urgency',
    words: 'need (the |some )?(money|cash)|paise ki (zaroorat|zarurat|jarurat)|paise chahiye',
    score: 0.6,
    explanation: 'needs the money',
  },
  {
    signal: 'urgency',
    words: '(must go|has to go|need it gone|quick sale|running out of time|offers expires|selling fast)',
    score: 0.55,
    explanation: 'presses for time',
  },
  {
    signal: 'urgency',
    words: 'last (one|piece|#)( i have| left)?|(aakhri|last) piece',
    score: 0.5,
    explanation: 'says it is the last one',
  },
  { signal: 'urgency', words: '(this|is) (the )?last # i have', score: 0.5, explanation: 'says it is the last one' },

  // deception: claims that cannot be checked and serve the speaker
  {
    signal: 'deception',
    words: '(teen|do|char|paanch|kai|#) (aur|dusra) (log|kharidar|buyers|people)( dekh rahe( hain)?)?',
    score: 0.8,
    explanation: 'claims several rivals',
    bazaar: 0.8,
  },
  {
    signal: 'deception',
    words: 'other (people|buyers|kharidar|folks|guys) (are |also )?(looking|interested|waiting|asking|messaging)',
    score: 0.8,
    explanation: 'claims that others are looking',
    bazaar: 0.8,
  },
  {
    signal: 'deception',
    words: 'others (are )?(also )?(looking|interested|waiting|asking)',
    score: 0.8,
    explanation: 'claims that others are looking',
    bazaar: 0.8,
  },
  {
    signal: 'deception',
    words: '(koi )?(aur|dusra) (buyers|kharidar|party|banda)',
    score: 0.7,
    explanation: 'claims another buyer',
    bazaar: 0.7,
  },
  {
    signal: 'deception',
    words: 'aur (bhi )?(log|kharidar) (bhi )?(dekh|puch|pooch|aa) (rahe|chuke)',
    score: 0.7,
    explanation: 'claims that others are looking',
    bazaar: 0.7,
  },
  {
    signal: 'deception',
    words: '(demand (is |bahut |kaafi )?(very |so )?(high|zyada|hain)|(high|bahut|kaafi|huge|heavy) demand)',
    score: 0.4,
    explanation: 'claims high demand',
    bazaar: 0.4,
  },
  { signal: 'deception', words: 'market demand', score: 0.4, explanation: 'claims demand in the market', bazaar: 0.4 },
  { signal: 'deception', words: 'best price', score: 0.3, explanation: 'calls it the best price', bazaar: 0.3 },
  {
    signal: 'deception',
    words: `${many} (other|more) (${rivals}|interested)`,
    score: 0.75,
    explanation: 'claims a number of rivals',
    bazaar: 0.75,
  },
  {
    signal: 'deception',
    words: `(got|getting|received) (already )?${many} (better |higher |other )?${rivals}`,
    score: 0.75,
    explanation: 'claims a number of offers',
    bazaar: 0.75,
  },
  {
    signal: 'deception',
    words: `(already )?(have|ive|has) (already )?${many} (better |higher |other )?${rivals}`,
    score: 0.75,
    explanation: 'claims a number of offers',
    bazaar: 0.75,
  },
  {
    signal: 'deception',
    words: `${many} ${rivals} (are )?(interested|waiting|lined up|asking)`,
    score: 0.75,
    explanation: 'claims a number of rivals',
  },
  {
    signal: 'deception',
    words:
      '(someone|somebody|somone) (else )?(is |was |has |has already |already )?(looking|coming|interested|offered|offering|wants|willing|called|asked)',
    score: 0.7,
    explanation: 'claims another buyer',
  },
  {
    signal: 'deception',
    words: 'another (buyers|kharidar|guy|person|offers|party)',
    score: 0.7,
    explanation: 'claims another buyer',
  },
  {
    signal: 'deception',
    words: '(lots|lot|plenty|tons|loads|a ton) of (interest|interested people|offers|buyers|enquiries)',
    score: 0.6,
    explanation: 'claims a crowd of rivals',
  },
  {
    signal: 'deception',
    words:
      '(offered|offering|ready to pay|willing to pay|de raha|dene ko taiyar) (me )?(more|zyada|full price|asking price)',
    score: 0.7,
    explanation: 'claims a better offer',
  },
  {
    signal: 'deception',
    words: '(trust me|believe me|i swear|kasam se|bharosa karo|yakeen karo|sach bol (raha|rahi))',
    score: 0.4,
    explanation: 'asks to be believed',
  },
  {
    signal: 'deception',
    words: '(costs?|cost) (me|us) (more|#)|(meri|apni) (cost|lagat|khareed)|(paid|bought it for) (more|way more)',
    score: 0.5,
    explanation: 'quotes a cost nobody can check',
  },
  {
    signal: 'deception',
    words: 'shouldnt even|(my )?(cousin|brother|uncle|friend|boss) (told|says|said|will kill)',
    score: 0.4,
    explanation: 'hides behind somebody else',
  },

  // confidence
  { signal: 'confidence', words: 'market price', score: 0.6, explanation: 'leans on the market rate', bazaar: 0.6 },
  {
    signal: 'confidence',
    words: 'market (mein|me) ~ (jagah|place|value)',
    score: 0.5,
    explanation: 'says what it is worth in the market',
    bazaar: 0.5,
  },
  {
    signal: 'confidence',
    words: '(nahi hoga|nahi ho payega|nahi ho sakta|nahi milega|nahi chalega|nahi de sakte|nahi ho paega)',
    score: 0.6,
    explanation: 'says it will not happen',
    negative: true,
    bazaar: 0.6,
  },
  { signal: 'confidence', words: 'mushkil', score: 0.4, explanation: 'says it is difficult', bazaar: 0.4 },
  {
    signal: 'confidence',
    words: '(isse|itne se|# se) (kam|zyada|upar|neeche)( ~)? nahi',
    score: 0.7,
    explanation: 'goes no further than this',
    negative: true,
    bazaar: 0.7,
  },
  {
    signal: 'confidence',
    words: '(no|not) (any )?(lower|higher)',
    score: 0.6,
    explanation: 'goes no further than this',
    negative: true,
    bazaar: 0.6,
  },
  {
    signal: 'confidence',
    words: '(firm (on|at|about)|(price|#) is firm|(im|i am|pretty|very|quite) firm|(price|#) firm)',
    score: 0.7,
    explanation: 'stands firm',
  },
  {
    signal: 'confidence',
    words:
      '(wont|cannot|can not|will not|not|never|couldnt|could not) (be )?(go|going|come|take|accept|sell|drop|do|reduce|budge|move)( it| any| for| the| to)* (lower|below|less|under|down|further|cheaper|budge|price|#)',
    score: 0.7,
    explanation: 'refuses to come down',
    negative: true,
  },
  {
    signal: 'confidence',
    words: '(take it or leave it|lena hain to lo|lena hain toh lo|lena ho to lo)',
    score: 0.8,
    explanation: 'takes it or leaves it',
  },
  {
    signal: 'confidence',
    words:
      '(not|nor) (a|one|#) (rupee|penny|dollar|cent|paisa|bit|single rupee) (less|lower|more)|(ek|#|1) (rupaya|rupiya|rupee|paise) (bhi )?kam nahi',
    score: 0.8,
    explanation: 'not a penny less',
    negative: true,
  },
  {
    signal: 'confidence',
    words: '(thats|that is|this is|its) (my |the )?(limit|bottom line|lowest|rock bottom|minimum)',
    score: 0.6,
    explanation: 'names a limit',
  },
  {
    signal: 'confidence',
    words:
      '(i know (what|how much) (its|it is|i have|this is)( worth)?|worth every (penny|rupee|cent)|no (lowballs|lowballers|lowballing|low ballers))',
    score: 0.6,
    explanation: 'is sure of the worth',
    negative: true,
  },

  // escalation
  {
    signal: 'escalation',
    words: '((are you|you) (kidding|joking|serious|crazy|mad)|you must be (kidding|joking)|mazak kar (rahe|raha))',
    score: 0.6,
    explanation: 'takes the offer for a joke',
  },
  {
    signal: 'escalation',
    words: '(insult|insulting|ridiculous|pathetic|shameful|disgusting|nonsense|bakwas|bakwaas|besharam)',
    score: 0.7,
    explanation: 'is offended',
  },
  {
    signal: 'escalation',
    words: '(get lost|go away|get out|nikal|nikal lo|chal nikal|chalte bano|bhaag|bhag ja|shut up)',
    score: 0.9,
    explanation: 'sends the other side away',
  },
  {
    signal: 'escalation',
    words: '(pagal|dimag kharab|dimaag kharab|idiot|stupid|scammer|chor|thief|cheat|fraud)',
    score: 0.8,
    explanation: 'insults',
  },
  {
    signal: 'escalation',
    words:
      '(fed up|sick of|tired of|had enough|bahut ho gaya|tang aa|last warning|stop (lowballing|wasting|messaging|bothering))',
    score: 0.7,
    explanation: 'is losing patience',
  },

  // condition: what is said for the goods
  {
    signal: 'condition',
    words: '(sealed box|box sealed|sealed in box|unopened)',
    score: 0.95,
    explanation: 'sealed',
    bazaar: 0.95,
  },
  { signal: 'condition', words: '(seal|sealed) (pack|packed)', score: 0.95, explanation: 'sealed', bazaar: 0.95 },
  {
    signal: 'condition',
    words: '(abhi (box|unbox|unboxed)( se)?( nikala| kiya| kholaa)?|just unboxed)',
    score: 0.9,
    explanation: 'just unboxed',
    bazaar: 0.9,
  },
  {
    signal: 'condition',
    words: '(bilkul|ekdum|ekdam) (naya|new)',
    score: 0.85,
    explanation: 'brand new',
    bazaar: 0.85,
  },
  { signal: 'condition', words: 'brand new', score: 0.85, explanation: 'brand new' },
  {
    signal: 'condition',
    words: '(like new|as good as new|good as new|(naya|new) jaisa|mint( condition)?)',
    score: 0.85,
    explanation: 'like new',
    bazaar: 0.85,
  },
  {
    signal: 'condition',
    words: '(barely|hardly|rarely|lightly|gently) (been )?used|kam (use|chala)',
    score: 0.8,
    explanation: 'hardly used',
    negative: true,
    bazaar: 0.8,
  },
  {
    signal: 'condition',
    words: '(kabhi nahi girra|never (been )?dropped|kabhi (drop|girra) nahi)',
    score: 0.85,
    explanation: 'never dropped',
    negative: true,
    bazaar: 0.85,
  },
  {
    signal: 'condition',
    words: `((no|zero|without( any)?|not (a|any)( single)?) (single |visible |major |minor )?${damage}|koi ${damage} nahi)`,
    score: 0.8,
    explanation: 'says there is no damage',
    negative: true,
  },
  {
    signal: 'condition',
    words: 'original (box|charger|warranty|packaging)',
    score: 0.75,
    explanation: 'comes with the original parts',
    bazaar: 0.75,
  },
  { signal: 'condition', words: 'warranty', score: 0.7, explanation: 'under warranty', bazaar: 0.7 },
  {
    signal: 'condition',
    words: '(perfect|excellent|immaculate|pristine|great) (working )?(condition|shape)',
    score: 0.85,
    explanation: 'in perfect condition',
    bazaar: 0.85,
  },
  {
    signal: 'condition',
    words:
      '(working (condition|perfectly|fine|well)|works (perfectly|fine|great|well|like a charm)|sahi chal (raha|rahi))',
    score: 0.7,
    explanation: 'works',
    bazaar: 0.7,
  },
  {
    signal: 'condition',
    words: '(good|very good|acchi|achhi|achi) condition|condition (good|acchi|achhi|achi)',
    score: 0.6,
    explanation: 'in good condition',
  },
  { signal: 'condition', words: '(single|one|#|ek) owner', score: 0.6, explanation: 'one owner' },

  // wear: what is said against them
  {
    signal: 'wear',
    words: 'ek chhota( sa)? scratches',
    score: 0.45,
    explanation: 'a small scratch',
    bazaar: 0.55,
  },
  {
    signal: 'wear',
    words: '(minor |some |few |small |light |deep )?(scratches|scuffs|scuff)',
    score: 0.45,
    explanation: 'scratches',
    bazaar: 0.55,
  },
  { signal: 'wear', words: '(dent|dents|dented)', score: 0.5, explanation: 'a dent', bazaar: 0.5 },
  { signal: 'wear', words: '(chip|chipped|chips)', score: 0.5, explanation: 'a chip', bazaar: 0.5 },
  {
    signal: 'wear',
    words: '(screen|display) (was |is |has been )?(replaced|changed|badla|badli)|replaced (the )?(screen|display)',
    score: 0.65,
    explanation: 'the screen was replaced',
    bazaar: 0.35,
  },
  {
    signal: 'wear',
    words: 'battery (health )?(is |at |hain )?#( %| percent)?|# (% |percent )?battery( health)?',
    score: (text) => Math.min(1, Math.max(0, (100 - Number(/\d+/.exec(text)?.[0] ?? 60)) / 50)),
    explanation: 'battery worn',
    bazaar: 0.4,
  },
  {
    signal: 'wear',
    words: '# (years|year|yrs|yr|saal) (old|purana|purani)',
    score: 0.5,
    explanation: 'years old',
    bazaar: 0.5,
  },
  {
    signal: 'wear',
    words: '(crack|cracked|cracks|toota|broken|torn|shattered)',
    score: 0.7,
    explanation: 'broken',
  },
  {
    signal: 'wear',
    words: '(not working|doesnt work|does not work|stopped working|kharab|dead|faulty|kaam nahi kar (raha|rahi))',
    score: 0.9,
    explanation: 'does not work',
    negative: true,
  },
  {
    signal: 'wear',
    words: '(needs (some |a )?(repair|repairs|work|fixing|new)|repair (karna|chahiye))',
    score: 0.7,
    explanation: 'needs repair',
  },
  {
    signal: 'wear',
    words:
      '(stains|stain|stained|rust|rusty|rusted|faded|worn|worn out|wear and tear|second hand|secondhand|purana|purani)',
    score: 0.4,
    explanation: 'shows its age',
  },
];
