/** Used cars, vans and a scooter, from private sellers and small dealers. */
import type { Listing } from './index.ts';

export const cars: readonly Listing[] = [
  {
    id: 'city-hatchback-2016',
    field: 'cars',
    category: 'hatchback',
    title: 'Small petrol hatchback, 2016',
    description:
      'Five doors, 92,000 km, two owners, full service book. The clutch is original and the rear bumper has a parking scrape; we now live next to a tram stop.',
    currency: 'EUR',
    listPrice: 7200,
    streetPrice: 6350,
  },
  {
    id: 'family-estate-2018',
    field: 'cars',
    category: 'estate',
    title: 'Diesel family estate, 2018',
    description:
      'Towbar, roof rails and 148,000 km, timing belt done at 120,000. Dog hair in the boot and four half-worn winter tyres on rims included.',
    currency: 'EUR',
    listPrice: 13900,
    streetPrice: 12400,
  },
  {
    id: 'compact-sedan-2019',
    field: 'cars',
    category: 'sedan',
    title: 'Compact petrol sedan, 2019',
    description:
      'One owner, 61,000 miles, clean title and no accidents. New front brakes; the windshield has a repaired chip on the passenger side.',
    currency: 'USD',
    listPrice: 14800,
    streetPrice: 13500,
  },
  {
    id: 'pickup-crew-cab-2015',
    field: 'cars',
    category: 'pickup',
    title: 'Crew-cab pickup, 2015',
    description:
      'Four-wheel drive, bed liner and tow package, 118,000 miles. Surface rust on the rear frame and a tailgate dent from work; the business bought a van.',
    currency: 'USD',
    listPrice: 19500,
    streetPrice: 16800,
  },
  {
    id: 'electric-hatch-2020',
    field: 'cars',
    category: 'electric',
    title: 'Electric hatchback, 40 kWh, 2020',
    description:
      'Battery tested at 89 percent, 43,000 miles, both charging cables. Two tyres are near the limit; selling because of longer motorway trips.',
    currency: 'GBP',
    listPrice: 9800,
    streetPrice: 8450,
  },
  {
    id: 'small-suv-2017',
    field: 'cars',
    category: 'suv',
    title: 'Small automatic SUV, 2017',
    description:
      'MOT for ten months, 57,000 miles, heated seats. The air conditioning needs a recharge and one alloy wheel is kerbed.',
    currency: 'GBP',
    listPrice: 10900,
    streetPrice: 9600,
  },
  {
    id: 'hybrid-taxi-2014',
    field: 'cars',
    category: 'hybrid',
    title: 'Hybrid saloon, former taxi, 2014',
    description:
      'Serviced every 10,000 miles with a folder of receipts, but 201,000 miles on the clock. Seats worn, hybrid battery replaced two years ago.',
    currency: 'GBP',
    listPrice: 5400,
    streetPrice: 4050,
  },
  {
    id: 'kei-car-2018',
    field: 'cars',
    category: 'kei car',
    title: 'Kei car, automatic, 2018',
    description:
      '34,000 km, non-smoking owner, inspection valid for fourteen months. Light scratches on the sliding door; my parents no longer drive.',
    currency: 'JPY',
    listPrice: 780000,
    streetPrice: 695000,
  },
  {
    id: 'minivan-2016-osaka',
    field: 'cars',
    category: 'minivan',
    title: 'Seven-seat minivan, 2016',
    description:
      'Power sliding doors, rear camera and 78,000 km. One seat has a juice stain and the navigation maps are out of date.',
    currency: 'JPY',
    listPrice: 1240000,
    streetPrice: 1080000,
  },
  {
    id: 'flex-hatch-2017',
    field: 'cars',
    category: 'hatchback',
    title: 'Flex-fuel hatchback 1.0, 2017',
    description:
      'Air conditioning and power steering, 83,000 km, annual tax paid. Sun-faded roof paint; the money goes into a flat.',
    currency: 'BRL',
    listPrice: 46900,
    streetPrice: 42500,
  },
  {
    id: 'sedan-2013-pune',
    field: 'cars',
    category: 'sedan',
    title: 'Diesel sedan, second owner, 2013',
    description:
      '96,000 km, insurance valid until December, new battery. Suspension bushes are due and there is touch-up paint on two doors.',
    currency: 'INR',
    listPrice: 385000,
    streetPrice: 318000,
  },
  {
    id: 'hatchback-2019-chennai',
    field: 'cars',
    category: 'hatchback',
    title: 'Petrol hatchback, single owner, 2019',
    description:
      '38,000 km, all services at the dealer, with seat covers and reverse sensors. Minor bumper scratch; the owner is relocating abroad next month.',
    currency: 'INR',
    listPrice: 540000,
    streetPrice: 486000,
  },
  {
    id: 'import-wagon-2012',
    field: 'cars',
    category: 'wagon',
    title: 'Imported station wagon, 2012',
    description:
      'Automatic, 1.5 litre, 121,000 km, new shocks fitted in front. The radio display is in another language and the rear wiper does not work.',
    currency: 'KES',
    listPrice: 890000,
    streetPrice: 780000,
  },
  {
    id: 'alpine-4x4-2011',
    field: 'cars',
    category: 'suv',
    title: 'Compact four-wheel-drive, 2011',
    description:
      '164,000 km, last inspection this spring, two sets of tyres. Some oil sweating at the engine and a dented sill; good for a snowy village.',
    currency: 'CHF',
    listPrice: 6900,
    streetPrice: 5450,
  },
  {
    id: 'convertible-2008',
    field: 'cars',
    category: 'convertible',
    title: 'Two-seat convertible, 2008',
    description:
      'Garaged, 104,000 km, new soft top three years ago. The heater fan works on the top speed only; the second child is on the way.',
    currency: 'EUR',
    listPrice: 8900,
    streetPrice: 7900,
  },
  {
    id: 'camper-van-2010',
    field: 'cars',
    category: 'van',
    title: 'Self-built camper van, 2010',
    description:
      'Double bed, gas hob, solar panel and 186,000 km. The build is registered; one roof vent drips in heavy rain.',
    currency: 'EUR',
    listPrice: 16500,
    streetPrice: 13400,
  },
  {
    id: 'electric-scooter-125',
    field: 'cars',
    category: 'scooter',
    title: 'Electric scooter, 125 class',
    description:
      'Two removable batteries, 7,800 km, top box and lock included. A crack in the left fairing from a tip-over at standstill.',
    currency: 'EUR',
    listPrice: 2600,
    streetPrice: 2210,
  },
];
