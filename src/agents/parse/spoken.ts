/**
 * What a model said aloud: its reply without thinking, without the control tokens of its chat format, and without the turns it
 * went on to invent after its own.
 *
 * A think block that is never closed hides all that follows; one that is closed but never opened (the template had opened it)
 * hides all that comes before. Each search runs forward once over the text.
 */
const THINKING = 'think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|internal|inner_monologue';
const THINK_TAGS = new RegExp(
  `<(/?)(?:${THINKING})>|\\[(/?)(?:think|thinking|reasoning)\\]|<\\|(begin|end)_of_thought\\|>|◁(/?)think▷`,
  'gi',
);
/** The end of a turn, in the families' own words. What comes after is no longer this seat's. */
const TURN_ENDS = [
  '<|eot_id|>',
  '<|im_end|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<|end|>',
  '<|return|>',
  '<|eom_id|>',
  '<end_of_turn>',
  '<eos>',
  '</s>',
  '[/INST]',
  '<|END_OF_TURN_TOKEN|>',
  '<|assistant_end|>',
];
const TURN_HEADS =
  /^(?:<\|begin_of_text\|>|<s>|<bos>|<\|start_header_id\|>\s?assistant\s?<\|end_header_id\|>|<\|im_start\|>\s?assistant|<start_of_turn>\s?model|<\|assistant\|>|<\|START_OF_TURN_TOKEN\|><\|CHATBOT_TOKEN\|>|\s)/i;
/** The channels of the harmony format: only what is in the final one is meant to be read. */
const FINAL_CHANNEL = '<|channel|>final<|message|>';
const HIDDEN_CHANNEL = '<|channel|>';

export function spoken(reply: string): string {
  let text = reply;
  const final = text.lastIndexOf(FINAL_CHANNEL);
  if (final >= 0) text = text.slice(final + FINAL_CHANNEL.length);
  else if (text.includes(HIDDEN_CHANNEL)) text = text.slice(0, text.indexOf(HIDDEN_CHANNEL));
  text = withoutHead(withoutThinking(text));
  let end = text.length;
  for (const token of TURN_ENDS) {
    const at = text.indexOf(token);
    if (at >= 0 && at < end) end = at;
  }
  return text.slice(0, end).trim();
}

function withoutThinking(text: string): string {
  let kept = '';
  let from = 0;
  let depth = 0;
  for (const tag of text.matchAll(THINK_TAGS)) {
    const closes = tag[1] === '/' || tag[2] === '/' || tag[4] === '/' || tag[3]?.toLowerCase() === 'end';
    if (depth === 0) {
      if (closes) kept = '';
      else kept += `${text.slice(from, tag.index)}\n`;
    }
    depth = closes ? Math.max(0, depth - 1) : depth + 1;
    from = tag.index + tag[0].length;
  }
  return depth > 0 ? kept : kept + text.slice(from);
}

function withoutHead(text: string): string {
  let from = 0;
  // Slices of a few characters, so that a long run of heads costs no more than its length.
  for (;;) {
    const head = TURN_HEADS.exec(text.slice(from, from + 80));
    if (!head) return text.slice(from);
    from += head[0].length;
  }
}
