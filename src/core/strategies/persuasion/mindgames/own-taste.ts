/** own_taste: takes its own likes for the target's and tells what would win itself over. A persuader without a theory of mind. */
import { defineStrategy } from '../../../strategy.ts';
import { disclosing, hasDisclosed, helpfulCells, message, persuading } from './persuader.ts';

export const ownTaste = defineStrategy({
  name: 'own_taste',
  domain: 'mindgames',
  version: 1,
  about: "takes its own likes for the target's, asks nothing",
  options: {},
  make: () =>
    persuading((view) =>
      message(hasDisclosed(view) ? {} : { disclose: disclosing(view, helpfulCells(view, view.own.coefficients)) }),
    ),
});
