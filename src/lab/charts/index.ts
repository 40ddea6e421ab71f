/** Charts as data, and as SVG on any document: a leaf that a browser can import. Without a browser: report/draw.ts. */
export * from './attention.ts';
export * from './attention-probe.ts';
export * from './calibration.ts';
export * from './calibration-figures.ts';
export * from './concession-chart.ts';
export * from './concessions.ts';
export * from './frontier.ts';
export * from './heatmap.ts';
export * from './interactions.ts';
export * from './intervals.ts';
export * from './persuasion.ts';
export * from './scatter.ts';
export * from './sheet.ts';
