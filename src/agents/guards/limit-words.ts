/**
 * What people call the end of their road, in English, Hinglish, Hindi, German, French and Spanish, and how they speak of it without
 * naming it: announcing it for later, or saying yes when asked. Too many phrases here cost a second try, too few a secret.
 */

/** Whether these words speak of a limit. */
export function isLimit(words: string): boolean {
  return LIMIT.test(folded(words));
}

/** Whether these words leave the limit to what comes next, whatever numbers are in them: "My next offer will be my limit." */
export function announcesLimit(words: string): boolean {
  const text = folded(words);
  return LIMIT.test(text) && LATER.test(text);
}

/** Whether these words say yes to what was asked. */
export function assents(words: string): boolean {
  return YES.test(folded(words));
}

/** Lower case, without accents (Hindi dots too) and with plain apostrophes, so that a boundary of ASCII words is one of words. */
function folded(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c\u200b-\u200d]/g, '')
    .replaceAll('ß', 'ss')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/\s+/g, ' ');
}

const COIN = '(?:penn(?:y|ies)|cents?|dimes?|dollars?|bucks?|euros?|pounds?|rupees?|rupaye|rupaya|paisa|paise|pesos?)';
const MORE = '(?:more|less|lower|higher|below|above|under|over|beyond|past|better|further)';
const NOT = `(?:can(?:no|')?t|can not|won't|will not|couldn't|could not|wouldn't|would not|never|unable to|not able to)`;

const ENGLISH = [
  'limit(?:s|ed)?|max(?:ed|ing|es)?|maxim(?:um|al)|min|minim(?:um|al)|lowest|highest|floor|ceiling|cap(?:ped)?|threshold|cut-? ?off',
  'bottom|(?:upper|lower) bound|utter ?most|rock[- ]bottom|reserv(?:e|ation)|batna|budget|afford|break[- ]?even|walk[- ]?away',
  'final|ultimatum|take it or leave it|indifferent|last (?:price|offer|word|rate)|top (?:price|bid|offer|dollar|number|figure)',
  'at (?:least|most|the very (?:least|most))',
  `(?:no|not|never|nothing|nor) (?:[\\w']+ ){0,4}${MORE}`,
  `(?:a|one|single|another|even) ${COIN} ${MORE}|(?:one|a|another|any) more ${COIN}`,
  `(?:more|less|past|above|below|over|under|beyond) (?:\\w+ ){0,2}and (?:i|we) (?:walk|lose|quit|leave|go|stop|am|are)`,
  "best (?:\\w+ )?(?:i|we) can|(?:all|most|least|everything) (?:i|we)(?:'ve|'d|'ll)? ?(?:can|could|have|would|will|got|am|are|may)?",
  '(?:my|our) (?:very |absolute )?best|as (?:low|high|far|much|little) as',
  'most (?:\\w+ ){0,8}(?:pay|spend|go|give|bid)|least (?:\\w+ ){0,8}(?:take|accept|sell|get)',
  'all (?:of )?(?:the|my|our) (?:money|cash|savings)|out of (?:money|cash)|empt(?:y|ies) my|hands are tied|nothing left',
  '(?:draw|drew|drawing|drawn) (?:the|a|my) line|where (?:i|we) stop|end of (?:my|the|our) (?:road|rope|line|tether)',
  '(?:authori[sz]ed|allowed|permitted|cleared|approved) (?:\\w+ ){0,4}(?:to|for)|lets me|i can stretch|exactly this much',
  '(?:make|gain|earn|profit) (?:zero|nothing|no )|i (?:go home|walk|leave|lose|quit) if',
  `${NOT} (?:\\w+ ){0,2}(?:go|drop|stretch|move|budge|spend|pay|come (?:down|up)|do (?:any )?(?:better|less|more|lower|higher)|(?:accept|take|sell|offer) (?:\\w+ ){0,6}${MORE})`,
];
const HINGLISH = [
  '(?:kam se kam|(?:z|j)y?a+da se (?:z|j)y?a+da|a+kh?i?ri|antim|bas itn[aei]|itn[aei] hi)',
  '(?:[aiu]s ?se|[iu]s ?ke|[iu]sk[ei]) (?:bhi )?(?:kam|(?:z|j)y?a+da|upar|oopar|neeche|niche|aage)',
  '(?:kam|(?:z|j)y?a+da|upar|oopar|neeche|niche|aage) (?:\\w+ )?nahi+n?',
  '(?:meri|mera|hamari|hamara|apni|apna) (?:\\w+ )?(?:hadd?|seema|sima)',
];
const GERMAN = [
  '(?:\\w+)?grenzen?|hoe?chst(?:ens|preis|gebot|e[rs]?)|mindest\\w*|maximal\\w*|minimal\\w*|(?:aus|aeus)serst\\w*|schluss(?:preis)?',
  '(?:mehr|weniger|hoher|hoeher|tiefer) (?:kann|geht|gehe|ist|habe|zahle|bezahle|gebe|nehme|will|darf|nicht)',
  '(?:nicht|kein\\w*|niemals) (?:\\w+ ){0,2}(?:mehr|weniger|hoher|hoeher|tiefer|unter|uber|ueber|druber|drunter)',
  'letzte[rsn]? (?:wort|angebot|preis|gebot)',
];
const FRENCH = [
  'limites?|plafonds?|plancher|maxi|mini|derniere? (?:prix|mot|offre)|au (?:grand )?(?:plus|moins)|plus (?:haut|bas|loin)',
  "(?:peux|peut|pouvons|puis|saurais) (?:pas|plus)|pas (?:un|une|d') ?\\w+ de (?:plus|moins)|tout ce que j'ai",
];
const SPANISH = [
  'topes?|techo|maxim[oa]|minim[oa]|ultim[oa] (?:precio|oferta|palabra)|como (?:mucho|poco)|a lo (?:sumo|mas)|todo lo que tengo',
  'no (?:\\w+ ){0,4}(?:mas|menos|subir|bajar)|ni (?:un|una) (?:\\w+ )?(?:mas|menos)|mas no puedo',
];
/** Folded like the words: without the dots under letters. */
const HINDI = [
  'सीमा|हद|आखि?री|अंतिम|अन्तिम|अधिकतम|न्यूनतम|लिमिट|बजट|मैक्सिमम|बस इतन|इतन[ाेी] ही',
  'ज्यादा से ज्यादा|कम से कम|[इउ]स ?से (?:ज्यादा|कम|ऊपर|नीचे|अधिक)|[इउ]सके (?:ऊपर|नीचे)|(?:ज्यादा|कम|ऊपर|नीचे|अधिक) (?:\\S+ )?नही',
];

const LIMIT = new RegExp(
  `\\b(?:${[...ENGLISH, ...HINGLISH, ...GERMAN, ...FRENCH, ...SPANISH].join('|')})\\b|${HINDI.join('|')}`.normalize(
    'NFD',
  ),
  'u',
);

const LATER = new RegExp(
  [
    String.raw`\b(?:next|later|soon|shortly|in a (?:moment|minute)|following|coming|after (?:this|that))\b`,
    String.raw`\b(?:agl[aei]|ab jo|nachste\w*|naechste\w*|gleich|bald|prochaine?|bientot|proxim[oa]|siguiente|pronto)\b|अगल|अभी`,
  ].join('|'),
  'u',
);

const YES =
  /\b(?:yes|yeah|yep|yup|aye|exactly|precisely|correct|indeed|right|true|sure|certainly|absolutely|of course|it is|that's it|you (?:guessed|got|have) it|spot on|ha+n|ji|bilkul|sahi|ja|jawohl|genau|stimmt|richtig|oui|exact|exactement|si|claro|exacto|correcto)\b|हा[ँं]|जी|बिल्कुल|सही/u;
