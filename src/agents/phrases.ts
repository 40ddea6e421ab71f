/**
 * Template lines that put words to a scripted move in a haggle, without a language model.
 * The register follows progress through the game: `polite` at the opening, `soft` while there is plenty of room,
 * `firm` through the middle, `curt` later on, and `final` near the end, where a line asks to settle now.
 * `{price}` (once in every open, counter and accept line) and `{item}` (in some open lines) are the only placeholders.
 * A line carries no other number, so that the words cannot contradict the act, and claims nothing that could be false:
 * no rivals, no deadlines, no reservation price, no concession already made. Hinglish lines avoid forms that give the
 * speaker a gender.
 */
export type Language = 'english' | 'hinglish';
export type Register = 'polite' | 'soft' | 'firm' | 'curt' | 'final';
export type Moment = 'open' | 'counter' | 'accept' | 'reject' | 'walk';
export type Phrases = Readonly<Record<Register, Readonly<Record<Moment, readonly string[]>>>>;

const englishBuyer: Phrases = {
  polite: {
    open: [
      'Hello, and thank you for your time. May I offer {price}?',
      'Hello. About the {item}: would {price} suit you?',
      'Pleased to meet you. I would like to offer {price}, if I may.',
      'Thank you for talking with me. Could we begin at {price}?',
      'If it is agreeable to you, I would propose {price}.',
    ],
    counter: [
      'Thank you for talking this through. Might {price} suit you?',
      'I appreciate your patience. May I offer {price}?',
      'If you would be so kind, please consider {price}.',
      'With respect, I would like to propose {price}.',
      'Would you be willing to take {price}?',
    ],
    accept: [
      'Thank you, I am happy to accept {price}.',
      'That is kind of you. {price} it is.',
      'Agreed at {price}, with thanks.',
    ],
    reject: [
      'Thank you, but I would rather not accept that offer.',
      'I appreciate the offer, but I will decline it, with respect.',
      'That is kind of you, but no, thank you.',
    ],
    walk: [
      'Thank you for your time. I will leave it here.',
      'I am grateful for the conversation, but I will bow out. All the best to you.',
    ],
  },
  soft: {
    open: [
      'Hi there! How would you feel about {price}?',
      'Hi! About the {item}: shall we say {price}?',
      'Let us find something we both like. Shall we start around {price}?',
      "I'm easy to talk to. How does {price} sound?",
    ],
    counter: [
      'How about {price}? I am glad to keep talking.',
      'Let us see if we can make this work. Would {price} be all right?',
      "What if we said {price}? I'd love to hear what you think.",
      'I would be happy to settle at {price}. Would you?',
      'Let us meet somewhere we both like. Perhaps {price}?',
    ],
    accept: [
      "Lovely, {price} it is. It's been a pleasure.",
      'You know what? {price} is fine with me. Deal!',
      'Sure, happy to go with {price}.',
    ],
    reject: [
      "I'd rather not take that, but I'm happy to keep talking.",
      "Not quite what I'm hoping for. Shall we keep looking?",
      "Hmm, I'll pass on that offer, no hard feelings.",
    ],
    walk: [
      "I think I'll leave it here. Thanks for the friendly chat!",
      "No hard feelings, but I'm going to step away. Take care!",
    ],
  },
  firm: {
    open: [
      'Let me be clear from the start: my offer is {price}.',
      'I am offering {price} for the {item}.',
      'My offer is {price}, and I would like you to weigh it seriously.',
      'Let us speak plainly. I offer {price}.',
    ],
    counter: [
      'My offer is {price}. Please weigh it seriously.',
      '{price} is where I stand right now.',
      'I am offering {price}, plainly and simply.',
      'I have heard you, and my offer is {price}.',
      'Let me be plain: {price} is what I am offering.',
    ],
    accept: ['All right. {price}, and we have a deal.', 'I accept {price}.', 'Settled at {price}.'],
    reject: ['No, I am not taking that offer.', 'I am turning that down.', 'My answer to that is no.'],
    walk: ['I am not making this deal. Goodbye.', 'I am ending this here. Thank you for your time.'],
  },
  curt: {
    open: ['{price}?', 'I offer {price}.', 'Would you take {price}?', 'For the {item}: {price}.'],
    counter: ['{price}.', 'Make it {price}.', 'My offer: {price}.', 'Say {price}.', 'Take {price}?'],
    accept: ['{price}. Deal.', 'Fine, {price}.', 'Done at {price}.'],
    reject: ['No.', 'Not that.', 'I pass on that.'],
    walk: ["I'm out.", 'No deal. Bye.', 'Leaving it.'],
  },
  final: {
    open: [
      'Let us not draw this out. Will you take {price}?',
      'I would like to settle this now. I offer {price}.',
      'For the {item}, could we shake hands on {price} right away?',
      "Let's keep this short: {price}, and we are done?",
    ],
    counter: [
      'Let us settle this now. Will you take {price}?',
      'Say yes to {price} and we can both be done.',
      "I'd like to close this. Shall we shake hands on {price}?",
      'Can we finish here, at {price}?',
      "Let's wrap this up together: {price}?",
    ],
    accept: [
      'Good, let us close it. {price} it is.',
      'I am glad we got there. Agreed at {price}.',
      "Yes, {price}. Let's shake on it.",
    ],
    reject: [
      'Not on that offer, though I would still like us to settle.',
      'I am saying no to that. Let us try to agree on another figure.',
    ],
    walk: [
      'We did not reach an agreement, so I am going. Thank you for trying.',
      'I would have liked to settle, but I am leaving it there. Goodbye.',
    ],
  },
};

const englishSeller: Phrases = {
  polite: {
    open: [
      'Hello, and thank you for your interest. I would ask {price}.',
      'Hello. For the {item}, I would kindly ask {price}.',
      'Pleased to meet you. Might I suggest {price}?',
      'Thank you for talking with me. Would {price} be agreeable?',
      'If I may, I would like to begin at {price}.',
    ],
    counter: [
      'Thank you for staying with me on this. May I ask {price}?',
      'I appreciate your interest. Would {price} be agreeable?',
      'If it pleases you, I would suggest {price}.',
      'With respect, I would ask for {price}.',
      'Would you kindly consider {price}?',
    ],
    accept: [
      'Thank you, I gladly accept {price}.',
      'That is most kind. {price} it shall be.',
      'With pleasure: agreed at {price}.',
    ],
    reject: [
      'Thank you for the offer, but I would rather decline.',
      'I am grateful for your offer, and I respectfully decline it.',
      'Very kind, but I shall say no to that.',
    ],
    walk: [
      'Thank you for your interest. I will leave it here, with kind regards.',
      'I have appreciated talking with you, but I shall withdraw now. Farewell.',
    ],
  },
  soft: {
    open: [
      'Hi, good to meet you! What would you say to {price}?',
      'Welcome! For the {item}, how would {price} feel to you?',
      "I'm open to talking about it. Shall we start from {price}?",
      'Let us make this easy for both of us. Would {price} be good for you?',
    ],
    counter: [
      'How would {price} be? I am listening.',
      "Let's find a way. Could you see yourself at {price}?",
      "I'd be glad to shake hands at {price}. How does that feel?",
      'Maybe {price}? Tell me what you think.',
      "I'd like this to work for both of us. Shall we try {price}?",
    ],
    accept: [
      'Wonderful, {price} it is. Nice dealing with you!',
      'All right, {price}, gladly. Thank you!',
      "Sure, let's go with {price}.",
    ],
    reject: [
      "I'd rather not say yes to that, but do keep talking to me.",
      "I was hoping for something else. Let's keep at it.",
      "Thanks, though I'll pass on that offer.",
    ],
    walk: [
      "I'm going to leave it here. It was nice talking with you!",
      'Let us part as friends. I am stepping away from this.',
    ],
  },
  firm: {
    open: [
      'Let me be direct: I am asking {price}.',
      'For the {item}, I am asking {price}.',
      'My asking figure is {price}. Let us talk about that.',
      'I would like {price}. Please give it serious thought.',
    ],
    counter: [
      'I am asking {price}. Please give it serious thought.',
      'My position right now is {price}.',
      'To be plain about it, I want {price}.',
      'I have heard you, and I am asking {price}.',
      '{price} is my answer.',
    ],
    accept: ['Very well, {price}. We have a deal.', 'I will take {price}.', '{price}, agreed.'],
    reject: ['No, I am not agreeing to that.', 'I decline that offer.', 'That offer gets a no from me.'],
    walk: ['I am closing this conversation without a deal. Goodbye.', 'I am not going on with this. Take care.'],
  },
  curt: {
    open: ['{price}.', 'Asking {price}.', '{price} for the {item}.', "I'd like {price}."],
    counter: ['{price}?', 'Call it {price}.', 'I say {price}.', "Let's have {price}.", 'Give me {price}.'],
    accept: ['Deal, {price}.', 'OK, {price}.', 'Agreed, {price}.'],
    reject: ['No.', 'Not at that.', 'I decline.'],
    walk: ['No deal. Goodbye.', 'I am done here.', "That's it from me. Bye."],
  },
  final: {
    open: [
      'Let us settle this quickly. Would you say yes to {price}?',
      'I would like to close this now. I am asking {price}.',
      'On the {item}: shall we agree on {price} here and now?',
      "Let's not go back and forth. Is {price} a yes?",
    ],
    counter: [
      'Let us close this now. Shall we say {price}?',
      'Give me your hand on {price} and it is settled.',
      "I'd like us to finish with a deal. Will you agree to {price}?",
      'Shall we end the haggling here, at {price}?',
      "Let's bring this home: {price}, yes?",
    ],
    accept: [
      'Then let us close it: {price}, agreed.',
      'Good, we have a deal at {price}. Thank you for seeing it through.',
      'Yes. {price}, and it is settled.',
    ],
    reject: [
      'No to that offer, but I would like us to find a figure and close.',
      'I am not saying yes to that. Let us still try to settle.',
    ],
    walk: [
      'We have not agreed, so I am stopping here. Thank you for the effort.',
      'A deal would have been welcome, but I am leaving now. Goodbye.',
    ],
  },
};

const hinglishBuyer: Phrases = {
  polite: {
    open: [
      'Namaste ji! {item} ke liye meri taraf se {price}, theek rahega?',
      'Namaste! Baat {price} se shuru karein?',
      'Aap bura na maanein toh meri offer {price} hai.',
      'Hello ji, kaise hain aap? Kya {price} mein baat ban sakti hai?',
    ],
    counter: [
      'Suniye ji, {price} kaisa rahega?',
      'Agar aapko theek lage toh {price} rakh lete hain.',
      'Please ji, {price} consider kar lijiye.',
      'Meri request hai ki {price} par sochiye.',
      'Ji, aap {price} laga dijiye toh meherbani hogi.',
    ],
    accept: [
      'Theek hai ji, {price} manzoor hai. Shukriya!',
      'Bilkul ji, {price} mein done.',
      'Ji haan, {price} par meri bhi haan hai.',
    ],
    reject: [
      'Maaf kijiye ji, ye offer manzoor nahi.',
      'Shukriya ji, par is offer par meri taraf se na hai.',
      'Bura mat maaniyega ji, is par haan nahi.',
    ],
    walk: ['Aapke time ke liye shukriya ji. Baat yahin rehne dete hain.', 'Maaf kijiye ji, ab ijazat dijiye. Namaste.'],
  },
  soft: {
    open: [
      'Aur dost, {item} ke liye {price} kaisa lagega?',
      'Aaram se baat karte hain. {price} se start karein?',
      'Pyaar se bol rahe hain, {price} laga dijiye na.',
      'Yaar, {price} mein baat bana lete hain?',
    ],
    counter: [
      'Arre yaar, {price} kar lete hain na?',
      'Chaliye na, {price} rakhte hain. Aap bhi khush, hum bhi.',
      'Mil-jul ke kuch karte hain. {price} chalega aapko?',
      'Dost, {price} ke baare mein kya khayal hai?',
      'Thoda adjust kar lijiye na, {price} mein?',
    ],
    accept: [
      'Chalo dost, {price} mein deal. Maza aa gaya!',
      'Theek hai yaar, {price} chalega.',
      'Aapki baat maan li, {price} done!',
    ],
    reject: [
      'Arre nahi yaar, ye wala nahi. Kuch aur sochte hain.',
      'Is par mann nahi maan raha, par baat jaari rakhte hain.',
      'Ye rehne dete hain dost, kuch aur boliye na.',
    ],
    walk: [
      'Koi baat nahi dost, is baar rehne dete hain. Khush raho!',
      'Achha yaar, ab chalte hain. Aapse baat karke achha laga.',
    ],
  },
  firm: {
    open: [
      'Dekhiye, meri offer {price} hai.',
      'Seedhi baat karte hain: {price}.',
      '{item} ke liye meri taraf se {price}, saaf baat.',
      'Meri taraf se {price} hai, is par gaur kijiye.',
    ],
    counter: [
      'Main {price} par hoon, aap sochiye.',
      'Is waqt meri offer {price} hai.',
      'Baat saaf hai, meri taraf se {price}.',
      'Dekhiye, hum {price} bol rahe hain, ghuma-phira ke nahi.',
      'Mera jawab {price} hai, is par gaur kijiye.',
    ],
    accept: ['Theek hai, {price} pakka.', 'Chaliye, {price} manzoor hai.', 'Haan, {price} par deal pakki.'],
    reject: ['Nahi, ye offer manzoor nahi.', 'Dekhiye, is rate par meri na hai.', 'Is offer par mera jawab nahi hai.'],
    walk: ['Baat nahi bani, ab chalte hain.', 'Rehne dijiye, ye deal nahi karni. Namaste.'],
  },
  curt: {
    open: ['{price} chalega?', '{item}, {price}?', 'Meri offer {price}.', '{price} lagao.'],
    counter: ['{price}?', 'Bolo, {price}?', '{price} rakho.', '{price} mein?', 'Chalo, {price}.'],
    accept: ['{price}, done.', 'Theek, {price}.', 'Pakka, {price}.'],
    reject: ['Nahi.', 'Na, ye nahi.', 'Nahi ji.'],
    walk: ['Rehne dijiye.', 'Chalte hain.', 'Chhodiye, bye.'],
  },
  final: {
    open: [
      'Baat lambi na karein, {price} par done karte hain?',
      'Seedha deal karte hain, {price}, haan ya na?',
      '{item} ke liye abhi {price} par haath mila lein?',
      'Kyun na {price} par abhi nipta lein?',
    ],
    counter: [
      'Chaliye, ab {price} par deal pakki kar lete hain.',
      'Ab haath mila lete hain, {price}?',
      'Ab nipta lete hain, {price} par haan bol dijiye.',
      'Mol-bhaav chhodiye, ab {price} par done karein?',
      'Haan boliye, {price} par abhi baat khatam karte hain.',
    ],
    accept: [
      'Chaliye, {price} par baat pakki. Haath milaiye!',
      'Bas, {price} done. Achha hua baat ban gayi.',
      'Haan ji, {price} manzoor, deal ho gayi.',
    ],
    reject: [
      'Is offer par na hai, par deal karne ka mann abhi bhi hai.',
      'Ye wali nahi, kuch aur boliye toh abhi nipta lete hain.',
    ],
    walk: [
      'Baat nahi ban paayi, ab nikalte hain. Koshish ke liye shukriya.',
      'Deal hoti toh achha lagta, par ab chalte hain. Namaste!',
    ],
  },
};

const hinglishSeller: Phrases = {
  polite: {
    open: [
      'Namaste ji! {item} ke liye {price} theek rahega?',
      'Aaiye ji, swagat hai. Mera rate {price} hai.',
      'Namaste, interest ke liye shukriya. {price} se baat shuru karein?',
      'Hello ji! Aapki ijazat ho toh meri taraf se {price}.',
    ],
    counter: [
      'Ji, aapke liye {price} kaisa rahega?',
      'Aap {price} kar dijiye ji, meherbani hogi.',
      'Zara {price} par gaur kijiye ji.',
      'Aapko sahi lage toh {price} rakhte hain.',
      'Ji, meri guzarish {price} ki hai.',
    ],
    accept: [
      'Ji bilkul, {price} manzoor hai. Dhanyavaad!',
      'Theek hai ji, aapki baat rakhte hain, {price} done.',
      'Shukriya ji, {price} par deal pakki.',
    ],
    reject: [
      'Maaf kijiye ji, is par haan nahi.',
      'Aapki offer ke liye shukriya ji, par ye manzoor nahi.',
      'Bura na maaniye ji, is daam par na hai.',
    ],
    walk: [
      'Aapka shukriya ji, par baat yahin khatam karte hain. Namaste.',
      'Maaf kijiye ji, ye deal rehne dete hain. Aapka din achha rahe.',
    ],
  },
  soft: {
    open: [
      'Aaiye dost, {item} ke liye {price} rakhein?',
      'Aaram se baat karenge. {price} se shuru karein?',
      'Arre aaiye! {price} kaisa lagega aapko?',
      'Yaar, {price} rakhte hain? Baat karte hain, tension nahi.',
    ],
    counter: [
      'Chaliye dost, {price} kar lijiye na.',
      'Aapki bhi rahe, hamari bhi rahe: {price}?',
      'Arre yaar, {price} par muskura ke haan bol dijiye.',
      'Koi raasta nikalte hain. {price} theek lagega?',
      'Aap apne hi hain, {price} rakh lein?',
    ],
    accept: [
      'Chaliye dost, aapke liye {price}. Khush?',
      'Arre theek hai yaar, {price} mein done!',
      'Maan gaye aapko! {price} pakka.',
    ],
    reject: [
      'Nahi yaar, is par dil nahi maan raha. Baat karte rehte hain.',
      'Ye nahi dost, thoda aur soch lijiye.',
      'Arre, ye rehne dijiye na. Kuch aur boliye.',
    ],
    walk: ['Koi gila nahi dost, is baar rehne dete hain.', 'Achha dost, baat yahin chhodte hain. Milke achha laga!'],
  },
  firm: {
    open: [
      'Dekhiye, mera rate {price} hai.',
      '{item} ka {price}, seedhi baat.',
      'Saaf bolte hain: {price}.',
      'Meri maang {price} hai, is par gaur kijiye.',
    ],
    counter: [
      'Is waqt mera rate {price} hai.',
      'Aapki baat sun li, meri taraf se {price}.',
      'Dekhiye, main {price} par hoon.',
      'Saaf-saaf boloon toh {price}.',
      'Mera jawab {price} hai, aap tay kijiye.',
    ],
    accept: ['Theek hai, {price} manzoor.', 'Chaliye, {price} mein pakka.', 'Haan, deal {price} par.'],
    reject: ['Nahi, is daam par haan nahi.', 'Ye offer manzoor nahi hai.', 'Dekhiye, is par meri na hai.'],
    walk: ['Baat nahi bani. Yahin khatam karte hain.', 'Ye deal nahi karni, rehne dijiye. Shukriya.'],
  },
  curt: {
    open: ['{price}.', '{item}, {price}.', 'Rate {price}.', 'Mera {price}.'],
    counter: ['{price} boliye.', '{price} kar lo.', 'Meri taraf se {price}.', '{price}, theek?', 'Achha, {price}.'],
    accept: ['Done, {price}.', '{price}, pakka.', 'Chalo, {price} sahi.'],
    reject: ['Nahi.', 'Is par nahi.', 'Na ji.'],
    walk: ['Rehne dete hain, bye.', 'Baat khatam.', 'Deal nahi. Namaste.'],
  },
  final: {
    open: [
      'Baat ko kheenchte nahi, {price} par haan boliye?',
      'Abhi deal pakki karte hain, {price} theek hai?',
      '{item} ke liye {price} par abhi tay kar lein?',
      'Chaliye jaldi se nipta lein: {price}?',
    ],
    counter: [
      'Chaliye, ab {price} par haath milaiye.',
      'Ab deal kar hi lete hain, {price} par haan?',
      'Ab baat poori karte hain, {price} par pakka karein?',
      '{price} boliye aur abhi baat pakki.',
      'Ab tay kar lete hain ji, {price} mein khushi-khushi.',
    ],
    accept: [
      'Chaliye, {price} par deal pakki. Mubarak ho!',
      'Theek hai, {price} done. Baat ban gayi.',
      'Haan, {price} manzoor. Laiye haath milaiye!',
    ],
    reject: [
      'Is par nahi, par abhi bhi deal karna chahte hain. Kuch aur boliye.',
      'Is offer par na hai. Aaiye, kuch aur tay kar lete hain.',
    ],
    walk: [
      'Baat nahi ban saki, ab yahin rukte hain. Shukriya aapka.',
      'Deal ho jaati toh achha tha, par ab rehne dete hain. Namaste.',
    ],
  },
};

export const phrases: Readonly<Record<Language, Readonly<Record<'buyer' | 'seller', Phrases>>>> = {
  english: { buyer: englishBuyer, seller: englishSeller },
  hinglish: { buyer: hinglishBuyer, seller: hinglishSeller },
};
