/**
 * What people say when they speak of what a thing is worth to them, or of their limit, in English, Hinglish, Hindi, German, French
 * and Spanish; and words that may speak of that, or as well of who gets what.
 */
import { isLimit } from './limit-words.ts';

export function speaksOfWorth(words: string): boolean {
  return WORTH.test(foldedWords(words));
}

export function maySpeakOfWorth(words: string): boolean {
  return PERHAPS.test(foldedWords(words)) || isLimit(words);
}

/** Lower case, without accents and dots. */
export function foldedWords(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c]/g, '')
    .replace(/\s+/g, ' ');
}

const WORTH = new RegExp(
  [
    String.raw`\b(?:worth\w*|valu\w+|points?|pts|utilit\w+|scor\w+|weigh\w*|percent\w*|share|rat(?:e|ed|ing)|rank\w*|prefer\w*|priorit\w+|importan\w+|minimum|maximum|limit|least|reserv\w+|threshold)\b`,
    String.raw`\b(?:pay-?offs?|per cent|rewards?|keemat|kimat|k?eemat|mulya|ank|barabar|wert\w*|punkte?\w*|prozent|vaut|valent|valeurs?|pour ?cent|vale|valen|valor\w*|puntos?|por ciento)\b`,
    '[%=→]|->|कीमत|मूल्य|अंक|बराबर|प्रतिशत|वैल्यू'.normalize('NFD'),
  ].join('|'),
  'u',
);

const PERHAPS = new RegExp(
  [
    String.raw`\b(?:(?:gives?|gave|brings?|pays?|earns?|nets?|gets?|gains?|makes?|yields?|means?|counts?|adds?) (?:me|us|for|to|out|\d)|(?:pays?|yields?|earns?|brings?)|out of (?:a|an|one|each|every|the)|apiece|per|card says|stands? at)\b`,
    String.raw`\b(?:mere liye|mujhe|ka daam|bringt|gibt mir|fur mich|pour moi|me (?:donne|rapporte|da)|para mi)\b|मेरे लिए|मुझे`,
  ].join('|'),
  'u',
);
