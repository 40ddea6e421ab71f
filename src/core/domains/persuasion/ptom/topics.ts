/**
 * The twelve scenario types of P-ToM, with words of our own: who chooses, between what, what they may care about, and facts.
 *
 * The five dimensions stand in the order of the personalities: the one that looks for quality, for price, for something new, for culture
 * and people, and for ease. {o} is the option that a fact speaks for; a fact without it speaks for neither.
 */
export interface Topic {
  readonly description: string;
  readonly context: string;
  readonly options: readonly [Described, Described];
  readonly dimensions: readonly (readonly [name: string, ...facts: readonly string[]])[];
  readonly neutral: string;
}
type Described = readonly [name: string, description: string];

export const topics: Readonly<Record<string, Topic>> = {
  vacation_destination: {
    description: 'A couple chooses where to spend ten days in spring.',
    context: 'They have one holiday together this year and want to book this week.',
    options: [
      ['Lisbon', 'An old port with hills, trams and the sea nearby.'],
      ['Kyoto', 'A city of temples, gardens and small restaurants.'],
    ],
    dimensions: [
      [
        'fine_dining',
        '{o} has three restaurants they have read about for years.',
        'Tasting menus in {o} can still be booked for those dates.',
      ],
      [
        'travel_cost',
        'Flights to {o} cost 40 % less in that week.',
        'A good room in {o} is a third cheaper than in the other place.',
      ],
      [
        'outdoor_adventure',
        'There is a two-day hike that starts at the edge of {o}.',
        'Surfing and climbing courses in {o} take beginners.',
      ],
      [
        'cultural_depth',
        '{o} holds its largest festival in those ten days.',
        'A local historian gives walks through {o} in their language.',
      ],
      [
        'easy_travel',
        'There is a direct flight to {o}, without a change.',
        'In {o} everything they want to see can be reached on foot.',
      ],
    ],
    neutral: 'Both places have mild weather in spring.',
  },
  vacation_accommodation: {
    description: 'A family of four chooses where to stay by the sea.',
    context: 'The children are six and nine, and the parents will work two mornings.',
    options: [
      ['the harbour hotel', 'A hotel with a breakfast room above the harbour.'],
      ['the garden flat', 'A flat with a kitchen and a garden behind the dunes.'],
    ],
    dimensions: [
      ['room_comfort', 'The beds of {o} were replaced this year.', 'Guests of {o} praise how quiet its rooms are.'],
      ['price_per_night', 'A week in {o} costs 300 less.', '{o} asks nothing for the second child.'],
      ['activities_nearby', 'Kayaks can be taken out right in front of {o}.', 'A climbing garden opened next to {o}.'],
      [
        'local_life',
        'The people next to {o} have lived there for generations.',
        'The weekly market is held below the windows of {o}.',
      ],
      ['convenience', 'The beach is two minutes from {o}.', '{o} has fast internet and a desk.'],
    ],
    neutral: 'Both can be cancelled until a week before.',
  },
  vacation_activities: {
    description: 'Three friends choose what to do with their free Saturday abroad.',
    context: 'They have one day left and different ideas of a good one.',
    options: [
      ['the river trip', 'A day on the river with a guide and a boat.'],
      ['the old town day', 'A day of workshops and walks in the old town.'],
    ],
    dimensions: [
      ['quality_of_guide', 'The guide of {o} has done this for twenty years.', '{o} takes six guests at most.'],
      ['cost_of_day', '{o} costs half as much for each of them.', 'Lunch is included in {o}.'],
      ['thrill', 'Everybody who took part in {o} spoke of its last hour.', '{o} goes where few visitors come.'],
      [
        'learning',
        '{o} ends with a visit to a craftsman at work.',
        'In {o} they learn how people lived here a century ago.',
      ],
      ['easy_logistics', '{o} starts at the door of their hostel.', '{o} is over by five, in time for their train.'],
    ],
    neutral: 'Both take place when it rains.',
  },
  vacation_timing: {
    description: 'Two sisters choose when to take their father on a trip.',
    context: 'He turns seventy this year and has time at any season.',
    options: [
      ['late May', 'Before the season begins.'],
      ['mid September', 'When the season ends.'],
    ],
    dimensions: [
      ['good_weather', 'In the last ten years it rained least in {o}.', 'The sea is warm enough to swim in {o}.'],
      ['season_price', 'The same rooms cost a quarter less in {o}.', 'The railway sells its cheap tickets for {o}.'],
      ['special_sights', 'The bird migration can be watched in {o}.', 'A comet is expected to be visible in {o}.'],
      ['festivals', 'The harvest feast of the villages falls in {o}.', 'The opera plays outdoors in {o} only.'],
      [
        'few_crowds',
        'In {o} nobody has to queue at the castle.',
        'In {o} both sisters have leave that they need not ask for.',
      ],
    ],
    neutral: 'The train runs as often in both months.',
  },
  vacation_budget: {
    description: 'A student chooses how to spend what was saved for a summer.',
    context: 'There are 1,200 to spend and a semester to begin after it.',
    options: [
      ['the rail pass', 'A month of trains through eight countries.'],
      ['the language school', 'Three weeks in one town with lessons in the morning.'],
    ],
    dimensions: [
      ['comfort', '{o} comes with a room of one’s own.', 'With {o} there is time to sleep in.'],
      ['money_left', 'After {o} there would be 250 left.', 'With {o} nothing can cost more than was planned.'],
      ['adventure', '{o} leaves every second day open.', 'With {o} one meets other travellers each evening.'],
      ['culture', '{o} includes the museums on the way.', 'With {o} one lives with people of the place.'],
      ['simplicity', '{o} is booked with one form.', '{o} needs no planning on the way.'],
    ],
    neutral: 'Both can start in the second week of July.',
  },
  vacation_group: {
    description: 'Eight old school friends choose a house for a weekend.',
    context: 'Two of them have small children, two have little money.',
    options: [
      ['the mill', 'An old mill by a brook, an hour away.'],
      ['the lake house', 'A wooden house by a lake, two hours away.'],
    ],
    dimensions: [
      ['good_kitchen', 'Ten people can cook and eat in the kitchen of {o}.', '{o} has a fireplace and a sauna.'],
      ['cost_each', '{o} costs each of them 35 less.', 'Bedding is included in {o}.'],
      ['things_to_do', 'Boats and bicycles come with {o}.', 'A via ferrata begins behind {o}.'],
      [
        'time_together',
        '{o} has one large room where all fit round a table.',
        '{o} is the place of their last school trip.',
      ],
      ['easy_arrival', '{o} can be reached by train.', '{o} has cots and a fence round the garden.'],
    ],
    neutral: 'Both are free on the weekend they want.',
  },
  business_investment: {
    description: 'The owner of a bakery chooses what to put 60,000 into.',
    context: 'The shop does well; the lease runs for another seven years.',
    options: [
      ['the new oven', 'A larger oven for the kitchen that is there.'],
      ['the second shop', 'A small shop near the station.'],
    ],
    dimensions: [
      [
        'product_quality',
        'Bread would be better with {o}, the baker says.',
        'With {o} the cakes could be made fresh twice a day.',
      ],
      ['return_on_money', '{o} would pay for itself in four years.', 'A grant covers a tenth of {o}.'],
      ['growth', '{o} would bring customers who do not come today.', '{o} could be the first of several.'],
      ['staff_and_town', 'The staff asked for {o}.', 'The neighbours have wished for {o} for years.'],
      ['low_effort', '{o} is done within two weeks.', '{o} needs no new staff.'],
    ],
    neutral: 'The bank lends on the same terms for both.',
  },
  business_partnership: {
    description: 'A cook chooses who delivers to a growing kitchen.',
    context: 'Three companies have ordered meals for a year; the first are due in six weeks.',
    options: [
      ['Greenline', 'A young supplier with an ordering app.'],
      ['Harbour Foods', 'A supplier of thirty years with a telephone.'],
    ],
    dimensions: [
      ['ingredient_quality', '{o} was best in the blind tasting.', '{o} names the farm on every crate.'],
      ['monthly_cost', '{o} costs 900 less a month.', '{o} asks for no deposit.'],
      [
        'innovation',
        '{o} shows the stock as it is, minute by minute.',
        '{o} brings two new products each month to try.',
      ],
      ['shared_values', '{o} pays its drivers by the hour.', 'The founder of {o} cooks for the shelter on Sundays.'],
      ['reliability', '{o} was late once in the last year.', '{o} can begin next Monday.'],
    ],
    neutral: 'Both deliver on the same days.',
  },
  business_strategy: {
    description: 'A maker of bicycles chooses a course for the next two years.',
    context: 'Sales are flat, and the team is proud of what it builds.',
    options: [
      ['the city line', 'A plain bicycle for the city, sold in numbers.'],
      ['the touring line', 'A few fine bicycles for long journeys.'],
    ],
    dimensions: [
      ['craftsmanship', '{o} lets the workshop show what it can do.', 'Testers gave {o} the best marks for its frame.'],
      ['margin', 'Each bicycle of {o} earns 18 % more.', '{o} can be built with parts that are there.'],
      ['new_markets', '{o} opens two countries where nobody knows them.', 'No competitor has anything like {o}.'],
      ['brand_culture', 'Their oldest customers ask for {o}.', '{o} is what the founders began with.'],
      ['ease_of_execution', '{o} needs no new machine.', 'The dealers could sell {o} from autumn on.'],
    ],
    neutral: 'Both lines use the same paint shop.',
  },
  business_hiring: {
    description: 'A small software firm chooses whom to hire.',
    context: 'There is one place, and work that has waited since winter.',
    options: [
      ['Ines', 'Twelve years in one large company.'],
      ['Tomasz', 'Five years in three young ones.'],
    ],
    dimensions: [
      ['technical_depth', '{o} solved the hardest task of the day.', 'Two of the libraries they use are by {o}.'],
      ['salary', '{o} asks for 8 % less.', '{o} brings the own equipment.'],
      [
        'fresh_ideas',
        '{o} proposed something that nobody had thought of.',
        '{o} has built what they want to try next.',
      ],
      ['team_fit', 'Everybody who had lunch with {o} wants {o}.', '{o} has taught beginners for years.'],
      ['quick_start', '{o} can begin in two weeks.', '{o} knows the tools they work with.'],
    ],
    neutral: 'Both live in the same city.',
  },
  business_location: {
    description: 'A physiotherapist chooses rooms for a practice.',
    context: 'The lease of the old rooms ends in October.',
    options: [
      ['the courtyard', 'Ground floor in a quiet courtyard.'],
      ['the high street', 'First floor above a pharmacy.'],
    ],
    dimensions: [
      ['room_quality', '{o} has light on two sides.', 'The floor of {o} was laid for sport.'],
      ['rent', 'The rent of {o} is 400 less a month.', 'The landlord of {o} pays for the walls.'],
      ['room_to_grow', '{o} has two rooms more that can be added.', 'A sports club will open beside {o}.'],
      ['neighbourhood', 'Half of the patients live round {o}.', 'The midwives next to {o} would share a waiting room.'],
      ['accessibility', 'There is a tram stop in front of {o}.', '{o} can be entered without a step.'],
    ],
    neutral: 'Both leases run for five years.',
  },
  business_operations: {
    description: 'The head of a warehouse chooses how to run the night shift.',
    context: 'Orders have doubled in two years, and the busy season is near.',
    options: [
      ['the robots', 'Twelve carts that drive by themselves.'],
      ['the second crew', 'Nine people for four nights a week.'],
    ],
    dimensions: [
      ['accuracy', 'In the trial {o} made a third of the errors.', '{o} handles fragile goods without loss.'],
      ['running_cost', '{o} costs 14 % less in a year.', 'For {o} nothing has to be paid in advance.'],
      [
        'modernisation',
        '{o} would make theirs the first such warehouse in the region.',
        '{o} gives figures that could never be had before.',
      ],
      ['people', 'The works council is in favour of {o}.', 'With {o} nobody has to change the shift.'],
      ['smooth_change', '{o} can start before the busy season.', '{o} works with the shelves as they are.'],
    ],
    neutral: 'Both fit the fire regulations.',
  },
};

export const topicNames: readonly string[] = Object.keys(topics);
