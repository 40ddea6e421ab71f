/** Renderers: the same values as Markdown, as a page, as files. */
export * from './calibration.ts';
export { toMarkdown } from './markdown.ts';
export * from './negotiation-page.ts';
export { writePage, writeResults } from './write.ts';
