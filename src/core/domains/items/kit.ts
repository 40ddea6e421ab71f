import type { DomainKit, Sampler } from '../kit.ts';
import { itemsBargain } from './bargain.ts';
import { type ItemsOffer, type ItemsScenario, items } from './items.ts';
import { itemsQuestions } from './questions.ts';
import { itemsSamplers } from './samplers.ts';
import { itemsTasks } from './tasks.ts';

const samplers: DomainKit['samplers'] = {
  dond: itemsSamplers.dond as Sampler,
  casino: itemsSamplers.casino as Sampler,
  janus: itemsSamplers.janus as Sampler,
};
const options = ['turnLimit', 'opens', 'itemTypes'];

export const itemsKit: DomainKit = {
  rules: items,
  about: 'several kinds of things to share out between two sides',
  utility: 'the value of what one gets / the value of everything to oneself; 0 without a deal',
  roles: ['a', 'b'],
  samplers,
  options,
  control: 'items:boulware',
  environment: itemsTasks({ rules: items, samplers, options }),
  questions: itemsQuestions,
  dealOf: (offer) => ({ split: (offer as unknown as ItemsOffer).split }),
  bargain: (scenario) => itemsBargain(scenario as ItemsScenario),
};
