/** What each figure is, in one sentence, for whoever points at its name. */
export const definitions = {
  totals:
    'What the chosen affiliates earned in the chosen days, counted on one side: by the server or by the browser.',
  graph:
    'Revenue, conversions and clicks of each hour of one day, or of each day of several. The running one is dashed; what is still to come is blank.',
  breakdown:
    'Which campaigns, ad sets and ads earned money. Rows, unattributed and other add up to the total.',
  revenue: 'The value of the counted conversions before refunds, in the currency of the project.',
  conversions: 'Purchases that count: pending and approved ones, duplicates and tests left out.',
  aov: 'Average order value: revenue divided by conversions.',
  clicks: 'Clicks of people; bots and tests are left out.',
  conversionRate: 'Conversions divided by the people who clicked.',
  epc: 'Earnings per click: revenue divided by clicks.',
  cost: 'What the ads cost, from the imported cost rows of these days.',
  profit: 'Revenue minus cost minus payouts to affiliates.',
  roas: 'Return on ad spend: revenue divided by cost.',
  cpa: 'Cost per acquisition: cost divided by conversions.',
  users:
    'Different people who bought. It does not add up over days: somebody who buys twice is one.',
  perUser: 'Revenue divided by the different people who bought.',
} as const;
