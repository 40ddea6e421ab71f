/** rational: the target of MindGames. It answers truthfully and chooses by arithmetic. In the persuader's seat it says nothing. */
import { defineStrategy } from '../../../strategy.ts';
import { message, persuading } from './persuader.ts';

export const rational = defineStrategy({
  name: 'rational',
  domain: 'mindgames',
  version: 1,
  about: 'target: answers truthfully and chooses by arithmetic; as persuader it says nothing',
  options: {},
  make: () => persuading(() => message()),
});
