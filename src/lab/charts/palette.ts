/**
 * The colours and letters of every plot: dark ink on white paper, and few hues.
 *
 * Hues follow the set of Okabe and Ito (2008), which colour-blind readers tell apart, darkened until each is legible as
 * text on white. Every line is also labelled in words, so no meaning hangs on a hue alone.
 */

export const paper = '#ffffff';
export const ink = '#1f2328';
/** Axes, rules and remarks. */
export const muted = '#5b6570';
export const faint = '#e3e6ea';

export const buyerColor = '#0072b2';
export const sellerColor = '#c25400';
export const zoneColor = '#007a5a';
/** Where no price suits both sides. */
export const gapColor = '#8f3f7f';

/** For lines that stand side by side in one panel. */
export const series = [buyerColor, sellerColor, zoneColor, gapColor, '#3a93c9', '#a87400', ink] as const;

/** Arial and its metric twins first: what is measured here then fits everywhere. */
export const fontFamily = 'Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, Noto Sans, sans-serif';
/** Fonts with many signs, where those lack one. */
export const symbolFamily = 'DejaVu Sans, Noto Sans, Arial Unicode MS';
export const fontSize = 12;
