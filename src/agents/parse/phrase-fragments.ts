/** The parts that the phrases of accept-phrases.ts, refusal-phrases.ts and beside-phrases.ts are put together from. */
import type { Fragments } from './patterns.ts';

export const fragments: Fragments = {
  NAME: 'bhai|bhaiya|bhaijaan|bhaisaab|bhai_sahab|sahab|janab|yaar|dost|ji|sir|sirji|madam|mam|ma_am|boss|bro|brother|pal|chief|friend|my_friend|mate|buddy|man|dude|uncle|aunty|didi',
  OK: 'ok|ok_dokie|yes|yeah|yea|yep|yup|sure|sure_thing|of_course|alright|all_right|right_then|oh|ah|hmm|hm|um|umm|uh|eh|yay|hooray|woohoo|wow|phew|bingo|very_well|great_stuff|good_stuff|haan|chalo|chaliye|theek_hai|theek|accha|arre|are|bilkul|zaroor|sahi_hai|sahi|badhiya|ekdum|mast|bas|oui|si|ja|sim|vale|you_know_what|come_on',
  LEAD: 'OK|NAME|and|but|then|now|phir|ab|toh',
  /** Not before "deal" and "done": a good deal and well done are praise. Please is in none: "please accept" asks. */
  WARM: 'LEAD|so|well|oh_well|very_good|fine|great|perfect|good|cool|super|awesome|wonderful|lovely|excellent|nice|fantastic|brilliant|thanks|thank_you|sorry',
  TAIL: 'NAME|then|now|thanks|thank_you|cheers|today|ok|hai|phir|shukriya|dhanyavaad',
  /** After a refusal: "I'm out today" is no end. */
  END: 'NAME|then|thanks|thank_you|cheers|ok|hai|phir|sorry|shukriya|dhanyavaad',
  ADV: 'gladly|happily|gratefully|hereby|just|really|very|so|quite|absolutely|totally|perfectly|pretty|actually|certainly|definitely|more_than|also|now|then|truly|completely|fully|simply|honestly',
  NOUN: 'offer|price|deal|proposal|terms|counter|counteroffer|counter_offer|split|division|figure|number|amount|bid|asking_price|sum',
  OBJECT:
    'the|your|this|that last|latest|final|first|initial|original|new|revised|generous|kind|current|fair|asking* NOUN',
  IT: 'it|that|this|OBJECT',
  PRICE: `
    at|for|of|on|to|with? the|your|a|full|a_total_of|exactly|that* #|@|@h cash|in_cash|total|flat|even|then?
    at|for|of|to|with? the|your|this|that full|asking|last|final|agreed|offered* price|offer|figure|amount|sum of|at? #|@|@h cash|in_cash?
    at|for|to that|this|your|the full|asking|last|final* price|amount|figure|sum`,
  /** At the standing price, and at no other. */
  AT: `
    at|for the|your|that|this|asking|full|price|of|offer|exactly|just|only* # cash|in_cash|then?
    at|for that|this|your|the price|amount|figure|offer`,
  WILL: 'will|shall|do|am_going_to|are_going_to|have_decided_to|decided_to|am_pleased_to',
  TAKE: `
    accept|take|buy|purchase|grab IT PRICE?
    accept PRICE?
    confirm OBJECT PRICE?
    go_with|go_for|agree_to|agree_on|go_ahead_with OBJECT|# PRICE?
    go_for|do|take it off_you? AT
    go_ahead and? take|buy|accept IT PRICE?`,
  /** To pay the standing price. */
  PAY: `
    pay|give|give_you|do|meet|match|stretch_to|spend|go_to|go_up_to|hand_over|hand_you|take|manage the|your|you|full|that|those* # cash|in_cash? for_it|for_that|for_this?
    pay|give_you|meet|match your|the|that|full|asking* price of_#?
    pay for? it PRICE`,
  /** To give it away at the standing price. */
  SELL: `
    sell|give|hand it|this to_you|over? AT
    sell|give you it AT
    sell AT
    let it go to_you? AT
    let you have|take it AT
    part with it AT`,
  KIN: 'wife|husband|brother|sister|son|daughter|friend|partner|mum|mom|dad|father|mother|girlfriend|boyfriend|flatmate|kids|family|neighbour|neighbor',
  /** Who speaks; with somebody beside, but never somebody alone. */
  I: `
    i|we
    my KIN and i
    me and my KIN`,
  /** A yes by itself, unlike a hmm or a thank you. */
  AYE: 'ok|ok_dokie|yes|yeah|yea|yep|yup|sure|sure_thing|of_course|alright|all_right|right_then|very_well|haan|chalo|chaliye|theek_hai|theek|accha|bilkul|zaroor|sahi_hai|sahi|badhiya|oui|si|ja|sim|vale|fine|great|perfect|good|cool|super|awesome|wonderful|lovely|excellent|nice|fantastic|brilliant|oh_well|very_good',
  NICE: 'good|great|fine|perfect|fair|reasonable|ok|alright|awesome|amazing|wonderful|lovely|excellent|fantastic|decent|doable',
  GOOD: 'fine|ok|good|great|cool|alright|all_right|perfect|acceptable',
  DAY: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|weekend|week|morning|afternoon|evening|night|noon|lunch|lunchtime|work|dinner',
  WHEN: `
    today|tonight|tomorrow|now|immediately|at_once|straight_away|soon|later|then|asap|shortly|there|right_away|right_now|any_time|anytime|first_thing|later_today|with_cash|with_the_cash|with_my_van|with_the_van|in_person
    on|by|around|before|after|at|in|this|next|over|until|till|tomorrow? the|this|next? DAY DAY? t?
    at|by|around|about|before|after @h|t pm|am|o'clock|oclock|sharp|ish?
    on the t
    whenever you like|want|can
    whenever it suits you
    at|to your|the place|house|door|home|shop|store
    in an? hour|few_hours|few_minutes|bit|minute
    aaj|kal|abhi|subah|shaam|raat|dopahar|parso|ko|tak|hi|jaldi|thodi_der_mein`,
  /** Whom the speaker brings; calling them would be asking them. */
  ALONG: `
    with|and|bring my|a|the|our KIN|colleague|mate|buddy
    with|and|bring two|some|a_few|a_couple_of friends|people|mates`,
  /** What the speaker will do, and to what: nothing in it asks anything of the other side. */
  DO: 'come|be|bring|pick|pick_up|collect|fetch|get|grab|pay|send|call_you|text_you|message_you|write_to_you|write_you|email_you|ring_you|phone_you|meet|see_you|load|carry|pack|wrap|clean|prepare|box|transfer|venmo|paypal|zelle|wire|ship|post|mail|deliver|rent|hire|borrow|stop|drop|swing|drive',
  THING:
    'it|this|that|them|you|the|my|your|a|an|our|WHEN|ALONG|help|blanket|blankets|straps|about|pickup|collection|time|details|pick_up|payment|bank_transfer|bike|colleague|myself|somebody|someone|cash|money|van|car|truck|trailer|address|number|location|details|contact|phone|exact|change|up|over|by|along|with|me|there|here|home|place|house|door|at|to|in|out|for|on|and|ready|straight|full|aside|round|around|bank|hand',
  FETCH: `
    pick it|this|that|them up
    pick_up it|this|that?
    collect|fetch|get|grab it|this|that?
    come|come_by|come_over|come_round|stop_by|drop_by|swing_by|be_there|pop_by|meet_you|meet
    come|come_by|come_over|stop_by|drop_by|swing_by and|to? pick|get|collect|fetch|grab it|this|that up?
    come_to pick|collect|get|fetch it|this|that up?`,

  // Hinglish

  /** I, we. */
  MAIN: 'main|mein|me|hum|ham',
  /** What stands behind a price: at, of, only. */
  MEIN: 'mein|me|main|pe|par|ka|ke|ki|hi|rupaye|euro|cash',
  /** At the standing price. */
  HP: `
    # MEIN*
    is|isi|itne|itne_hi daam|price|rate|keemat? mein|me|pe|par`,
  HIT: 'it|yeh|ise|isko|yahi',
  /** Your offer, in any order of words. */
  HOFFER:
    'mujhe|humein|main|ko|aapka|aapke|tumhara|yeh|is|it|#|ka|ki|ke|mein|me|par|pe|wala|wali|waala|offer|price|rate|daam|keemat|baat|sauda|deal|hi|bhi|ab',
  LENA: `
    le|kharid? hi? lunga
    le|kharid? hi? leta hoon
    le|kharid hi? raha hoon
    le|kharid liya|li
    kharidta hoon
    le|kharid chuka hoon
    purchase|buy|khareed kar lunga|leta_hoon|raha_hoon|liya`,
  HLENA: `
    le|kharid? lenge
    le|kharid lete|rahe hain|hai`,
  /** To do, in the first person or as let us. */
  KARNA: `
    karta|leta|deta|raha hoon
    kar leta|deta|raha hoon
    karte|lete|dete|rahe hain|hai
    kar lete|dete|rahe hain|hai
    kar liya|diya|lunga|dunga|lenge|denge
    kiya|karunga|karenge`,
  /** To give, in the first person. */
  DENA: `
    de|bech|chhod? dunga|denge|diya
    bechta hoon
    de|bech|chhod? deta|raha|sakta hoon
    de|bech|chhod? dete|rahe|sakte hain|hai`,
  /** Behind an acceptance: at that price, for me. */
  HEND: `
    HP
    mujhe|humein|mere_liye|hamare_liye|hamari_taraf_se|meri_taraf_se|NAME|OK|phir|ab|aaj|abhi`,
  /** Circumstances of fetching and paying. */
  HPLAN:
    'main|hum|mein|me|DAY|aaj|kal|abhi|parso|subah|shaam|raat|dopahar|ko|hi|tak|baje|ghante|t|@h|#|cash|paise|paisa|payment|upi|gpay|paytm|phonepe|online|transfer|bank|gaadi|tempo|van|truck|auto|bhai|dost|beta|ke|ka|ki|saath|ghar|dukaan|aapke|tumhare|aapka|wahan|vahan|yahan|khud|leke|lekar|le|lene|liye|aa|aake|aakar|it|ise|isko|usko|aapko|tumhe|se|pe|par|jaldi|pura|poora|full|pick|pickup|collect|load|apni|apne|apna|address|number|aur|phir|call|message|de|kar|karke|pack|ready|taiyar|bhej|utha|uthane|jaane|jane|trailer|mistri|ladke|phone|rakh|intezaar|mere|mera|hamare|sab|saara|sara',
  /** What the speaker will do, in the first person: the other side's verbs end otherwise. */
  HDO: 'aaunga|aunga|aayenge|aata_hoon|aate_hain|aa_raha_hoon|aa_jaunga|aa_jaata_hoon|jaunga|jaata_hoon|jayenge|lunga|leta_hoon|lenge|dunga|deta_hoon|denge|dete_hain|karunga|karta_hoon|karenge|kar_raha_hoon|bhejunga|bhejta_hoon|milunga|milta_hoon|milte_hain|milte_hai|milenge|laata_hoon|laaunga|pahunchta_hoon|pahunchunga|rakhunga|rakhta_hoon|mangwa_lunga|utha_lunga|bhej_diya|kar_diya|bhijwa_dunga|karwa_dunga',
};
