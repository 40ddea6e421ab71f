/** Clauses that take the offer on the table, say yes, name its price or praise it. */

/** Only after a lead that cannot turn them into praise. */
export const STRICT_ACCEPT = `
  BARGAIN OK|NAME|and* PRICE?
  BARGAIN OK|NAME|and* BARGAIN PRICE?
  BARGAIN OK|NAME|and* BARGAIN OK|NAME* BARGAIN PRICE?
  BARGAIN hai|hua|samjho|samajho|samjhiye HP*
  BARGAIN hai|hua|samjho? HEND*
  HP NAME|OK|it|yeh* BARGAIN hai|hua|samjho? BARGAIN? HEND*
  # for|is deal|done|sold|agreed|pakka|accepted
  deal|sauda final hai? HP*
  HP final hai? HEND*
  accept|accepting PRICE?
  agreed|agree PRICE`;

/** By itself all of an acceptance. */
export const BARGAIN = `
  deal|done|sold|accepted|settled|confirmed|done_deal|deal_done|deal_accepted|offer_accepted|price_accepted|deal_it_is|sold_to_you
  pakka|manzoor
  sauda|deal|baat pakka|done|tay|set|manzoor|confirm|lock|locked
  sauda|deal ho_gaya|hua
  fechado|combinado|hecho|vendu|vendido|akzeptiert|angenommen|abgemacht|einverstanden|de_acuerdo|d'accord|d'accordo|akkoord
  affare_fatto|trato_hecho|negocio_fechado|marche_conclu`;

export const ACCEPT = `
  I WILL? ADV* TAKE ADV*
  I will|shall ADV? have it|this|that PRICE?
  I can ADV? accept IT? PRICE?
  I can ADV? take|buy it PRICE
  I WILL? ADV* accept ADV? PRICE? ADV?
  AYE AYE|NAME|then* # then|euro|rupaye?
  I can ADV? agree to|on # 
  I can ADV? live with OBJECT
  bought PRICE?
  here_is|take my #
  # is enough for_me|for_us
  you bought yourself it PRICE
  I have ADV? accepted OBJECT PRICE?
  I will|can? accept only|nothing_but @|@h
  I am|are|would_be ADV? happy|glad|pleased|willing|ready|delighted|prepared|content to TAKE|PAY|SELL
  happy|glad|pleased|ready|delighted|willing to TAKE|PAY|SELL
  I am|are|would_be ADV? happy|glad|pleased|willing|ready|delighted|prepared to accept
  happy|glad|pleased to accept
  I would ADV? love|like to accept OBJECT PRICE?
  I would ADV? love|like to accept|take|buy|purchase|have it PRICE
  I would ADV? love|like to PAY|SELL
  I am|are ADV? GOOD|happy|content|comfortable|satisfied|on_board with|at #|IT|that_price
  that|it|this|# is ADV? acceptable to_me|to_us|for_me|for_us?
  sounds|looks|that_sounds|it_sounds|# like a? deal to_me?
  ok|yes|fine|good|agreed|yeah|sure for|to|at|with #
  yes|yeah|ok to OBJECT
  AYE then? I could|would_be_willing_to|am_willing_to do|pay|take|manage|agree_to|go_with|live_with #
  I will|can ADV? PAY
  I will|can? ADV? SELL
  I am selling|giving|handing it to_you? AT
  I am letting it go AT
  I am letting you have it AT
  you will|shall? have|get your|the #
  deal sounds good|great|fair|fine
  I will pay what_you_ask|what_you_are_asking|that|#
  the|your|this|that offer|price|deal|proposal|split|bid is accepted|agreed
  # is accepted|agreed|a_deal|settled|a_yes|done
  # is a? price|figure|number|sum|amount? i|we can live_with|pay|accept|do|manage|agree_to|work_with
  # is a? price|figure? i am happy|glad|willing|okay|ok to pay|accept
  it|that|this is settled|agreed|decided|sorted then? PRICE?
  # is ADV? good|fair|fine enough for_me|for_us?
  let_us close|settle|finish|agree|shake_hands|shake|do_it|conclude|do_this at|on|for #
  let_us make|call|leave it a_deal_at? # then?
  let_us say # and? be|get|have? done|it_done|it_over? with_it?
  let_us seal the_deal|it
  let_us go_ahead|proceed with|at|for #|the_deal|it PRICE?
  shake_on_it|shake_hands_on_it|let_us_shake|let_us_shake_hands
  take it for|at #
  I am|are? accepting IT? PRICE?
  I will ADV? take it off_your_hands PRICE
  I am|are ADV? taking|buying|purchasing|grabbing it|this|OBJECT PRICE?
  I am|are ADV? getting it PRICE
  I am|are ADV? taking|buying|paying|going_with|going_for #
  taking|buying it|this PRICE
  I will ADV? go_with|go_for the|your|that? #
  I ADV? agree to|on IT|# PRICE?
  I ADV? agree with OBJECT|#
  I ADV? agree to pay|take|accept|sell_at|sell_for|sell_it_for|buy_it_for|buy_it_at|sell_it_at #
  I ADV? confirm the purchase|sale|deal PRICE?
  I can ADV? live with that|it|this|#
  you|we have|got|have_got a|an deal|bargain|agreement PRICE?
  you_have|you_have_got|you_got|got|have yourself a deal|it|buyer|seller PRICE?
  you have my yes|agreement
  it|that|this is a deal PRICE?
  sounds|looks like we_have a_deal
  let_us call_it a_deal PRICE?
  consider it|this done|sold|a_deal|settled|bought|yours PRICE?
  we_are agreed|all_agreed|in_agreement PRICE?
  my_answer|the_answer is yes|a_yes
  it|that is a yes from_me|from_us
  i say yes|deal|sold|done to_it|to_that|to_your_offer|to_your_price?
  yes to #|OBJECT
  that|this|it|#|that_price works|will_work for_me|for_us|just_fine|fine|well|perfectly|great*
  # would_work for_me|for_us
  # suits_me|suits_us|suits_us_fine|will_do|will_do_nicely|suits_me_fine|is_good_for_me|gets_it_done|would_be_fine|would_be_ok
  would_work|works for_me|for_us fine|then?
  #|that|this|it|that_price|your_price|the_price is ADV? fine|ok|good|acceptable|alright|all_right|perfect with|by|for me|us
  # is ADV? fine|ok|good|acceptable|alright|all_right
  fine|ok|good|all_right|alright with|by me|us PRICE?
  # sounds|seems ADV? good|great|fine|perfect|fair|reasonable|ok to_me|enough*
  # is ADV? NICE for me|us
  # it is|shall_be|will_be|is_then
  # and it is all? yours|mine|sold|a_deal|done
  # and we|i are|am done|happy|good|agreed|all_set|settled
  it|that is a yes
  # and i am happy|satisfied
  let_us do|close it|this|the_deal|that PRICE?
  let_us shake_on|shake_hands_on it|that|this|#
  let_us go_with|go_for|do|settle_on|settle_for|agree_on #
  I am|are in PRICE?
  count_me_in PRICE?
  it is all? yours|mine|sold for|at #
  it is sold PRICE?
  yours|mine for|at #
  you_can_have|you_may_have|you_get|you_can_take|you_can_get|have it for|at #
  it can|will? goes|go to_you? for|at #
  acepto|aceito|accetto su|tu|la|el|esa|sua|a|essa|o? oferta|trato|proposta|precio|preco? PRICE?
  j'accepte votre|ton|l'offre|cette|le|ce? offre|prix? PRICE?
  ich_akzeptiere das|ihr|den|diesen|dein? angebot|preis? PRICE?
  ich_nehme an|es
  HOFFER* manzoor hai|hain|hoon? HEND*
  HOFFER* # HOFFER* theek|sahi|accha|badhiya|ok|fine|pasand lag_raha? hai? HEND*
  MAIN? HP? raazi hoon|hai|hain HP?
  MAIN? HP|HIT* dene|lene|bechne|kharidne ko|ke_liye raazi|taiyar|ready|khush hoon|hain HP?
  MAIN? # ke_liye raazi|taiyar|ready hoon|hain
  HOFFER* accept hai HEND*
  HOFFER* accept|confirm KARNA HEND*
  HOFFER* maan gaya|li|liya|leta_hoon|lete_hain|raha_hoon hoon|hain?
  MAIN? HP HIT? deal|sauda|done|final|lock|pakka|book|fix|confirm KARNA HEND*
  MAIN? deal|sauda? deal|sauda|done|final|lock|pakka|book|fix|confirm KARNA HP HEND*
  HP deal|sauda|done|final|lock|pakka|book|fix|confirm karo|kar_do|kar_lo|kijiye|kar_dijiye
  HP haath milao|milate_hain|milaiye
  HP chalega|chal_jayega HEND*
  chalega|chal_jayega
  HP theek|ok|final|sahi|badhiya|fix|lock|accha hai|rahega? HEND*
  HP it|yeh|ab|mujhe|humein|aap* de|le|utha|rakh lo|do|dijiye|lijiye|jao|jaiye|jaana|dena kal|aaj|abhi|aake*
  HP aap? le ja_sakte_ho|ja_sakte_hain
  it|yeh|mujhe|humein* de|le do|dijiye|lo|jao|jaiye HP
  MAIN? HP|HIT|abhi|aaj|aaj_hi* LENA HP|HIT*
  hum HP|HIT|abhi|aaj|aaj_hi* HLENA HP|HIT*
  HP|HIT* HLENA HP
  MAIN? aapko|tumhe|HIT* HP aapko|tumhe|HIT* DENA HEND*
  MAIN? aapko|tumhe|HIT* DENA HP
  HP it|yeh|ab* aapka|mera|tumhara|hamara hua|ho_gaya? it|yeh?
  it|yeh? ab? aapka|mera|tumhara|hamara hua|ho_gaya? HP`;

export const AGREE = `
  agreed
  agree
  I ADV? agree
  I do agree`;

/** An opinion on the price or on the thing. */
export const PRAISE = `
  that|this|it|# is|was|would_be a? ADV* NICE|nice|generous price|offer|deal|figure|split|value? enough? for? such? a? ADV* LOVELY? it|piece|one?
  sounds|seems like a ADV* good|great|fair price|offer|deal
  what_a? ADV* good|great|fair|nice|reasonable|lovely|decent price|offer|deal|figure
  i like|love the_price|your_price|your_offer|the_offer
  i ADV? like|love|want it
  it|this|that is just? exactly|just what i need|needed|want|wanted|was_looking_for|am_looking_for|have_been_looking_for
  i ADV? need it|one|this anyway|badly|urgently?
  i have been looking|searching for it|one|this|exactly|like|long|time|ages|weeks|months|a|for|so|such*
  it|this|that is|looks such? a|an? ADV* LOVELY it|one|piece|thing? of_furniture?
  what_a|such_a|a? LOVELY it|one|piece
  it will|would look|fit|be ADV? great|lovely|perfect|nice|nicely|perfectly|well|beautiful|beautifully ROOM?
  my KIN will|is_going_to|are_going_to ADV? love|like|enjoy it
  my KIN will be ADV? happy|thrilled|delighted|pleased
  it|yeh? accha|badhiya|mast lag raha hai
  it|yeh bahut? accha|sundar|badhiya|mast|pyara|achhi|acchi hai`;

export const LOVELY =
  'lovely|beautiful|gorgeous|stunning|pretty|great|wonderful|solid|charming|fine|fantastic|handsome|nice';
export const ROOM =
  'in|at my|our|the new? dining_room|kitchen|living_room|house|home|flat|place|apartment|office|dining_area|room';

export const YES = `
  WARM* AYE WARM|please*
  sounds|that_sounds|it_sounds|seems|that_seems|it_seems|looks|that_looks ADV? NICE enough|to_me|TAIL*
  I can|could|will do|work_with that|it|this TAIL*
  that|this|it is ADV? fine|ok|good|alright|all_right TAIL*
  fair_enough|works|that_works_then|that_will_do|you_win|you_got_it|got_it|it_is_yours|it_is_all_yours|it_is_mine|you_can_have_it|go_ahead TAIL*
  you|ok_you have_me|have_won|win TAIL*
  your_price|the_price|your_offer|the_offer|that_price is ADV? GOOD TAIL*
  gladly|absolutely|definitely|certainly|with_pleasure|totally|i_give_in|all_good|that_suits_me|exactly TAIL*
  if_you_insist|i_can_not_say_no|i_can_not_say_no_to_that|aap_jeet_gaye|ho_gaya|aapki_marzi
  AYE NAME* final
  HOFFER* offer|price|rate|daam|keemat HOFFER* theek|sahi|accha|badhiya hai TAIL*
  it|yeh ab? aapka|mera|tumhara|hamara hua|ho_gaya? TAIL*
  aapka baat sahi|theek hai?
  aapka|tumhara|aapke baat rakh|maan lete_hain|leta_hoon|li|liya|lenge|lunga
  le|rakh lo|lijiye
  le_jao|le_jaiye|jaisa_aap_bole|jaisi_aapki_marzi`;

/** The standing price and nothing else. */
export const PRICE_ALONE = `
  for|at? the|your? # mein|me|total|final|only|then|please|is_it|flat|even|cash|in_cash|sahi? ji?
  I can|could? do|pay|manage # cash|in_cash?
  # is|seems|sounds ADV? NICE enough?`;
