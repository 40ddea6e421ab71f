/** How often the rules refused what a seat did. */
import { defineMetric } from './metric.ts';

export const refusals = defineMetric({
  name: 'refusals',
  about: 'acts of this seat that the rules refused',
  source: 'defined here',
  per: 'seat',
  of: ({ events }, seat) => events.filter((event) => event.type === 'action-refused' && event.seat === seat).length,
});
