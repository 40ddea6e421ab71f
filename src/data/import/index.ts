/** Other people's results, read from their own files, measured again and checked. */
export { type AgreemateFile, type AgreemateResults, importAgreemateResults } from './agreemate/index.ts';
export { type BazaarResults, importBazaarResults } from './bazaar/index.ts';
export { type BazaarListings, readBazaarListings } from './bazaar/listings.ts';
export * from './corpora/index.ts';
export {
  type CorpusFile,
  corpusHomes,
  type DownloadCorpusOptions,
  type Downloaded,
  downloadCorpus,
} from './download.ts';
export * from './mindgames/index.ts';
