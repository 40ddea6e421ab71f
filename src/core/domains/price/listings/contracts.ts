/** Business contracts: the list price is the supplier's quote. */
import type { Listing } from './index.ts';

export const contracts: readonly Listing[] = [
  {
    id: 'office-cleaning-year',
    field: 'contracts',
    category: 'cleaning',
    title: 'Office cleaning, 900 square metres, per year',
    description:
      'Five evenings a week, windows twice a year, materials included. Price per year of a two-year contract; the supplier already serves the floor below.',
    currency: 'EUR',
    listPrice: 28800,
    streetPrice: 24600,
  },
  {
    id: 'school-catering-day',
    field: 'contracts',
    category: 'catering',
    title: 'School lunch catering, per meal',
    description:
      'Hot lunch with a vegetarian choice for about 420 pupils, delivered by noon. Price per meal over one school year; waste collection not included.',
    currency: 'GBP',
    listPrice: 3.95,
    streetPrice: 3.45,
  },
  {
    id: 'conference-buffet',
    field: 'contracts',
    category: 'catering',
    title: 'Conference buffet for 150 guests, per event',
    description:
      'Lunch, two coffee breaks, staff and crockery for one day. Price per event, payable after thirty days; the date is in the quiet season.',
    currency: 'USD',
    listPrice: 6750,
    streetPrice: 5850,
  },
  {
    id: 'cloud-hosting-month',
    field: 'contracts',
    category: 'cloud hosting',
    title: 'Managed cloud hosting, per month',
    description:
      'Twelve servers, daily backups, phone support on working days. Price per month at a one-year commitment; moving the data in is free, moving it out is not.',
    currency: 'USD',
    listPrice: 4200,
    streetPrice: 3400,
  },
  {
    id: 'container-freight-rotterdam',
    field: 'contracts',
    category: 'freight',
    title: 'Sea freight, one 40-foot container',
    description:
      'Port to port, sailing every week, ten free days at the terminal. Price per container for twenty containers a year; fuel surcharge is included.',
    currency: 'USD',
    listPrice: 3650,
    streetPrice: 2950,
  },
  {
    id: 'pallet-transport-alps',
    field: 'contracts',
    category: 'freight',
    title: 'Pallet transport across the Alps, per pallet',
    description:
      'Tail-lift delivery within 48 hours, insured up to the usual liability. Price per pallet at about thirty pallets a week; the return trucks often run half empty.',
    currency: 'CHF',
    listPrice: 118,
    streetPrice: 103,
  },
  {
    id: 'accounting-licences-seats',
    field: 'contracts',
    category: 'licences',
    title: 'Accounting software, 60 seats, per year',
    description:
      'Updates and online training included, single sign-on as an option. Price per year for all seats; the vendor closes its quarter in two weeks.',
    currency: 'EUR',
    listPrice: 21600,
    streetPrice: 16200,
  },
  {
    id: 'manual-translation-ptbr',
    field: 'contracts',
    category: 'translation',
    title: 'Translation of machine manuals, per project',
    description:
      'About 140,000 words from English, with a second reader and a term list. Price for the whole project, delivery in ten weeks; a third of the text repeats.',
    currency: 'BRL',
    listPrice: 38500,
    streetPrice: 33900,
  },
  {
    id: 'arabica-wholesale-kg',
    field: 'contracts',
    category: 'wholesale supply',
    title: 'Green arabica coffee, per kilogram',
    description:
      "Washed, grade AB, this season's crop in 60 kg bags, ex warehouse. Price per kilogram for four tonnes; samples were cupped and one lot was uneven.",
    currency: 'KES',
    listPrice: 780,
    streetPrice: 715,
  },
  {
    id: 'cotton-shirts-wholesale',
    field: 'contracts',
    category: 'wholesale supply',
    title: 'Plain cotton shirts, per piece',
    description:
      'Combed cotton, five sizes, three colours, packed singly. Price per piece for 5,000 pieces; lead time seven weeks, half paid in advance.',
    currency: 'INR',
    listPrice: 245,
    streetPrice: 198,
  },
  {
    id: 'paper-cups-supply',
    field: 'contracts',
    category: 'wholesale supply',
    title: 'Printed paper cups, per thousand',
    description:
      'Double wall, 250 ml, two-colour print with one plate set included. Price per thousand at 200,000 cups a year, called off monthly.',
    currency: 'EUR',
    listPrice: 74.5,
    streetPrice: 63.8,
  },
  {
    id: 'elevator-maintenance-tokyo',
    field: 'contracts',
    category: 'maintenance',
    title: 'Lift maintenance, two lifts, per month',
    description:
      'Monthly inspection, remote monitoring, parts under a set value included. Price per month over three years; an independent firm has offered too.',
    currency: 'JPY',
    listPrice: 96000,
    streetPrice: 81000,
  },
  {
    id: 'site-security-night',
    field: 'contracts',
    category: 'security',
    title: 'Night guard for a building site, per night',
    description:
      'One licensed guard from seven in the evening to seven in the morning, with hourly rounds. Price per night for about ninety nights.',
    currency: 'GBP',
    listPrice: 236,
    streetPrice: 205,
  },
  {
    id: 'solar-roof-install',
    field: 'contracts',
    category: 'installation',
    title: 'Solar roof of 60 kW, turnkey',
    description:
      'Panels, two inverters, scaffolding and grid paperwork for a workshop roof. Price for the whole project; the crew has a gap in its plan in October.',
    currency: 'CHF',
    listPrice: 92000,
    streetPrice: 80500,
  },
  {
    id: 'website-redesign-project',
    field: 'contracts',
    category: 'agency work',
    title: 'Company website redesign, per project',
    description:
      'Forty pages in two languages, three rounds of changes, and a year of fixes. Price for the whole project; texts and photos come from the client.',
    currency: 'USD',
    listPrice: 32000,
    streetPrice: 26500,
  },
];
