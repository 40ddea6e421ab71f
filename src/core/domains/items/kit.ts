import type { DomainKit, Sampler } from '../kit.ts';
import { itemsBargain } from './bargain.ts';
import { type ItemsOffer, type ItemsScenario, items } from './items.ts';
import { itemsSamplers } from './samplers.ts';

export const itemsKit: DomainKit = {
  rules: items,
  roles: ['a', 'b'],
  samplers: {
    dond: itemsSamplers.dond as Sampler,
    casino: itemsSamplers.casino as Sampler,
    janus: itemsSamplers.janus as Sampler,
  },
  control: 'items:boulware',
  dealOf: (offer) => ({ split: (offer as unknown as ItemsOffer).split }),
  bargain: (scenario) => itemsBargain(scenario as ItemsScenario),
};
