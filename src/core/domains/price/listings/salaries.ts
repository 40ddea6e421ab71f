/** Pay talks: the list price is what the candidate asks, the street price the market pay, the buyer the employer. */
import type { Listing } from './index.ts';

export const salaries: readonly Listing[] = [
  {
    id: 'junior-developer-berlin',
    field: 'salaries',
    category: 'software engineer',
    title: 'Junior web developer, gross yearly salary',
    description:
      "One year of experience after a bootcamp, three internships' worth of small projects, no degree. Full time, yearly pay, start within four weeks; two remote days wished for.",
    currency: 'EUR',
    listPrice: 52000,
    streetPrice: 47000,
  },
  {
    id: 'senior-backend-usa',
    field: 'salaries',
    category: 'software engineer',
    title: 'Senior backend engineer, yearly base salary',
    description:
      'Nine years with distributed systems, led a team of four, on call when needed. Yearly base without bonus; the candidate has another process in its final round.',
    currency: 'USD',
    listPrice: 178000,
    streetPrice: 162000,
  },
  {
    id: 'data-analyst-london',
    field: 'salaries',
    category: 'data analyst',
    title: 'Data analyst, gross yearly salary',
    description:
      'Three years in retail reporting, strong in SQL and dashboards, little machine learning. Yearly pay, hybrid work, one month of notice.',
    currency: 'GBP',
    listPrice: 46000,
    streetPrice: 41500,
  },
  {
    id: 'nurse-zurich',
    field: 'salaries',
    category: 'nurse',
    title: 'Registered ward nurse, gross monthly salary',
    description:
      'Six years on a surgical ward, night shifts accepted, foreign diploma recognised. Monthly pay, thirteen times a year, full position.',
    currency: 'CHF',
    listPrice: 7100,
    streetPrice: 6650,
  },
  {
    id: 'primary-teacher-madrid',
    field: 'salaries',
    category: 'teacher',
    title: 'Bilingual primary teacher, gross yearly salary',
    description:
      'Four years at a private school, certified in two languages, runs a choir. Yearly pay for a full post; the school year starts in six weeks.',
    currency: 'EUR',
    listPrice: 29500,
    streetPrice: 27500,
  },
  {
    id: 'head-chef-lyon',
    field: 'salaries',
    category: 'chef',
    title: 'Head chef for a bistro, gross monthly salary',
    description:
      'Twelve years in kitchens, last five as sous-chef, no head post so far. Monthly pay, 42 hours a week, two days off in a row asked for.',
    currency: 'EUR',
    listPrice: 3600,
    streetPrice: 3150,
  },
  {
    id: 'software-tester-pune',
    field: 'salaries',
    category: 'software tester',
    title: 'Test automation engineer, yearly cost to company',
    description:
      'Five years of test automation in banking, on 60 days of notice. Yearly pay including allowances; open to office work three days a week.',
    currency: 'INR',
    listPrice: 1450000,
    streetPrice: 1240000,
  },
  {
    id: 'warehouse-lead-texas',
    field: 'salaries',
    category: 'warehouse lead',
    title: 'Warehouse shift lead, yearly salary',
    description:
      'Forklift licence, seven years in distribution, led night shifts of fifteen people. Yearly pay before overtime, can start at once.',
    currency: 'USD',
    listPrice: 58000,
    streetPrice: 52500,
  },
  {
    id: 'electrician-sao-paulo',
    field: 'salaries',
    category: 'electrician',
    title: 'Maintenance electrician, gross monthly salary',
    description:
      'Safety certificate renewed this year, eight years in food plants, own tools. Monthly pay with hazard allowance counted in; accepts rotating shifts.',
    currency: 'BRL',
    listPrice: 4200,
    streetPrice: 3650,
  },
  {
    id: 'accountant-nairobi',
    field: 'salaries',
    category: 'accountant',
    title: 'Company accountant, gross monthly salary',
    description:
      'Certified, six years in trading firms, knows two payroll systems. Monthly pay; the present employer pays late, hence the move.',
    currency: 'KES',
    listPrice: 145000,
    streetPrice: 122000,
  },
  {
    id: 'mechanical-engineer-nagoya',
    field: 'salaries',
    category: 'mechanical engineer',
    title: 'Mechanical design engineer, yearly salary',
    description:
      'Seven years of pump and valve design, business-level English, no management duties. Yearly pay including two bonuses; overtime is paid apart.',
    currency: 'JPY',
    listPrice: 6800000,
    streetPrice: 6100000,
  },
  {
    id: 'shop-manager-manchester',
    field: 'salaries',
    category: 'shop manager',
    title: 'Bookshop manager, gross yearly salary',
    description:
      'Ran a smaller branch for three years and raised its event income. Yearly pay, every second Saturday at work, staff discount expected.',
    currency: 'GBP',
    listPrice: 33500,
    streetPrice: 29800,
  },
  {
    id: 'ux-designer-amsterdam',
    field: 'salaries',
    category: 'designer',
    title: 'Product designer, gross yearly salary',
    description:
      'Six years, portfolio with two shipped banking apps, no experience in health care. Yearly pay for 36 hours a week with holiday allowance included.',
    currency: 'EUR',
    listPrice: 68000,
    streetPrice: 61500,
  },
];
