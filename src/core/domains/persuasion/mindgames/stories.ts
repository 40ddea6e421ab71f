/**
 * Cover stories: what the three proposals are about, in four fields. The numbers stay whatever the story; a story only gives the
 * attributes their names.
 */
export const fields = ['city', 'health', 'business', 'science'] as const;
type Field = (typeof fields)[number];

export interface Story {
  readonly id: string;
  readonly field: Field;
  /** Two or three sentences. */
  readonly theme: string;
  readonly attributes: readonly [string, string, string];
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
    attributes: ['safety', 'noise', 'fares'],
    persuader: 'the planner',
    target: 'the council member',
  },
  {
    id: 'river-bank',
    field: 'city',
    theme: 'An old quay can become one of three things. An architect talks to the neighbour who speaks for the street.',
    attributes: ['green space', 'traffic', 'jobs'],
    persuader: 'the architect',
    target: 'the neighbour',
  },
  {
    id: 'school-day',
    field: 'city',
    theme: 'A school has three plans for its timetable. A teacher talks to the head, who will pick one.',
    attributes: ['sleep', 'sports', 'homework'],
    persuader: 'the teacher',
    target: 'the head',
  },
  {
    id: 'ward',
    field: 'health',
    theme: 'A hospital ward can be staffed in one of three ways. A nurse talks to the director, who signs the plan.',
    attributes: ['waiting time', 'overtime', 'privacy'],
    persuader: 'the nurse',
    target: 'the director',
  },
  {
    id: 'vaccine-drive',
    field: 'health',
    theme:
      'A district can bring a vaccine to the villages in one of three ways. A doctor talks to the district officer.',
    attributes: ['coverage', 'side effects', 'paperwork'],
    persuader: 'the doctor',
    target: 'the district officer',
  },
  {
    id: 'canteen',
    field: 'health',
    theme: 'A works canteen can change its menu in one of three ways. A dietitian talks to the manager of the plant.',
    attributes: ['sugar', 'variety', 'waste'],
    persuader: 'the dietitian',
    target: 'the manager',
  },
  {
    id: 'warehouse',
    field: 'business',
    theme: 'A firm can rebuild its warehouse in one of three ways. An engineer talks to the owner.',
    attributes: ['speed', 'automation', 'rent'],
    persuader: 'the engineer',
    target: 'the owner',
  },
  {
    id: 'app',
    field: 'business',
    theme: 'A company can launch its app in one of three versions. A designer talks to the head of product.',
    attributes: ['advertising', 'data collection', 'battery life'],
    persuader: 'the designer',
    target: 'the head of product',
  },
  {
    id: 'vineyard',
    field: 'business',
    theme: 'A vineyard can sell its next harvest in one of three ways. A trader talks to the grower.',
    attributes: ['exports', 'risk', 'tradition'],
    persuader: 'the trader',
    target: 'the grower',
  },
  {
    id: 'telescope',
    field: 'science',
    theme: 'An observatory can give its telescope to one of three programmes. An astronomer talks to the board.',
    attributes: ['discoveries', 'publicity', 'maintenance'],
    persuader: 'the astronomer',
    target: 'the board',
  },
  {
    id: 'reef',
    field: 'science',
    theme: 'A station can study its reef in one of three ways. A biologist talks to the ranger, who gives the permit.',
    attributes: ['fishing', 'tourism', 'coral growth'],
    persuader: 'the biologist',
    target: 'the ranger',
  },
  {
    id: 'model-release',
    field: 'science',
    theme:
      'A laboratory can release a language model in one of three ways. A researcher talks to the chair of its ethics panel.',
    attributes: ['openness', 'misuse', 'funding'],
    persuader: 'the researcher',
    target: 'the chair',
  },
];

export function storyOf(id: string): Story | undefined {
  return stories.find((story) => story.id === id);
}
