/** What agents do and what their options mean, in Hindi, by the English of the registry. Names in specs stay as they are. */
const STRATEGIES: Readonly<Record<string, string>> = {
  'concedes by the clock from its opening to its reservation': 'समय के साथ पहले दाम से अपनी हद तक झुकता है',
  "concedes by the size of the other side's last step": 'उतना ही झुकता है जितना सामने वाला पिछली बार झुका',
  'meets the other side half-way, again and again': 'हर बार सामने वाले से आधे रास्ते पर मिलता है',
  'holds its opening to the end, then caves in': 'अंत तक पहले दाम पर अड़ा रहता है, फिर झुक जाता है',
  'a random price from the zone, and a coin for accepting': 'दायरे से कोई भी दाम, और मानना सिक्का उछालकर',
  'concedes one grid step whenever the other side has made as many distinct offers':
    'सामने वाला जितने अलग प्रस्ताव दे चुका हो, उतने ही छोटे क़दम झुकता है',
  'moves to the middle and stays there': 'बीच के दाम पर आता है और वहीं रुकता है',
  'a Boulware that reads its opponent from the pattern of offers':
    'अड़ियल खिलाड़ी, जो प्रस्तावों की चाल से सामने वाले को पढ़ता है',
  'concedes by the clock or by the turns left, after Faratin': 'समय या बची बारियों के हिसाब से झुकता है, फ़ारातिन के अनुसार',
  "repeats in percent the other side's concession": 'सामने वाले की रियायत प्रतिशत में दोहराता है',
  "repeats in money the other side's concession, and a random bit more":
    'सामने वाले की रियायत पैसों में दोहराता है, और कभी थोड़ा ज़्यादा',
  "repeats in percent the other side's concessions over a window":
    'सामने वाले की पिछले कुछ दौर की रियायतें प्रतिशत में दोहराता है',
  'concedes toward the Nash point as far as the other side does': 'नैश बिंदु की ओर उतना ही झुकता है जितना सामने वाला',
  'concedes when it has more to lose from a breakdown than the other side':
    'तब झुकता है जब बात टूटने से उसका नुक़सान सामने वाले से ज़्यादा हो',
  'bids by the clock to the best last offer it believes in, by numbers that a search found':
    'समय के हिसाब से उस आख़िरी प्रस्ताव की ओर जाता है जिसे वह सबसे अच्छा मानता है; उसके अंक एक खोज से मिले हैं',
  'offers by the clock and accepts by a chosen condition': 'समय के हिसाब से प्रस्ताव देता है और चुनी हुई शर्त पर मानता है',
  'control: any legal act at random': 'जाँच के लिए: नियम के भीतर कोई भी चाल, यूँ ही',
  'control: never a parsable act': 'जाँच के लिए: कभी कोई समझ में आने वाली चाल नहीं',
  'control: one price for every game, and never accepts': 'जाँच के लिए: हर खेल में एक ही दाम, और कभी मानता नहीं',
  'asks along a given curve and takes what is as good': 'दी हुई रेखा पर माँगता है और उतना अच्छा मिले तो ले लेता है',
  'the rule-based seller of BazaarBATNA': 'BazaarBATNA का दुकानदार, जो नियमों से चलता है',
  'offers 80 % and 85 % of the opening ask, then accepts': 'पहले माँगे दाम का 80 %, फिर 85 % देता है, फिर मान लेता है',
  'aims at 35 % of its budget in small steps and walks at the end':
    'छोटे क़दमों में अपने बजट के 35 % का निशाना रखता है और अंत में उठ जाता है',
  'opens at 40 % of the ask, steps by how the seller moves, minds its deadline and the tells':
    'माँग के 40 % से शुरू करता है, दुकानदार की चाल देखकर बढ़ता है, अपनी मोहलत और इशारों का ध्यान रखता है',
  'opens at 25 to 40 % of the opening ask and goes 20 to 35 % of the way to it each round':
    'पहली माँग के 25 से 40 % से शुरू करता है और हर दौर में उसकी ओर 20 से 35 % बढ़ता है',
  'the test buyer for sellers: 55 % of the list price first, then on a clock toward the ask':
    'दुकानदारों को परखने वाला ख़रीदार: पहले लिखे दाम का 55 %, फिर समय के साथ माँग की ओर',
  'the typed counterpart of TERMS-Bench': 'TERMS-Bench का सामने वाला खिलाड़ी, अपने स्वभाव के साथ',
  "TERMS-Bench's baseline: a fixed share of the way to its reservation each round, and takes any rational price":
    'TERMS-Bench की आधार रेखा: हर दौर में अपनी हद की ओर तय हिस्सा बढ़ता है, और घाटे का न हो तो कोई भी दाम ले लेता है',
  'concedes by the round from the end of the range, and takes what is as good as its next offer':
    'दायरे के छोर से दौर-दर-दौर झुकता है, और अपने अगले प्रस्ताव जितना अच्छा मिले तो ले लेता है',
  'plans by the posterior over the type of a TERMS-Bench counterpart':
    'TERMS-Bench के सामने वाले के स्वभाव का अंदाज़ा लगाकर योजना बनाता है',
  'offers one price throughout': 'शुरू से अंत तक एक ही दाम',
  'offers near its own reservation and accepts anything inside it':
    'अपनी हद के पास का दाम देता है और हद के भीतर कुछ भी मान लेता है',
  'starts at its reservation and retreats': 'अपनी हद से शुरू करता है और पीछे हटता है',
  'concedes by the clock from a high share of its own maximum to a middling one':
    'समय के साथ अपने अधिकतम के बड़े हिस्से से बीच के हिस्से तक झुकता है',
  'asks for one split throughout, by its rank among all splits':
    'शुरू से अंत तक एक ही बँटवारा माँगता है, सब बँटवारों में उसके दर्जे से',
  'asks for one share of its own maximum throughout': 'शुरू से अंत तक अपने अधिकतम का एक ही हिस्सा माँगता है',
  'offers what the other side seems to like best among all that meets its own aspiration':
    'जो उसके अपने लक्ष्य जितना अच्छा हो, उसमें से वह देता है जो सामने वाले को सबसे पसंद लगे',
  'target: answers truthfully and chooses by arithmetic; as persuader it says nothing':
    'सुनने वाला: सच जवाब देता है और हिसाब से चुनता है; समझाने वाला बने तो कुछ नहीं कहता',
  'discloses one cell at random in each message, asks nothing': 'हर संदेश में यूँ ही एक बात बताता है, पूछता कुछ नहीं',
  "takes its own likes for the target's, asks nothing": 'अपनी पसंद को सुनने वाले की पसंद मान लेता है, पूछता कुछ नहीं',
  'discloses the whole table at once, asks nothing': 'सारी सारणी एक बार में बता देता है, पूछता कुछ नहीं',
  'learns what the target likes, then tells what is good of its proposal and bad of the others':
    'पहले जानता है कि सुनने वाले को क्या पसंद है, फिर अपने प्रस्ताव की अच्छाइयाँ और दूसरों की कमियाँ बताता है',
  'tells the one set of cells that would win most of the targets it can think of':
    'वही बातें बताता है जो उसकी सोच में आने वाले ज़्यादातर सुनने वालों को मना लें',
  'in each message the one cell that most raises the expected lead of its proposal, asks nothing':
    'हर संदेश में वह एक बात जो उसके प्रस्ताव की बढ़त सबसे ज़्यादा बढ़ाए, पूछता कुछ नहीं',
  'keeps every target that is possible and searches its messages; the ceiling where games are solvable, below dominant where they are not':
    'हर संभव सुनने वाले को ध्यान में रखकर संदेश खोजता है; जहाँ खेल हल हो सके वहाँ सबसे ऊपर, जहाँ न हो वहाँ dominant से नीचे',
  'control: any legal act at random, the choice of the target too':
    'जाँच के लिए: नियम के भीतर कोई भी चाल, यूँ ही; सुनने वाले का चुनाव भी',
  'the ceiling under its prior: a posterior over targets as scenarios have them, and the act that leads furthest by search':
    'अपनी पूर्वधारणा में सबसे ऊपर: सुनने वालों के बारे में अंदाज़ा, और खोज से वह चाल जो सबसे दूर ले जाए',
  'asks what matters, then discloses what speaks for its option and matters, then recommends':
    'पूछता है कि क्या मायने रखता है, फिर अपने विकल्प के पक्ष की वही बातें बताता है, फिर सलाह देता है',
  'asks nothing, discloses all that speaks for its option, then recommends it':
    'कुछ नहीं पूछता, अपने विकल्प के पक्ष की हर बात बताता है, फिर उसी की सलाह देता है',
  'takes its own preferences for those of the target': 'अपनी पसंद को सुनने वाले की पसंद मान लेता है',
  "P-ToM's baseline: four questions, then an option at random": 'P-ToM की आधार रेखा: चार सवाल, फिर यूँ ही कोई विकल्प',
  'a target in numbers: strengths, facts, trust and a chance to accept':
    'अंकों में सुनने वाला: क्या कितना मायने रखता है, तथ्य, भरोसा और मानने की संभावना',
  'argues for its goal in one of four manners; as a target it reports what its table holds':
    'चार में से किसी एक ढंग से अपने लक्ष्य के लिए तर्क देता है; सुनने वाला बने तो जो मन में है वही कहता है',
  'the ceiling under its prior: a belief about the mind, and the argument that leads furthest by search':
    'अपनी पूर्वधारणा में सबसे ऊपर: सुनने वाले के मन के बारे में अंदाज़ा, और खोज से वह तर्क जो सबसे दूर ले जाए',
};
const OPTIONS: Readonly<Record<string, string>> = {
  'above 1 tough, below 1 conceding': '1 से ऊपर सख़्त, 1 से नीचे झुकने वाला',
  'distance of the opening from the own reservation, on a price range 1300 wide':
    'पहला दाम अपनी हद से कितना दूर, 1300 चौड़े दायरे पर',
  'open at the own target, or at the margin': 'अपने लक्ष्य से शुरू करे, या margin की दूरी से',
  'half-width of the noise on each offer, on a price range 1300 wide':
    'हर प्रस्ताव में हेर-फेर की आधी चौड़ाई, 1300 चौड़े दायरे पर',
  'what stands for the own last offer when there is none yet': 'जब अपना कोई प्रस्ताव न हो तब उसकी जगह क्या माना जाए',
  'distance from the reservation in the last two turns, on a price range 1300 wide':
    'आख़िरी दो बारियों में हद से दूरी, 1300 चौड़े दायरे पर',
  'from the own target to the reservation, or the whole zone (an oracle)':
    'अपने लक्ष्य से हद तक, या पूरा दायरा (जो सब जानता हो)',
  'chance of accepting an acceptable offer': 'ठीक प्रस्ताव को मानने की संभावना',
  'width of a grid step, on a price range 1300 wide': 'एक क़दम की चौड़ाई, 1300 चौड़े दायरे पर',
  'what the grid spans': 'क़दम किस दायरे में हैं',
  'share of the way to the fair price covered at once': 'बराबरी के दाम की ओर एक बार में कितना रास्ता',
  'the midpoint of the two opening offers, or half the margin from the reservation':
    'दोनों पहले प्रस्तावों का बीच, या हद से आधे margin पर',
  'least utility it concedes to': 'कम से कम कितने लाभ तक झुके',
  'smaller concedes later': 'छोटा हो तो देर से झुकता है',
  'width of the bidding window': 'बोली की खिड़की की चौड़ाई',
  'the shape of the concession curve': 'रियायत की रेखा का आकार',
  "Faratin's beta: below 1 tough, above 1 conceding": 'फ़ारातिन का beta: 1 से नीचे सख़्त, 1 से ऊपर झुकने वाला',
  'share conceded by an offer at time 0': 'शुरू में ही दी गई रियायत का हिस्सा',
  'how many rounds ago the imitated concession was made': 'कितने दौर पहले की रियायत की नक़ल करे',
  'M, the most it concedes on top, on a price range 1300 wide': 'M, ऊपर से ज़्यादा से ज़्यादा रियायत, 1300 चौड़े दायरे पर',
  'the window, in rounds': 'खिड़की, दौर में',
  'own utility of the Nash point: that of the middle of both openings, or .7':
    'नैश बिंदु पर अपना लाभ: दोनों पहले दामों के बीच का, या .7',
  'smallest concession, on a price range 1300 wide': 'सबसे छोटी रियायत, 1300 चौड़े दायरे पर',
  "how the other side's reservation is guessed": 'सामने वाले की हद का अंदाज़ा कैसे लगाए',
  'the acceptance condition, AC_next and so on': 'मानने की शर्त, AC_next वग़ैरह',
  'least utility of AC_const': 'AC_const में कम से कम लाभ',
  'utility given up by AC_gap': 'AC_gap में छोड़ा गया लाभ',
  'when AC_time and AC_combi begin': 'AC_time और AC_combi कब शुरू हों',
  'place of the price in the public range, 0 low to 1 high': 'खुले दायरे में दाम की जगह, 0 नीचे से 1 ऊपर',
  'shares of the way from the reservation to the best price, over time': 'हद से सबसे अच्छे दाम तक के रास्ते के हिस्से, समय के साथ',
  'how much less than its own next ask it takes, as a share': 'अपनी अगली माँग से कितना कम ले ले, हिस्से में',
  'whose rule; task: what the private brief says, else default': 'किसका नियम; task: जो निजी पर्ची कहे, नहीं तो default',
  'when the ask falls; task: what the private brief says, else clock': 'माँग कब घटे; task: जो निजी पर्ची कहे, नहीं तो clock',
  'whose conduct; task: what its brief says, else candid': 'किसका बर्ताव; task: जो उसकी पर्ची कहे, नहीं तो candid',
  'its stance, where its brief has none': 'उसका रुख़, जहाँ पर्ची में न हो',
  'its urgency, where its brief has none': 'उसकी जल्दी, जहाँ पर्ची में न हो',
  'how far beyond its reservation it opens, where its brief does not say': 'अपनी हद से कितना आगे शुरू करे, जहाँ पर्ची न बताए',
  'how it words its cues': 'इशारे किन शब्दों में करे',
  'of the way that is left': 'बचे हुए रास्ते का',
  'below 1 conceding, above 1 tough': '1 से नीचे झुकने वाला, 1 से ऊपर सख़्त',
  'whether it knows that in overlap the own reservation gives the other away':
    'क्या जानता है कि overlap में अपनी हद से दूसरे की हद खुल जाती है',
  'whether it reads what the words let through': 'क्या शब्दों से झलकती बात पढ़ता है',
  'types that a plan is tried on': 'कितने स्वभावों पर योजना आज़माए',
  'distance from the reservation, on a price range 1300 wide': 'हद से दूरी, 1300 चौड़े दायरे पर',
  'half-width of the noise, on a price range 1300 wide': 'हेर-फेर की आधी चौड़ाई, 1300 चौड़े दायरे पर',
  'how late it retreats': 'कितनी देर से पीछे हटे',
  'threshold at the turn limit, as a share of the own maximum': 'आख़िरी बारी पर सीमा, अपने अधिकतम के हिस्से में',
  'threshold at the start, as a share of the own maximum': 'शुरू में सीमा, अपने अधिकतम के हिस्से में',
  'share of the other splits that are ranked below it': 'दूसरे बँटवारों का वह हिस्सा जो इससे नीचे हो',
  'share of the own maximum': 'अपने अधिकतम का हिस्सा',
  'how it reads the other side': 'सामने वाले को कैसे पढ़े',
  'ask what it knows and prefers too, and tell only what is new':
    'यह भी पूछे कि वह क्या जानता और चाहता है, और केवल नई बात बताए',
  'what it asks first': 'पहले क्या पूछे',
  'of the generator: a solvable game, one in fixed roles, nothing':
    'बनाने वाले के बारे में: हल होने वाला खेल, तय भूमिकाएँ, कुछ नहीं',
  'what it may ask: anything, all but what the target likes, rankings only, nothing':
    'क्या पूछ सकता है: कुछ भी, पसंद छोड़कर सब, केवल क्रम, कुछ नहीं',
  'leave a private note of each plan': 'हर योजना की निजी टिप्पणी छोड़े',
  'how many targets it imagines': 'कितने सुनने वालों की कल्पना करे',
  'note the plan and what the alternatives would lead to': 'योजना लिखे, और यह भी कि दूसरी राहें कहाँ ले जातीं',
  'how many questions it asks at most': 'ज़्यादा से ज़्यादा कितने सवाल',
  'with the chance of its mind, or by what it believes to be better': 'अपने मन की संभावना से, या जिसे बेहतर माने उससे',
  'how it argues': 'कैसे तर्क दे',
  'who decides': 'कौन तय करे',
  'language of the words': 'शब्दों की भाषा',
  'usual (leak,monotone,keepAgreement,reservation; none behind ladder and head), all, off, or names with commas between them':
    'usual (leak,monotone,keepAgreement,reservation; ladder और head के पीछे कोई नहीं), all, off, या कॉमा से अलग नाम',
  'who reads the tells': 'इशारे कौन पढ़े',
  'how it carries itself': 'कैसे पेश आए',
  'which bid it takes': 'कौन-सी बोली ले',
  'how it asks': 'कैसे माँगे',
};

export const agentsIn: Readonly<Record<string, string>> = { ...STRATEGIES, ...OPTIONS };
