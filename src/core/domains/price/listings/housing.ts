/** Homes to rent by the month and homes for sale. */
import type { Listing } from './index.ts';

export const housing: readonly Listing[] = [
  {
    id: 'studio-near-station',
    field: 'housing',
    category: 'rent',
    title: 'Studio near the central station, per month',
    description:
      'Furnished, 24 square metres, fourth floor with a lift. Heating is included, electricity is not; trains can be heard with the window open. Monthly rent.',
    currency: 'EUR',
    listPrice: 890,
    streetPrice: 830,
  },
  {
    id: 'two-room-old-town',
    field: 'housing',
    category: 'rent',
    title: 'Two-room flat in the old town, per month',
    description:
      'High ceilings, wooden floors, 58 square metres, third floor without a lift. The bathroom dates from the nineties; the landlord wants a tenant for at least two years. Monthly rent.',
    currency: 'EUR',
    listPrice: 1350,
    streetPrice: 1240,
  },
  {
    id: 'shared-room-students',
    field: 'housing',
    category: 'rent',
    title: 'Room in a shared student flat, per month',
    description:
      'Fourteen square metres with desk and bed, three flatmates, one bathroom. Internet and cleaning rota included; free from the first of next month. Monthly rent.',
    currency: 'EUR',
    listPrice: 480,
    streetPrice: 455,
  },
  {
    id: 'one-bed-london-zone-3',
    field: 'housing',
    category: 'rent',
    title: 'One-bedroom flat, zone 3, per month',
    description:
      'Ground floor with a small patio, eight minutes to the tube, double glazing. Unfurnished, electric heaters, and pets by agreement. Monthly rent.',
    currency: 'GBP',
    listPrice: 1650,
    streetPrice: 1540,
  },
  {
    id: 'terrace-three-bed-leeds',
    field: 'housing',
    category: 'rent',
    title: 'Three-bedroom terraced house, per month',
    description:
      'New boiler, fitted kitchen, on-street parking. The rear bedroom needs redecorating and the house has stood empty for five weeks. Monthly rent.',
    currency: 'GBP',
    listPrice: 1150,
    streetPrice: 1060,
  },
  {
    id: 'loft-downtown-chicago',
    field: 'housing',
    category: 'rent',
    title: 'Brick loft downtown, per month',
    description:
      'Open plan, 80 square metres, in-unit laundry and a shared gym. Street noise on weekends; the building has three other lofts vacant. Monthly rent.',
    currency: 'USD',
    listPrice: 2450,
    streetPrice: 2200,
  },
  {
    id: 'duplex-austin',
    field: 'housing',
    category: 'rent',
    title: 'Half of a duplex with yard, per month',
    description:
      'Two bedrooms, fenced yard and a carport, dishwasher new. The tenant mows the lawn; a twelve-month lease is preferred. Monthly rent.',
    currency: 'USD',
    listPrice: 1980,
    streetPrice: 1800,
  },
  {
    id: 'flat-zurich-west',
    field: 'housing',
    category: 'rent',
    title: 'Two-and-a-half-room flat, per month',
    description:
      'Balcony to the courtyard, cellar space, laundry shared by six parties. Side costs are extra; the outgoing tenant seeks a successor before the notice period ends. Monthly rent.',
    currency: 'CHF',
    listPrice: 2390,
    streetPrice: 2300,
  },
  {
    id: 'one-room-tokyo-suburb',
    field: 'housing',
    category: 'rent',
    title: 'One-room apartment in the suburbs, per month',
    description:
      'Twenty square metres, separate bath and toilet, eleven minutes on foot to the local line. Built 28 years ago; key money is open to discussion. Monthly rent.',
    currency: 'JPY',
    listPrice: 68000,
    streetPrice: 63500,
  },
  {
    id: 'two-bhk-bengaluru',
    field: 'housing',
    category: 'rent',
    title: 'Two-bedroom flat in a gated block, per month',
    description:
      'Semi-furnished with wardrobes and water heater, covered parking, backup power. Maintenance is billed apart and the deposit is six months. Monthly rent.',
    currency: 'INR',
    listPrice: 34000,
    streetPrice: 30500,
  },
  {
    id: 'bedsitter-nairobi',
    field: 'housing',
    category: 'rent',
    title: 'Bedsitter with own kitchen corner, per month',
    description:
      'Borehole water, prepaid electricity and a caretaker on site. Second floor facing the road, walking distance to the matatu stage. Monthly rent.',
    currency: 'KES',
    listPrice: 14500,
    streetPrice: 13000,
  },
  {
    id: 'apartment-sao-paulo',
    field: 'housing',
    category: 'rent',
    title: 'Two-bedroom apartment near the metro, per month',
    description:
      'Sixty-four square metres, one parking space, pool in the condominium. Condominium fee is extra; kitchen cupboards show their age. Monthly rent.',
    currency: 'BRL',
    listPrice: 3200,
    streetPrice: 2850,
  },
  {
    id: 'cottage-with-orchard',
    field: 'housing',
    category: 'house sale',
    title: 'Stone cottage with orchard',
    description:
      'Three rooms, 96 square metres, well and 1,800 square metres of land. The roof was redone ten years ago, but the wiring and the septic tank need work; sold by heirs.',
    currency: 'EUR',
    listPrice: 214000,
    streetPrice: 182000,
  },
  {
    id: 'new-build-semi',
    field: 'housing',
    category: 'house sale',
    title: 'Semi-detached new build, energy class A',
    description:
      'Four bedrooms, heat pump, small garden, handover in spring. The developer has two units left of twelve and the carport is optional.',
    currency: 'EUR',
    listPrice: 398000,
    streetPrice: 376000,
  },
  {
    id: 'victorian-terrace',
    field: 'housing',
    category: 'house sale',
    title: 'Victorian terrace, three bedrooms',
    description:
      'Original fireplaces, loft converted with certificates, south-facing yard. The survey notes damp in the cellar; the sellers have found their next house.',
    currency: 'GBP',
    listPrice: 325000,
    streetPrice: 304000,
  },
  {
    id: 'suburban-ranch-house',
    field: 'housing',
    category: 'house sale',
    title: 'Ranch house with two-car garage',
    description:
      "Three bedrooms, two baths, water heater new, furnace from 2006. On the market for 70 days after a buyer's loan fell through.",
    currency: 'USD',
    listPrice: 349000,
    streetPrice: 331500,
  },
  {
    id: 'mountain-apartment',
    field: 'housing',
    category: 'house sale',
    title: 'Holiday apartment in a ski village',
    description:
      'Two bedrooms, balcony facing the slope, garage space. The co-owners have voted for a new roof next year and each flat pays its share.',
    currency: 'CHF',
    listPrice: 465000,
    streetPrice: 437000,
  },
  {
    id: 'fixer-upper-porto',
    field: 'housing',
    category: 'house sale',
    title: 'Town house to renovate',
    description:
      "Three narrow floors with tiled facade and river view from the top. No kitchen, one sound staircase; an architect's sketch and a permit request come with it.",
    currency: 'EUR',
    listPrice: 168000,
    streetPrice: 132500,
  },
  {
    id: 'plot-house-nakuru',
    field: 'housing',
    category: 'house sale',
    title: 'Bungalow on an eighth of an acre',
    description:
      'Three bedrooms, master en suite, perimeter wall and water tank. The access road is unpaved; title deed ready, owner is moving closer to work.',
    currency: 'KES',
    listPrice: 6800000,
    streetPrice: 5900000,
  },
];
