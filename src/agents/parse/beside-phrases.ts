/** What may stand beside an act and asks the other side for nothing: courtesy, and the arrangements of a deal. */

/** Courtesy goes with every act. */
export const BESIDE = `
  hi|hello|hey|hiya|namaste|namaskar|good_morning|good_afternoon|good_evening|good_day|dear|greetings there|again|seller|buyer|all|NAME*
  NAME
  OK OK?
  many|thanks|thank_you|cheers|shukriya|dhanyavaad|gracias|merci|danke|obrigado|grazie|with_thanks so_much|very_much|a_lot|again|everyone|for_everything|anyway|all_the_same|aapka|NAME*
  bahut shukriya|dhanyavaad aapka?
  aapka bahut? shukriya|dhanyavaad
  many thanks
  thanks|thank_you|i_appreciate|we_appreciate ADV? for? COURTESY*
  sorry|apologies for|about the|my|late|delay|delayed|slow|wait|reply|response|answer|taking|so|long*
  I ADV? appreciate it|that|your_time|your_patience|your_offer|the_offer|your_help
  much_appreciated|very_kind|how_kind|most_kind|appreciate_it|appreciated
  that|it is ADV? kind|nice|generous of_you?
  it|that? is|was|has_been? a? pleasure doing_business|talking|dealing|trading|chatting|meeting? with|to? you?
  nice|good|great doing_business|talking|dealing|chatting|trading with|to you
  looking_forward|i_look_forward|i_am_looking_forward|can_not_wait|i_can_not_wait to it|that|FORWARD* WHEN*
  have|enjoy a|your nice|great|good|lovely|wonderful? rest_of_your? day|evening|weekend|week|one
  enjoy it?
  take_care|all_the_best|best_wishes|good_luck|congratulations|congrats|no_hard_feelings|welcome|you_are_welcome|no_offence to_you|NAME*
  i? wish you ADV? all_the_best|luck|good_luck|the_best|well with_it|with_the_sale?
  good_luck|best_of_luck|all_the_best LUCK*
  best_of_luck to_you?
  you got_me|convinced_me
  i am ADV? convinced|sold|persuaded
  it|that is a_bit|a_little|slightly|somewhat more than i wanted|hoped|planned|expected|thought|had_in_mind to_pay|to_spend?
  let_us make_it_official|wrap_it_up|wrap_this_up|get_this_done|get_it_done
  you have|have_got? convinced_me|won_me_over|twisted_my_arm|persuaded_me
  you drive a hard|tough bargain
  i am ADV? happy|glad|pleased|delighted|excited|thrilled|relieved
  i_am|we_are? ADV? glad|happy|pleased|nice|good|great|lovely we|to|that|it GLAD*
  i love|like the_deal
  i? hope you ADV? enjoy|like|love it|your_purchase
  i? hope it serves you well
  take good care of it
  be done with it|this
  well|so|oh_well|anyway|anyways
  talk_soon|talk_to_you_soon|speak_soon|good_night|maza_aa_gaya|accha_laga|khush_hoon|nice_doing_business|so_excited
  you are ADV? kind|nice|fair|generous|sweet|great|a_star|the_best
  i can not wait
  good_luck with the move|moving|new_flat|new_place
  no_problem|no_worries|no_problem_at_all|my_pleasure|go_on_then|fair_is_fair|mubarak_ho|fair_play
  you have_earned|deserve it
  it is going|goes|will_go to a good|nice|new|happy home
  you have been|are ADV? kind|nice|fair|patient|helpful|great|reasonable|friendly|a_gentleman
  aapse|tumse deal|baat karke accha|khushi laga|hua`;

export const COURTESY =
  'your|the|all|getting|back|to|me|quick|fast|prompt|reply|replying|response|answer|message|honest|honesty|description|patience|nice|kind|friendly|lovely|good|great|pleasant|chat|talk|conversation|words|help|time|being|so|very|understanding|flexible|flexibility|patient|kindness|offer|deal|interest|discount|everything|call|coming|going|moving|down|up|a|bit|little|way|halfway|half|working|with|on|price|this|it|meeting|in|middle|far|and|of|considering|business|quickly|hearing|out|trust|today|again|letting|know|making|easy|smooth|work|photos|pictures|info|information|details|reaching|listening|generous|fair|effort|holding|keeping|waiting|buying|selling|showing|for|always|choosing|negotiating|negotiation|haggling|much|that|straight|us|anyway|all_the_same';
export const FORWARD =
  'in|kitchen|dining|living|room|house|flat|seeing|meeting|having|using|you|it|our|my|the|first|many|family|dinner|dinners|breakfast|meal|meals|lunch|at|around|on|with|tomorrow|to|have|use|see|home|getting|picking|up|collecting|get|bring|pick|sit|eat|set';
export const GLAD =
  'could|can|goes|go|it|is|agree|agreed|got|there|found|find|a|price|reached|reach|an|agreement|deal|made|make|it|this|work|worked|come|came|to|have|sorted|settled|out|good|going|home|see|do|business|with|you|on';

/** What led up to an acceptance that comes after it: behind one, "after talking to my wife" would be a condition. */
export const PRELUDE = `
  I have? ADV? decided|made_up_my_mind
  after sleeping_on|thinking_about|thinking_over|talking_over|considering it|this|everything
  after some|careful|a_lot_of|long thought|thinking|consideration|deliberation
  after thinking_it_over|talking_it_over|sleeping_on_it
  I have? ADV? thought|slept about|on|over it|this? over?
  I have? ADV? talked|spoken|spoke to|with my KIN
  having thought|slept about|on it|this? over?`;

/** What the speaker will do when there is a deal. */
export const PLAN = `
  see|meet|catch you|ya WHEN*
  on|this|next? DAY DAY? is|works|suits fine|good|ok|perfect|great|me? for_me|for_us|by_me?
  I will|can|could|shall|am_going_to|would_like_to? FETCH WHEN*
  will FETCH WHEN*
  coming by|over|round|around? WHEN*
  please? expect me WHEN*
  I am? picking it up WHEN*
  I am? collecting|fetching|getting it WHEN*
  I am? coming over|by|round|around|to_get_it|to_pick_it_up|to_collect_it|with_cash* WHEN*
  picking_it_up|collecting_it|picking_up WHEN*
  I am? bringing cash|the_cash|the_money|a_van|my_van|a_friend|my_brother along|over|with_me? WHEN*
  I will|can? bring|have the? cash|money|van|car|exact_change|a_van with_me|ready|along|over? WHEN*
  I will|can? pay in? cash WHEN*
  I will|can? pay in_cash|cash|you|by_card|by_transfer* when i FETCH
  I will|can? send|give you my|the? address|number|location|details WHEN*
  I will|can? hold|keep|reserve|save it for_you? until|till? WHEN*
  I will|can? put it aside for_you?
  I will|can? pack|wrap|clean|prepare|box it up|for_you*
  I will|can? have it ready WHEN*
  I will|can? bring the|your? # in_cash|cash|with_me|along? WHEN*
  I will text|call|message|ring you when i am on_my_way|there|here|nearby|leaving|close|outside
  I will let you know when i am on_my_way|there|here|nearby|leaving|close|outside
  I have|got|have_got the? van|cash|money|car|trailer ready|here|with_me?
  the? money|cash|payment|transfer is ready|on_its_way|on_the_way|waiting
  I will|can|shall|am_going_to DO THING* to? FETCH? THING*
  will DO THING* to? FETCH? THING*
  I will? FETCH THING*
  I am|will_be|are free|available|home|in|around|there|here WHEN*
  it will be ready|packed|waiting|clean THING*
  I will help|give you load|carry|a_hand it? with_it|loading|carrying? WHEN*
  HPLAN* HDO lene|leke|le_jane|HPLAN*
  payment|cash|paise|money|everything is? ready|sent|done hai?`;

/**
 * What else the speaker tells of himself beside an acceptance, as a bag of words. No negation, no doubt, no amount, no other
 * thing, no verb of looking, asking or needing is in it, and nobody else is its subject.
 */
export const ASIDE = `
  I am|are|will|was|have|shall|can|live|just|also|really|already|do|got TALK TALK*
  my KIN will|can|is_going_to|are_going_to come|be|help|bring|pick|collect|drive|carry|load|fetch|join TALK*
  it will look|fit|stand|serve TALK*
  what_a|so|very|really? JOY FEELING*
  my address|number|phone is in|on|at|with my profile|ad|message|place|door*`;
export const JOY =
  'great|good|best|nice|lovely|wonderful|super|cool|happy|glad|warm|kind|excellent|perfect|fantastic|amazing|brilliant|awesome|greetings|sincerely|hooray|yay|finally|at_last|we_did_it|nicely_done|satisfied|excited|khush|bahut_accha|bahut_khushi';
/** Joy and good wishes in any words, once begun. */
export const FEELING =
  'JOY|news|day|evening|weekend|regards|wishes|choice|decision|pleasure|luck|buyer|seller|friend|for_me|for_us|for_both|to_you|all|everyone|it|is|a|an|the|so|very|really|of|us|and|we|both|made|my|sorted|win|winner|sides|hua|laga';
export const LUCK =
  'to|you|with|it|the|sale|selling|finding|find|a|buyer|search|everything|your|in|another|one|and|seller|future|new';
export const TALK = `
  WHEN
  be|been|being|have|get|getting|going|go|to|for|with|and|in|on|at|by|of|from|up|over|out|around|near|into|all|so|very|really|just|already|always|now|there|here|again|also|together|myself|the|a|an|my|our|it|this|me|us
  see_you|meet_you|call_you|text_you|pay_you|message_you|write_you|to_you|at_your|to_your
  come|coming|bring|bringing|pick|picking|collect|collecting|fetch|grab|grabbing|load|loading|carry|carrying|drive|driving|rent|renting|hire|borrow|pay|paying|transfer|send|sending|wrap|pack|clean|store|put|set|use|using|enjoy|meet|meeting|decided|made|moved|moving|sit|eat|cook|celebrate|arrange|organise|organize|sort
  van|car|truck|trailer|bike|KIN|friend|friends|mate|colleague|people|money|cash|bank|address|profile|number|phone|door|house|home|place|flat|apartment|street|station|kitchen|room|dining|living|garden|office|work|trip|party|birthday|christmas|guests|dinner|meals|breakfast|blanket|blankets|straps|rope|envelope|change|weekend|day|days|hour|hours|minutes|afternoon|evening|morning|transport|everything|way|route|lunch|lunchtime|break|shift|town|city|corner|neighbourhood|village|metro|train|bus|uber|taxi|parking|stairs|hands|muscle|tea|cake|coffee
  happy|glad|excited|pleased|delighted|great|good|nice|lovely|perfect|perfectly|wonderful|fantastic|beautiful|new|ready|lucky|early|thrilled|convinced|persuaded|satisfied|grateful|thankful|strong|big|little|small|nearby|close|straight|directly|gladly|sure|certain|best|proud|sold`;

/** What the other side may do, and bare terms. Before an acceptance they would be its condition: "cash today and it's yours". */
export const INVITATION = `
  pick_up|pickup WHEN*
  you will get the_money|your_money|the_cash|the_payment WHEN*
  it is ready|waiting for_you|for_pickup? WHEN*
  you can|may|are_welcome_to FETCH WHEN*
  come|come_by|come_over|come_round WHEN*
  come|come_by|come_over|come_round and? FETCH WHEN*
  pick it up WHEN*
  cash|in_cash WHEN*
  cash in_hand|on_pickup|on_collection|on_the_spot WHEN*
  DAY|aaj|kal|parso|subah|shaam|ko|hi|kabhi_bhi|jab_chahe|jab_chaho|aake|aa_ke|aakar|it|t|@h|baje* aa_jana|aa_jao|aa_jaiye|aana|aaiye|le_jana|le_jao|le_jaiye|utha_lena|utha_lo|le_lena`;

/** Questions of when and where, which leave the terms as they are. */
export const ARRANGEMENT_QUESTION = `
  kab aa|aake|lene|le_ja|it* rahe|raha ho|hain|hai
  kab aaoge|aayenge|aaiyega|le_jaoge aap|tum|it*
  when|what_time are you coming|planning_to_come|picking_it_up WHEN*
  when|what_time|which_day do|would|will|can|could you want_to|like_to|be_able_to? come|come_by|come_over|pick_it_up|collect_it|be_here WHEN*
  does|is|would|will WHEN|DAY be? suit|work|ok|good|fine|possible|alright|convenient for? you|with_you? ok?
  kal|aaj|DAY|parso|subah|shaam|ko* aa|le jaun|jaoon|aaun
  when|where|what_time|at_what_time can|could|may|shall|should|do|would i|we FETCH WHEN*
  can|could|may|shall|should i|we FETCH WHEN*
  when|what_time are you free|home|around|available|in WHEN*
  when|what_time is it ready
  when|what_time|which_day works|suits|is_good|is_best for? you?
  what is the|your address
  where are you
  when|where|what_time and? when|where?
  where|when do|can|should i|we get|fetch|find|collect|pick_up it
  when|what_time can|should|may|could|do i expect you
  payment kahan|kaise|kab karna_hai|karun|karoon|karu|karein
  kab|kahan aaun|aaoon|le_jaun|milein|milen|aana_hai`;
