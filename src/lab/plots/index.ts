/** Plots as SVG and PNG, without a browser. Not part of lab/index.ts: a document and a rasteriser take half a second to load. */
export * from './attention.ts';
export * from './calibration.ts';
export * from './concession-chart.ts';
export * from './concessions.ts';
export * from './draw.ts';
export { rowSurvey } from './from-rows.ts';
export * from './frontier.ts';
export * from './heatmap.ts';
export * from './interactions.ts';
