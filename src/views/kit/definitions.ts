/** The definition of each figure in one sentence. */
export const definitions = {
  totals:
    'What the chosen affiliates earned in the chosen days, counted on one side: by the server or by the browser. Where none is chosen, it is all of the project, also what no affiliate earned. The last line is who saw the conversions that count, each once also where every report is counted. A rejected or reversed conversion counts on neither side.',
  graph:
    'Revenue, conversions and clicks of each hour of one day, or of each day of several; of days also the cost. The running one is dashed; what is still to come is blank. Drag across it to look closer.',
  breakdown:
    'Which campaigns, ad sets and ads earned money. Rows, unattributed and other add up to the total.',
  countries: 'Clicks, conversions and revenue by the country of the click.',
  states: 'The same by state or region, of every country or of the one you open.',
  weekdayHours:
    'When clicks and conversions come: each hour of the day on each weekday of the range, in the time zone of the report.',
  revenueRange: 'Revenue of each day, and the sum up to it beside the compared days.',
  months: 'Revenue of this month and of the twelve before it, whatever the date range.',
  funnel:
    'How many people took each step in order within seven days. The first step lies in the chosen days.',
  payments:
    'What each affiliate earned in the chosen days, what was paid in them, and what is left of it. The tab Payouts under Conversions counts from the first conversion.',
  allPayments: 'The same for every affiliate of every project you can see.',
  revenue: 'The value of the counted conversions before refunds, in the currency of the project.',
  conversions: 'Purchases that count: pending and approved ones, duplicates and tests left out.',
  aov: 'Average order value: revenue before refunds ÷ conversions.',
  clicks: 'Clicks of people; bots and tests are left out.',
  conversionRate: 'Conversions ÷ unique clicks (people who clicked).',
  epc: 'Earnings per click: revenue ÷ clicks.',
  cost: 'What the ads cost, from the imported cost rows of these days; – where none has come in.',
  profit: 'Revenue − refunds − cost − payouts, with corrections.',
  roas: 'Return on ad spend: revenue before refunds ÷ cost; – where no cost has come in.',
  cpa: 'Cost per acquisition: cost ÷ conversions; – where no cost has come in.',
  users: 'Different people who bought. Days do not add up: a repeat buyer counts once.',
  perUser: 'Revenue ÷ buyers (different people who bought).',
} as const;
