/**
 * The claims in a line of haggling that private facts can confirm or refute: the own limit, the own cost, rivals, a hurry.
 *
 * Phrases are written as in agents/tells/match.ts, which also settles negation, questions and spelling, in English and
 * Hinglish. A phrase that names no number speaks of a price on the table, and the ledger puts it in. Not read: irony, "if",
 * and praise of the goods, on which a price scenario has no facts. A phrase book misses what it does not know: of 21 claims in
 * sentences it was not written for it found 12, and it saw none in 8 sentences without one. Rates are lower bounds.
 */
import { numbersIn } from '../../../agents/index.ts';
import { matcher, type Phrase } from '../../../agents/tells/match.ts';

/**
 * limit       the worst price this side takes is `amount`     bound   it goes no further than `amount`, perhaps not as far
 * cost        what it paid is `amount`                        loss    a price, or `amount`, is below what it paid
 * rivals      somebody else wants to deal                     hurry   its time is short        leisure  it is not
 */
export type ClaimKind = 'limit' | 'bound' | 'cost' | 'loss' | 'rivals' | 'hurry' | 'leisure';

export interface Claim {
  readonly kind: ClaimKind;
  /** The price that the claim names. */
  readonly amount?: number;
  readonly text: string;
}

interface ClaimPhrase extends Phrase {
  readonly kind: ClaimKind;
  /** Whose limit it can be: a buyer has no minimum to speak of. */
  readonly seat?: 'buyer' | 'seller';
}

const cannot =
  '(cannot|can not|wont|will not|couldnt|could not|wouldnt|would not|never|not|unable to|not able to|refuse to|told not to|not willing to)';
const least = '(minimum|min|lowest|floor|bottom line|rock bottom|reserve|reservation|bottom price|walk away price)';
const most = '(maximum|max|budget|ceiling|cap|highest|upper limit)';
const mine = '(my|our|the|mera|meri|hamara)( (absolute|very|total|real|whole|entire|full))?';
const is = '( price| offers)?( (is|was|would be|will be|hain|here is|of|at))?( (around|about|only|just|sirf))?';
const me =
  '(i|we|ill|id|ive|well|wed|i can|i could|i will|i would|we can|we could|we will|we would|i am willing to|im willing to)';
const rival =
  '(buyers|seller|sellers|guy|person|party|shop|store|dealer|vendor|kharidar|dukaan|dukan|offers|people|folks)';

const phrases: readonly ClaimPhrase[] = [
  // "I can't go below 700", "won't sell for less than 700"
  {
    kind: 'bound',
    seat: 'seller',
    words: `${cannot}( be| possibly| really)? (go|going|sell|selling|take|taking|accept|accepting|drop|come|part|let|do|give)( (it|this|down|go|anything|for|to|with|any|at|even))* (below|under|beneath|less than|lower than|cheaper than) #`,
    negative: true,
  },
  {
    kind: 'bound',
    seat: 'buyer',
    words: `${cannot}( be| possibly| really)? (go|going|pay|paying|spend|offers|stretch|do|afford|give)( (it|this|up|for|to|any|anything|even))* (above|over|more than|higher than|beyond|past) #`,
    negative: true,
  },
  {
    kind: 'bound',
    seat: 'seller',
    words: 'anything (less than|below|under|lower than) #( ~){0,2} (walk|no|out|pass|useless|impossible)',
    negative: true,
  },
  { kind: 'bound', seat: 'buyer', words: `${cannot} exceed #`, negative: true },
  {
    kind: 'bound',
    seat: 'seller',
    words: '# (rupaye )?se (kam|neeche|niche)( (mein|me|par))?( ~)? nahi',
    negative: true,
  },
  { kind: 'bound', seat: 'buyer', words: '# (rupaye )?se (zyada|jyada|upar)( ~)? nahi', negative: true },
  // "My minimum is 700", "700 is the lowest I can go", "I need at least 700"
  { kind: 'limit', seat: 'seller', words: `${mine} ${least}( i can (go|do|take|accept))?${is} #` },
  {
    kind: 'limit',
    seat: 'seller',
    words: `# (is|hain)( (really|honestly|truly|actually))? ${mine} (${least}|least)( price)?( ${me} (go|do|take|accept))?`,
  },
  {
    kind: 'limit',
    seat: 'seller',
    words: `(the )?(very |absolute )?(lowest|least) ${me} (go|do|take|accept|sell( (it|this))?)( (for|to))?( (is|would be))? #`,
  },
  {
    kind: 'limit',
    seat: 'seller',
    words: '(i|we) (need|want|must get|must have|have to get) at least #|kam se kam #( chahiye| dena)?',
  },
  { kind: 'limit', seat: 'seller', words: `#( ~){0,4} as (low|far down) as ${me} (go|do)` },
  // "My budget is 500", "the most I can pay is 500", "I only have 500"
  { kind: 'limit', seat: 'buyer', words: `${mine} ${most}( i can (go|do|pay|spend|afford))?${is} #` },
  {
    kind: 'limit',
    seat: 'buyer',
    words: `# (is|hain)( (really|honestly|truly|actually))? ${mine} (${most}|most|best)( ${me} (go|do|pay|spend|afford|offers))?`,
  },
  {
    kind: 'limit',
    seat: 'buyer',
    words: `(the )?(most|highest|best) ${me} (go|do|pay|spend|afford|offers)( (up to|to))?( is)? #`,
  },
  {
    kind: 'limit',
    seat: 'buyer',
    words:
      '(i|we) (only have|have only|have got only|only got|can only (pay|afford|spend|do)|could only (pay|afford|spend|do)) #|ive only got #|all (i have|ive got|i have got|i got|we have) is #|# is all (i have|ive got|i got|i can (pay|spend|afford|do)|we have)',
  },
  { kind: 'limit', seat: 'buyer', words: `#( ~){0,4} as (high|far) as ${me} (go|do)` },
  { kind: 'limit', seat: 'buyer', words: '(mere|hamare) paas (sirf|bas) #|zyada se zyada #' },
  {
    kind: 'limit',
    seat: 'buyer',
    words: `budget of #|${mine} budget (tops out|maxes out|stops|ends) at #|(up to )?# (max|maximum|tops|at most)`,
  },
  { kind: 'limit', seat: 'seller', words: '(a )?(minimum|floor) of #' },
  {
    kind: 'bound',
    seat: 'seller',
    words: 'no way( ~){0,3} (sell|take|accept|go|do)( (it|this|for))* (below|under|less than) #',
    negative: true,
  },
  {
    kind: 'limit',
    seat: 'buyer',
    words: `# (is|hain) (at )?the (top|end|edge) of ${mine} (range|budget)|(maximum|max) of #`,
  },
  {
    kind: 'limit',
    words:
      '(go|stretch|do|come down|come up|drop)( (up|down))? to # (but|and) (no|not|nothing) (further|more|lower|higher|less)',
    negative: true,
  },
  { kind: 'limit', words: '(hard |strict |firm |fixed )?limit of #' },
  // "My limit is 600", "that's my limit": whoever says it
  { kind: 'limit', words: `${mine} limit${is} #|# is ${mine} limit` },
  {
    kind: 'limit',
    words: `(thats|that is|this is|its|it is) ${mine} (limit|bottom line|rock bottom|absolute best|(${least}|${most}|best|most|least)( (i|we) can (go|do|pay|take|accept|offers|afford|spend))?)(?! #)(?! (is|at|of) #)`,
  },

  // "It cost me 650", "I paid 650 for it"
  { kind: 'cost', words: '(cost|costs|costed|set) (me|us)( back)?( (around|about|over|exactly))? #' },
  {
    kind: 'cost',
    words:
      '(i|we)( (originally|actually|myself))? (paid|spent|gave)( (around|about|over|exactly|nearly|almost|him|them))? #|(it|this) was # when (i|we) (bought|got) it',
  },
  { kind: 'cost', words: '(i|we) (bought|got|purchased|picked) (it|this|them)( up)?( (new|myself))? (for|at) #' },
  { kind: 'cost', words: `${mine} (cost|cost price|purchase price|buying price|khareed|kharid)${is} #` },
  {
    kind: 'cost',
    words:
      '# (mein|me|ka|ki) (kharida|khareeda|liya|kharidi|li|pada|padi)( (tha|thi|hain))?|(mujhe|humein) # (mein|me|ka|ki) (pada|padi|mila|mili)',
  },

  // "I'd be losing money", "that's below my cost"
  {
    kind: 'loss',
    words:
      '(losing|lose|loses) money( (at|on|for) #)?|(at|on|for) # (i|we|id|wed)( (am|are|would|be|will))* (losing|lose) money',
  },
  {
    kind: 'loss',
    words:
      '(sell|selling|sold|giving)( (it|this))?( away)? at a loss|(am|im|are|be|is|thats|that is) (at )?a loss|(making|taking) a loss|(nuksan|loss) (mein|me|ho|hoga)',
  },
  { kind: 'loss', words: `(#( is)? )?(below|under|less than) (${mine} cost|what (i|we) paid|cost price|what it cost)` },

  {
    kind: 'loss',
    words:
      '(make|making|earn|earning|get) nothing( (on|from|at))?|(not|dont|wont) (make|making|earn|earning) (any|a) (profit|money)|no profit',
    negative: true,
  },

  // rivals, on either side
  { kind: 'rivals', words: `(another|other|second|different|rival) ${rival}` },
  {
    kind: 'rivals',
    words:
      '(someone|somebody|others|another one|another man|another lady) (else )?(is|are|was|has|have|already|also|just)*( ?(is|are|was|has|have|already|also|just))* ?(looking|coming|interested|waiting|offered|offering|wants|willing|ready|called|asked|selling)( (me|to pay))?( #)?',
  },
  {
    kind: 'rivals',
    words: `(#|two|three|several|many|multiple|few|couple of|lots of|plenty of|kai|do|teen) (aur |dusre )?(buyers|people|log|kharidar|enquiries|inquiries)( are| have| bhi)?( already)? (interested|waiting|looking|asking|offered|lined up|coming|dekh|puch|pooch)`,
  },
  {
    kind: 'rivals',
    words:
      '(i|we|ive|weve) (have|got|had|received|have got)?( ?(already|just))? ?(a|an|better|higher|lower|other|many|several|#) (better |higher |lower |competing |other )?(offers)( (of|for|at) #)?',
  },
  {
    kind: 'rivals',
    words:
      '(cheaper|less|lower|better price|same (thing|one|item) )( (elsewhere|online|next door|nearby|down the street|on amazon|on ebay|on olx|on flipkart|somewhere else))',
  },
  { kind: 'rivals', words: '(aur|dusra|dusre|doosra) (bhi )?(buyers|kharidar|party|banda|dukaan|dukan|log)' },

  {
    kind: 'rivals',
    words:
      '(a|some|one|this) (guy|man|woman|lady|neighbor|neighbour|friend|dealer|customer|buyers)( (just|already|also|is|has|will))* ?(offered|offering|wants|coming|pay|ready|willing|interested)( me)?( #)?',
  },
  {
    kind: 'rivals',
    words:
      '(saw|seen|found|spotted) (it|(the |a |an )?(same|similar|identical|cheaper|another)( one| thing| model| item)?)( for #| cheaper)? (elsewhere|online|nearby|somewhere else|(on|at) ~)( for #)?|your (competitor|competitors|competition)( (sells|sell|has|have|offers)( it)?( for #)?)?',
  },

  {
    kind: 'rivals',
    words:
      '(lot|lots|plenty|tons|loads) of interest|(amazon|ebay|olx|flipkart|craigslist|walmart)( (also|already))? (has|have|sells|sell|lists|offers) (it|this|one|them)( for #)?',
  },

  // time
  {
    kind: 'hurry',
    words:
      '(need|want|have|got|must|trying|looking) (to )?(sell|buy|get|have|close|move|take)?( ?(it|this|rid of it))*( gone)?( ~)? ?(today|tonight|tomorrow|this week|this weekend|by (friday|sunday|monday|the weekend)|fast|soon|quickly|immediately|urgently)',
  },
  {
    kind: 'hurry',
    words:
      '(in a (hurry|rush)|urgent|urgently|desperate|running out of time|no time left|short on time|short of time|under time pressure|deadline|time is short|jaldi (hain|mein|chahiye)|(moving|leaving|flying|relocating) (out |away )?(today|tomorrow|tonight|soon|this week|next week))',
  },
  {
    kind: 'hurry',
    words:
      '(has|have|needs|need) to be (gone|sold)( by)?( (today|tomorrow|tonight|friday|sunday|monday))?|must (sell|go|be sold)|leaving the country',
  },
  {
    kind: 'leisure',
    words:
      '(no|not in any|not in a|not in|zero|without any) (particular |real |great )?(rush|hurry|urgency)|koi jaldi nahi|jaldi nahi',
    negative: true,
  },
  {
    kind: 'leisure',
    words:
      '(all the time in the world|(can|could|happy to|willing to) wait|plenty of time|take your time|(not|dont) (need|have) to (sell|buy))',
  },
];

const claimMatcher = matcher(phrases);

/** The claims that this seat's words make. */
export function claimsIn(words: string, seat: string): Claim[] {
  const numbers = numbersIn(words);
  const found = claimMatcher
    .claims(words)
    .filter(({ phrase }) => phrase.seat === undefined || phrase.seat === seat)
    .map(({ phrase, start, end, text }) => {
      const inside = numbers.filter((number) => number.start < end && number.end > start);
      // A count of rivals is a quantity; a price is money, or a number that could be.
      const price = inside.findLast(({ kind }) => kind === 'money' || kind === 'plain');
      const amount =
        phrase.kind === 'rivals' && price?.kind !== 'money' && (price?.value ?? 0) < 20 ? undefined : price?.value;
      return { kind: phrase.kind, start, end, text, ...(amount === undefined ? {} : { amount }) };
    });
  // Of overlapping claims of one kind the one with a number stays, then the longest. A bound is the firmer word for a limit.
  const family = (kind: ClaimKind) => (kind === 'bound' ? 'limit' : kind === 'leisure' ? 'hurry' : kind);
  const ranked = [...found].sort(
    (a, b) =>
      Number(b.amount !== undefined) - Number(a.amount !== undefined) ||
      b.end - b.start - (a.end - a.start) ||
      a.start - b.start,
  );
  const kept: typeof found = [];
  for (const claim of ranked) {
    const double = kept.some(
      (k) => family(k.kind) === family(claim.kind) && claim.start < k.end && k.start < claim.end,
    );
    if (!double) kept.push(claim);
  }
  return kept.sort((a, b) => a.start - b.start).map(({ start: _start, end: _end, ...claim }) => claim);
}
