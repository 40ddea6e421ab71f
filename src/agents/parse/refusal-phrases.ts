/** Clauses that turn the offer on the table down, leave, or say why. */

export const WALK = `
  I am|are out|gone|out_of_here|leaving|walking_away|stepping_away|done_here|giving_up|bowing_out|walking|pulling_out|backing_out|dropping_out|quitting|withdrawing|moving_on FROM*
  I am|are ending|stopping|terminating|breaking_off this|it|negotiation|negotiations|conversation|talk|talks|discussion|here|now|the|our|these*
  I am|are going_to walk_away|step_away|leave|stop_here|leave_it_here now|here*
  I AUX? walk_away|quit|give_up|withdraw|bow_out|step_away|stop_here|leave_it|leave_it_here|leave_it_there|leave_it_at_that|end_this|end_it|pull_out|back_out|drop_out|move_on FROM*
  I AUX end|stop|terminate this|the|our|these|it negotiation|negotiations|conversation|talks|talk|discussion|here|now*
  i walk
  I would_rather walk
  I will leave now|then?
  walk_away|walking_away|quit|leaving_it|leave
  I withdraw|withdrew FROM
  we are finished|done|through here now|then?
  we are finished|through now|then?
  I am|are done negotiating|talking|haggling|bargaining|discussing here|now|with_you?
  I end|stop this|the|our negotiation|negotiations|talks|conversation|here|now*
  let_us end|stop this|it|here|now|the|talks|negotiation* here
  main|hum out|bahar hoon|hain
  I am|are done|finished|through with this FROM?
  I no_longer want|need it
  I am|are? no_longer interested in_it|in_this|in_buying|in_buying_it|in_selling|in_selling_it?
  I withdraw|am_withdrawing|take|am_taking it from|off|of the? sale|market
  I am|are leaving|quitting|abandoning the|this|these negotiation|negotiations|talks|deal|conversation
  I do not want|need it anymore|any_more|any_longer
  estou_fora|desisto|me_retiro|me_voy|ich_steige_aus|ich_bin_raus|je_me_retire
  main|hum ab? is|iss? saude|deal|baat|sauda? se? jaa|ja|chal|nikal raha hoon
  hum ab? is|iss? saude|deal|baat? se? jaa|ja|chal|nikal rahe hain|hai
  main? ab? is|iss? saude|deal|baat? se? chala|chali|nikla|nikli|chalta_hoon|chalti_hoon|jaata_hoon|nikalta_hoon
  baat|sauda|deal yahin|yahi|ab? khatam|cancel|band hai|karte_hain|karta_hoon|hua|ho_gaya?
  mujhe|humein? ab? aage|aur|koi|aapse|isse* baat|deal|sauda nahi karna|karna_hai
  main? sauda|deal cancel KARNA
  main? deal|saude|sauda|baat se bahar hoon`;

export const FROM = `
  now|here|then|for_good|completely
  from_here
  from|of this|the|these deal|purchase|sale|negotiation|negotiations|talks|conversation?`;
export const AUX =
  'will|shall|would_rather|have_to|must|will_have_to|should|have_decided_to|decided_to|prefer_to|am_going_to|are_going_to|think_i_will';

export const REJECT = `
  I must|have_to|will|will_have_to|respectfully|do|am_afraid_i_must|am_going_to* reject|decline|refuse IT? PRICE?
  I will|must|have_to|will_have_to? pass
  I will|must|have_to|will_have_to? pass on IT|#
  rejected|declined|rechazo|ich_lehne_ab|je_refuse|recuso
  I am|are turning IT down
  I am|are turning_down IT
  I am|are rejecting|declining|refusing IT PRICE?
  I am|are saying no to IT|#
  I turn IT down
  I must|have_to|will|will_have_to say no to_that|to_it|to_#|to_your_offer|to_your_price?
  I? am|are? not interested in_that|in_it|in_this|in_that_offer|in_your_offer|in_that_price|anymore|any_more|at_all*
  no deal at|for that|this|your|# price?
  absolutely_not|certainly_not|definitely_not|of_course_not|no_chance|not_a_chance|hell_no|out_of_the_question|no_can_do
  my_answer is no
  my_answer to IT is no
  it|that is a no from_me|for_me|from_us?
  no|not to|at|for #|OBJECT|that_price|this_price
  no_thanks|no_thank_you|not_that|no_thanks_though|thanks_but_no_thanks
  mujhe|humein? it|yeh|ab? nahi chahiye ab|abhi|mujhe?
  mujhe|humein? it|yeh|ab|aapko|aapse|tumhe|tumse|HP* nahi lena|chahiye|bechna|kharidna|dena hai|mujhe?`;

/** That the offer cannot be taken: a rejection, unless another price comes with it. */
export const UNABLE = `
  I? CANNOT accept IT|#|that_one|this_one|that_much PRICE?
  I? CANNOT agree_to|agree_on|agree_with|go_along_with|go_with|go_for|go_to|go_as_high_as|go_as_low_as|pay|do|take|sell_at|sell_for|manage|afford|spend|meet #|OBJECT|that_price|that_figure|that_amount|that_much
  I do not ADV? accept|agree_to|agree_with #|IT PRICE?
  I do not accept
  I can not ADV? afford it|that|this|# sorry?
  that|this|it is not ADV? acceptable to_me|for_me?
  # is ADV* far|way|just|simply|a_bit|a_little* over|above|beyond|out_of|outside my|our budget|range|limit|means|reach
  # is ADV* more than i|we can|want_to|wanted_to|would_like_to|could pay|spend|afford|give?
  mujhe? nahi chahiye HP
  nahi de_sakta|dunga|de_paunga itna|itne hoon?
  I am|are not ADV? paying|accepting|spending #|that|that_much|that_price|OBJECT for_it|on_it?
  I am|are not ADV? taking|going_for|selling_it_for|selling_for|selling_it_at|giving_it_away_for|letting_it_go_for|buying_it_for|taking_it_for|buying_it_at #|that|that_price|that_little|that_much
  I? CANNOT make # work
  my|our budget does|will|can not allow|stretch_to|cover|go_to|reach #|that|it
  # is ADV* far|way|much|simply|just* too much|high|low|expensive|steep|little|dear for_me|for_us|for_my_budget?
  # MEIN* toh? bahut|kaafi? zyada|kam|mahanga hai|ho_gaya
  I? CANNOT pay that|so_much|it for_it?
  I? CANNOT go that|so|this high|low|far
  I? CANNOT let_it_go|sell|sell_it|give_it|part_with_it|let_you_have_it|buy_it|take_it|do_it|do_that|give_it_away|give_it_to_you at|for that_price|this_price|that|#|that_little|that_much|so_little|so_much|your_price|that_amount
  #|that_price|your_price|your_offer|the_price does|will|is_going_to? not ADV? work|suit|do|going_to_work for_me|for_us|me|us?
  #|OBJECT is not ADV? acceptable|possible|ok|fine|enough|good_enough|doable|going_to_work|workable|on for|to|with|by? me|us?
  HOFFER* manzoor|accept|pasand nahi hai|hain|hoon?
  HOFFER* nahi manzoor hai?
  MAIN|mujhse|humse? HP|HSUM* nahi NAHI HP*
  HP nahi`;

export const CANNOT = `
  can|could|will not ADV|possibly|ever*
  do|am|are|would_be not able|willing|prepared|ready|going to
  unable to
  not able|willing|prepared|ready|going to
  would_rather not
  do not want to`;

/** So much, so little. */
export const HSUM = 'itna|itne|utna|kam|zyada|paise|mein|me|main|daam|price|rate|pe|par|it|yeh';
export const NAHI =
  'ho_payega|hoga|ho_sakta|chalega|chal_payega|banega|jamega|de_sakta|de_sakte|de_paunga|de_payenge|dunga|denge|le_sakta|le_sakte|le_paunga|lunga|lenge|bech_sakta|bechunga|kharid_sakta|milega hai|hoon|hain?';

export const NO_DEAL =
  'no_deal|no_deal_for_me|no_deal_from_me|there_is_no_deal|we_have_no_deal|deal_nahi|kein_deal|no_hay_trato';
export const NO = 'no|nope|nah|nahi|nein|non|nao|nee|never|na NAME|no|na|nope|nahi|never|nein|sorry|way*';
export const BYE =
  'bye|goodbye|good_bye|bye_bye|farewell|so_long|alvida|khuda_hafiz|adios|adieu|tchau|ciao bye|now|sorry|to_you|and*';
export const SORRY =
  'sorry|apologies|my_apologies|i_am_sorry|i_am_afraid|maaf_karna|maaf_kijiye|maaf_karo|so_sorry|very_sorry';

export const REASON = `
  I can|will|do|could|would not accept|take|pay|do IT|#|@
  I will|would_rather|can|am_going_to look|try|buy|go|find|shop|get|search for? it|one|another|another_one|another_it|something? elsewhere|somewhere_else|from_someone_else|from_somebody_else|else
  I am looking|buying|going|shopping it|one? elsewhere|somewhere_else
  I am|will not ADV? be? buying|selling|taking|purchasing|buy|sell|take|purchase it|this|that? to_you|from_you|anymore|any_more|any_longer|then|today*
  I do not ADV? want|need it
  I will|can|am_going_to? sell|give it to someone|somebody|anyone else
  main? kisi aur ko bech|de dunga|deta_hoon
  main|hum? it? nahi bech|le|kharid|de raha hoon?
  baat nahi banegi|ban_rahi|ban_raha hai?
  hamara|hamare? baat nahi banegi
  this|it|that is not going_to work out|for_me|for_us?
  this|it|that will not work out|for_me|for_us?
  please? sell|give it to someone|somebody|anyone else
  you|you_can|you_may sell|give it to_someone_else|to_somebody_else
  itna_nahi|nahi_lunga
  itna? mahanga|zyada? nahi lena|chahiye|lunga hai? ab|mujhe?
  nahi bechunga|bechna|lena|bech_sakta hai|hoon? ab|mujhe?
  I have lost interest|patience in_it|with_this?
  I would_rather|will|prefer_to keep it then?
  I will find|get|buy another it|one
  talks|negotiations|negotiation|talk|the_talks is|are over
  i have had enough of_this?
  let_us leave|call it at_that|there|here|a_day?
  it|that|#|this is not ADV? enough|good_enough for_me|for_us?
  rakho|rakhiye|rakh_lo apna|apne|aapka it
  this|it|we is|are|am? going|getting|leading nowhere
  this|it|we is|are not going|getting|leading anywhere|us_anywhere
  this|it is a_waste_of_time|pointless|hopeless|no_use|wasting_my_time
  that|it|this|#|@|your_price|the_price|your_offer|the_offer|that_price|this_price|this_offer is|seems|sounds ADV* still|simply|far|way|much|a_bit|a_little|just* too much|high|low|expensive|steep|little|dear for_me|for_us|for_my_budget?
  that|it|this|#|your_price|the_price|your_offer is ADV* over|above|beyond|out_of|more_than|outside my|our budget|range|limit|i_can_pay|i_can_afford|i_can_spend
  far|way|just? too much|high|low|expensive|steep|little for_me|for_us?
  that|it|#|this? does not work|suit for_me|for_us|me?
  I can not afford|pay|do it|that|this|# sorry?
  I can not do|go|pay any? that|it|this|better|lower|higher|more
  it|that is not for_me|worth_it
  not for_me
  it is worth more
  it is not worth that|#|it|that_much to_me?
  we|i will|can|could|did|do not|never agree|reach_an_agreement|find_a_price|meet|come_to_an_agreement|seem_to_agree
  that|this|it|# is more|higher|lower|less than|then i wanted_to|want_to|can|could pay|spend|afford|accept|go|manage?
  I do not have #|that_much|that_kind_of_money
  i hope you find|get a|another|someone|somebody|the_right buyer|else|seller|one? for_it?
  maybe_next_time|another_time
  #|daam|rate|keemat|price|yeh|it|itna|itne|aapka_price|aapka_rate|aapka_daam MEIN* toh? bahut|thoda|kuch|kaafi? zyada|kam|mahanga hai|ho_gaya|hoga
  bahut|kaafi? zyada|mahanga|kam hai?
  itna? budget nahi|mein_nahi hai?
  mere|hamare paas itne|itna|# paise? nahi hai|hain
  mere|hamare? budget se? bahar|zyada|upar|mein_nahi hai?
  main? kahin|kisi aur jagah|se|dukaan|dukaan_se? se? le|dekh|kharid|dhoondh lunga|leta_hoon`;

/** Ill humour: an end beside a goodbye, and nothing by itself. */
export const MOOD = `
  forget_it|never_mind|nevermind|that_is_it|enough|that_is_enough|enough_is_enough|leave_it|forget_about_it|bas_bahut_hua|we_are_done
  you_can|you_may? keep it
  rehne_do|rehne_dijiye|chhodo|chhod_do|chhodiye|jaane_do|jaane_dijiye`;

/** What else is said beside a refusal or end, as two bags of words: it speaks of the bargain, and it speaks against it. */
export const ON_THE_BARGAIN = `
  EXCUSING* BARGAINING EXCUSING|BARGAINING*
  EXCUSING* far apart`;
export const EXCUSING =
  'i|we|it|this|that|the|a|an|is|are|am|was|were|will|be|been|do|does|did|have|has|had|can|could|would|to|for|of|on|in|at|my|our|your_price|your_offer|with_you|to_you|from_you|me|us|not|never|no|nothing|too|much|very|so|just|simply|really|clearly|obviously|far|apart|still|anyway|any|more|anymore|longer|way|price|offer|deal|agreement|agree|agreed|budget|money|meet|find|found|reach|reached|common|ground|middle|elsewhere|somewhere|else|other|another|one|rich|blood|high|low|expensive|steep|interested|fair|enough|want|sell|buy|pay|afford|get|going|seems|like|point|sense|makes|there|#|main|mera|mere|hamara|mujhe|se|ka|ki|ke|mein|me|nahi|hai|hain|hoga|bahut|bahar|upar|itna|itne|aapka|aapke|toh|ab|yeh';
export const AGAINST_IT = 'EXCUSING|BARGAINING* not|never|no|nahi|elsewhere|too|nothing EXCUSING|BARGAINING*';
export const BARGAINING =
  'price|prices|offer|offers|deal|agreement|agree|budget|buy|buying|sell|selling|pay|paying|afford|expensive|worth|negotiating|negotiation|haggling|cheaper|blood|priced|daam|rate|keemat|sauda|mahanga|zyada|kam|jamega|banega|baat';
