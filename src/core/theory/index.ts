export * from './concession.ts';
export * from './double-auction.ts';
export * from './pareto.ts';
export * from './rubinstein.ts';
export * from './solutions.ts';
export * from './stopping.ts';
