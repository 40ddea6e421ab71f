/** Sentences that may stand beside what a message says: they hold nothing that could take it back. */
const GREETING =
  '(?:hello|hi|hey|welcome)(?: there| again| everybody| to you)?|good (?:morning|day|evening|afternoon)(?: to you)?';
const THANKS =
  '(?:thank you|thanks)(?: very much| a lot)?(?: for (?:your time|your answers?|your reply|listening|telling me|that))?|that helps|goodbye|bye';
const SMALL_TALK =
  'ok|okay|great|good|fine|please|i see|i understand|i hope you are well(?: today)?|how are you(?: today| doing)?|nice to (?:meet|see) you|it is (?:a pleasure|nice|good) to (?:meet|talk to|talk with) you|i am (?:glad|happy) to (?:talk|speak) (?:to|with) you(?: today)?|i see your point|i trust you|i respect your (?:opinion|choice)(?: on this)?|i look forward to your (?:answer|reply|choice)|that is something to keep in mind|(?:so, )?what do you say';
const OPENING =
  'let me (?:tell you|add|mention|say) (?:something|one thing|one fact|a fact|this)|here (?:is (?:one|a) fact|are (?:the|some) facts)|i have (?:one|a|another) question|let me ask you (?:something|a question|one thing)|(?:please )?tell me|(?:please )?let me know';
const ONE = `(?:${GREETING}|${THANKS}|${SMALL_TALK}|${OPENING})`;
const COURTESY = new RegExp(`^${ONE}(?:(?:, and |, | and )${ONE})*[?:,]?$`);

/** A sentence in small letters, without its last point, of courtesies and no more. */
export const isCourtesy = (text: string) => COURTESY.test(text);
