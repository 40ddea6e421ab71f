/**
 * Cover stories: what the three proposals are about, in four fields. The numbers stay whatever the story; a story only gives the
 * attributes their names. `also` lists other words for an attribute, for whoever reads prose.
 */
export const fields = ['city', 'health', 'business', 'science'] as const;
type Field = (typeof fields)[number];

interface Attribute {
  readonly name: string;
  readonly also: readonly string[];
  /** People say that it improves when there is more of it. Of the others they may mean less. */
  readonly praised?: boolean;
}

export interface Story {
  readonly id: string;
  readonly field: Field;
  /** Two or three sentences. */
  readonly theme: string;
  readonly attributes: readonly [Attribute, Attribute, Attribute];
  /** Who sits in the seats: "the planner". */
  readonly persuader: string;
  readonly target: string;
}

export const stories: readonly Story[] = [
  {
    id: 'night-buses',
    field: 'city',
    theme:
      'The city can run its buses at night in one of three ways. A planner talks to a council member who will decide.',
    attributes: [
      { name: 'safety', also: ['how safe', 'safer', 'security'], praised: true },
      { name: 'noise', also: ['loudness', 'louder', 'noisier', 'quieter'] },
      { name: 'fares', also: ['ticket price', 'ticket prices', 'fare'] },
    ],
    persuader: 'the planner',
    target: 'the council member',
  },
  {
    id: 'river-bank',
    field: 'city',
    theme: 'An old quay can become one of three things. An architect talks to the neighbour who speaks for the street.',
    attributes: [
      { name: 'green space', also: ['greenery', 'parkland', 'trees'], praised: true },
      { name: 'traffic', also: ['cars', 'car traffic'] },
      { name: 'jobs', also: ['employment', 'work places'], praised: true },
    ],
    persuader: 'the architect',
    target: 'the neighbour',
  },
  {
    id: 'school-day',
    field: 'city',
    theme: 'A school has three plans for its timetable. A teacher talks to the head, who will pick one.',
    attributes: [
      { name: 'sleep', also: ['rest', 'hours of sleep'], praised: true },
      { name: 'sports', also: ['exercise', 'physical education'], praised: true },
      { name: 'homework', also: ['assignments', 'home assignments'] },
    ],
    persuader: 'the teacher',
    target: 'the head',
  },
  {
    id: 'ward',
    field: 'health',
    theme: 'A hospital ward can be staffed in one of three ways. A nurse talks to the director, who signs the plan.',
    attributes: [
      { name: 'waiting time', also: ['waiting times', 'waits', 'queues'] },
      { name: 'overtime', also: ['extra hours', 'extra shifts'] },
      { name: 'privacy', also: ['confidentiality'], praised: true },
    ],
    persuader: 'the nurse',
    target: 'the director',
  },
  {
    id: 'vaccine-drive',
    field: 'health',
    theme:
      'A district can bring a vaccine to the villages in one of three ways. A doctor talks to the district officer.',
    attributes: [
      { name: 'coverage', also: ['reach', 'number of people reached'], praised: true },
      { name: 'side effects', also: ['adverse effects', 'reactions'] },
      { name: 'paperwork', also: ['forms', 'bureaucracy'] },
    ],
    persuader: 'the doctor',
    target: 'the district officer',
  },
  {
    id: 'canteen',
    field: 'health',
    theme: 'A works canteen can change its menu in one of three ways. A dietitian talks to the manager of the plant.',
    attributes: [
      { name: 'sugar', also: ['sweetness', 'sugar content'] },
      { name: 'variety', also: ['choice of dishes', 'diversity'], praised: true },
      { name: 'waste', also: ['leftovers', 'food waste'] },
    ],
    persuader: 'the dietitian',
    target: 'the manager',
  },
  {
    id: 'warehouse',
    field: 'business',
    theme: 'A firm can rebuild its warehouse in one of three ways. An engineer talks to the owner.',
    attributes: [
      { name: 'speed', also: ['throughput', 'how fast', 'faster'], praised: true },
      { name: 'automation', also: ['robots', 'automatic handling'] },
      { name: 'rent', also: ['rental cost', 'lease'] },
    ],
    persuader: 'the engineer',
    target: 'the owner',
  },
  {
    id: 'app',
    field: 'business',
    theme: 'A company can launch its app in one of three versions. A designer talks to the head of product.',
    attributes: [
      { name: 'advertising', also: ['ads', 'adverts'] },
      { name: 'data collection', also: ['tracking', 'data gathering'] },
      { name: 'battery life', also: ['battery', 'running time'], praised: true },
    ],
    persuader: 'the designer',
    target: 'the head of product',
  },
  {
    id: 'vineyard',
    field: 'business',
    theme: 'A vineyard can sell its next harvest in one of three ways. A trader talks to the grower.',
    attributes: [
      { name: 'exports', also: ['sales abroad', 'foreign sales'], praised: true },
      { name: 'risk', also: ['riskiness', 'uncertainty'] },
      { name: 'tradition', also: ['old methods', 'heritage'], praised: true },
    ],
    persuader: 'the trader',
    target: 'the grower',
  },
  {
    id: 'telescope',
    field: 'science',
    theme: 'An observatory can give its telescope to one of three programmes. An astronomer talks to the board.',
    attributes: [
      { name: 'discoveries', also: ['findings', 'new results'], praised: true },
      { name: 'publicity', also: ['press', 'media attention'], praised: true },
      { name: 'maintenance', also: ['upkeep', 'repairs'] },
    ],
    persuader: 'the astronomer',
    target: 'the board',
  },
  {
    id: 'reef',
    field: 'science',
    theme: 'A station can study its reef in one of three ways. A biologist talks to the ranger, who gives the permit.',
    attributes: [
      { name: 'fishing', also: ['catches', 'fishery'], praised: true },
      { name: 'tourism', also: ['visitors', 'tourists'], praised: true },
      { name: 'coral growth', also: ['corals', 'growth of corals'], praised: true },
    ],
    persuader: 'the biologist',
    target: 'the ranger',
  },
  {
    id: 'model-release',
    field: 'science',
    theme:
      'A laboratory can release a language model in one of three ways. A researcher talks to the chair of its ethics panel.',
    attributes: [
      { name: 'openness', also: ['transparency', 'open access'], praised: true },
      { name: 'misuse', also: ['abuse', 'harmful use'] },
      { name: 'funding', also: ['grants', 'financing'], praised: true },
    ],
    persuader: 'the researcher',
    target: 'the chair',
  },
];

export function storyOf(id: string): Story | undefined {
  return stories.find((story) => story.id === id);
}
