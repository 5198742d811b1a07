import { byDimension, groupings } from '#contract/analytics/dimensions.ts';
import type { ReportMeta } from '#contract/analytics/report.ts';
import { textMap } from '#contract/text-map.ts';
import type { Column } from '../../platform/tables/table.ts';
import { figures, type Model } from '../compiler/model.ts';
import { meaningOf } from './dimension-meaning.ts';

export type ColumnDefinition = {
  name: string;
  unit: Column['kind'];
  title: string;
  description: string;
  formula?: string;
};

/** Descriptions of columns that are no measure of the model. */
const others = textMap<[title: string, description: string]>({
  ...byDimension(groupings, meaningOf),
  line: [
    'Line',
    'What the line is: a row, a row that cost money without server revenue, what no click earned (unattributed), what the rows leave out (other), the total, or the period compared with (previous). Of server and browser: who saw it, a cause why not both did, or a way of counting.',
  ],
  key: ['Key', 'The value of the dimension; empty where there is none.'],
  label: ['Label', 'The name of the key.'],
  parents: ['Belongs to', 'The campaign of an ad set; the campaign and the ad set of an ad.'],
  groups: ['Groups', 'How many groups the rows leave out.'],
  date: ['Date', 'The local day, or the hour of the local day.'],
  start: ['Start', 'The instant at which the bucket begins, in UTC.'],
  hour: ['Hour', 'When the bucket begins, in local time.'],
  month: ['Month', 'The month in the time zone.'],
  partial: ['Partial', 'Whether the bucket was still running.'],
  affiliate_id: ['Affiliate', 'The id of the affiliate.'],
  project: ['Project', 'The id of the project.'],
  project_name: ['Project name', 'The name of the project.'],
  country_name: ['Country name', 'The name of the country.'],
  state_code: ['State code', 'ISO 3166-2 code of the state.'],
  state_name: ['State name', 'The name of the state.'],
  currency: ['Currency', 'The currency of the money on this line.'],
  conversion: ['Conversions', 'Conversions that count on the chosen side.'],
  unique_conversions: ['Unique conversions', 'Conversions, duplicates left out.'],
  raw_conversions: ['Raw conversions', 'Every report of a conversion, duplicates included.'],
  purchases: ['Purchases', 'Conversions that the server reported.'],
  bots: ['Bot clicks', 'Clicks of bots, which count nowhere else.'],
  share: ['Share', 'The share of all revenue of the selection.'],
  cumulative: ['Cumulative', 'Revenue from the first day of the range up to this one.'],
  change: ['Change', 'The change from the compared period, as a share of it.'],
  payout_paid: ['Payout paid', 'What was paid to the affiliate in the range.'],
  payout_due: ['Payout due', 'Payout minus what was paid.'],
  last_payment_at: ['Last payment', 'When the affiliate was paid last, in UTC.'],
  overlap_both: ['Seen by both', 'Conversions that server and browser reported.'],
  overlap_server_only: ['Server only', 'Conversions that only the server reported.'],
  overlap_browser_only: ['Browser only', 'Conversions that only the browser reported.'],
  overlap_union_purchases: ['Union', 'Conversions that either side reported, each once.'],
  overlap_union_revenue: ['Union revenue', "Their value; the server's where both reported one."],
  no_rate: [
    'Without a rate',
    'Conversions, refunds and costs in a currency without an exchange rate.',
  ],
  order: ['Step', 'The position of the step in the funnel.'],
  name: ['Name', 'The name of the step.'],
  event_name: ['Event', 'The event of the step.'],
  events: ['Events', 'How often the event happened.'],
  rate_from_previous: [
    'Rate from previous',
    'People at this step divided by people at the step before.',
  ],
  rate_from_start: ['Rate from start', 'People at this step divided by people at the first step.'],
  dropped: ['Dropped', 'People who reached the step before and not this one.'],
  median_seconds: ['Median time', 'Median seconds from the step before to this one.'],
  settled: ['Settled', 'The share of the expected conversions that should have arrived.'],
  projected_roas: ['Projected ROAS', 'ROAS once every expected conversion has arrived.'],
  profit_probability: ['Profit probability', 'The probability of a profit.'],
  clicks_to_decide: [
    'Clicks to decide',
    'About how many more clicks are needed until that is certain enough.',
  ],
  separable: ['Separable', 'Whether it differs significantly from the best row.'],
  wins: ['Wins', 'Under how many attribution models it makes a profit.'],
  kind: ['Kind', 'A click, a conversion, a refund, a correction, a cost or a person.'],
  id: ['Id', 'The id of the row; of a conversion the same for both sides.'],
  time: ['Time', 'When it happened, in UTC.'],
  side: ['Side', 'Which side reported it.'],
  known_by: ['Known by', 'The order, the click or the ad account.'],
  affiliate_name: ['Affiliate name', 'The name of the affiliate.'],
  campaign_id: ['Campaign', 'The id of the campaign.'],
  campaign_label: ['Campaign name', 'The name of the campaign.'],
  credit: ['Credit', 'The share of it that counts here: 1 unless an attribution model splits it.'],
  reports: [
    'Reports',
    'By how many events it was reported; of a person, how many rows they are in.',
  ],
  amount: ['Amount', 'What the row adds to the figure. The rows add up to it.'],
  part: ['Part', 'Which side reported it, why the other did not, or how it is counted.'],
  found: ['Conversions', 'Conversions of this line, each once unless counted by events.'],
  worth: ['Revenue', "Their value; the server's where both reported one."],
  server_worth: ['As the server says', 'Their value as the server reported it.'],
  browser_worth: ['As the browser says', 'Their value as the browser reported it.'],
  credit_low: ['Least credit', 'The lowest server revenue that any attribution model gives it.'],
  credit_high: ['Most credit', 'The highest server revenue that any attribution model gives it.'],
});

/** Columns that are derived from another column. */
const relations: readonly [pattern: RegExp, words: (title: string) => string][] = [
  [
    /^previous_so_far_(.+)$/,
    (title) =>
      `${title}, of the hour or day compared with as far as totals count it; empty where they count all of it`,
  ],
  [/^previous_(.+)$/, (title) => `${title}, in the period compared with`],
  [
    /^change_(.+)$/,
    (title) => `${title}: the change against the period compared with, as a share of it`,
  ],
  [/^click_clock_(.+)$/, (title) => `${title}, counted on the day of the click`],
  [/^(.+)_low$/, (title) => `${title}: the lower end of its 95 % interval`],
  [/^(.+)_high$/, (title) => `${title}: the upper end of its 95 % interval`],
];

function rankBy(column: string): [title: string, description: string] | null {
  const [, model] = /^ranks_(.+)$/.exec(column) ?? [];
  return model ? [`Rank by ${model}`, 'The rank among all rows; the best is 1.'] : null;
}

/** The meaning of each column, in the model's words where it has them. */
export function definitionsOf(
  columns: readonly Column[],
  model: Model,
  { side, unique }: Pick<ReportMeta, 'side' | 'unique'>,
): ColumnDefinition[] {
  const own = (name: string): Omit<ColumnDefinition, 'name' | 'unit'> | null => {
    const figure = figures.find((one) => one === name);
    const measure = model.measures.get(figure ? model.measureFor(figure, { side, unique }) : name);
    if (measure) {
      const { title, description, meta } = measure;
      return { title, description, formula: meta.formula };
    }
    const [title, description] = others.get(name) ?? rankBy(name) ?? [];
    return title && description ? { title, description } : null;
  };
  const about = (name: string): Omit<ColumnDefinition, 'name' | 'unit'> => {
    const found = own(name);
    if (found) return found;
    for (const [pattern, words] of relations) {
      const [, other] = pattern.exec(name) ?? [];
      if (other) {
        const { title, description } = about(other);
        return { title: words(title), description };
      }
    }
    return { title: name, description: '' };
  };
  return columns.map(({ name, kind }) => ({ name, unit: kind, ...about(name) }));
}
