import { addDays, dayAt } from '#contract/period.ts';
import { createRandom, type Random } from '#server/demo/random.ts';
import type { Place } from './prepare.ts';
import { seededDays } from './seed.ts';

export type Span = '90 days' | 'one day';

export type Call = {
  name: string;
  /** What the acceptance wants of 90 days at ten million events, in milliseconds at p95. */
  target: number | null;
  /** Asked of the last 90 days whatever the screen shows: it has no time of one day. */
  isTimeless?: true;
  request(chance: Random, setting: Setting): { path: string; query: Record<string, string> };
};

export type Setting = { place: Place; span: Span; now: Date };

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'US/Central',
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'Australia/Sydney',
  'Asia/Kolkata',
];

const filters: readonly Record<string, string>[] = [
  { utm_source: 'facebook' },
  { device: 'mobile' },
  { countries: 'US,CA' },
  { channel: '-email' },
  { offer_ids: '101,104,107' },
  { utm_source: 'google', device: '-tablet' },
];

/** Half of the requests read everything, a quarter some affiliates, a quarter a filtered part. */
function selection(chance: Random, { place }: Setting): Record<string, string> {
  const project_id = String(place.projectId);
  const kind = chance.whole(0, 3);
  if (kind === 0) {
    const some = place.affiliateIds.filter(() => chance.happens(0.5));
    const ids = some.length > 0 ? some : place.affiliateIds.slice(0, 1);
    return { affiliate_id: ids.join(','), project_id };
  }
  const filter = kind === 1 ? filters[chance.whole(0, filters.length - 1)] : {};
  return { affiliate_id: 'all', project_id, ...filter };
}

function range(chance: Random, { span, now }: Setting): { start_date: string; end_date: string } {
  const today = dayAt(now, 'UTC');
  if (span === 'one day') {
    const day = addDays(today, -chance.whole(1, seededDays - 2));
    return { start_date: day, end_date: day };
  }
  const start = addDays(today, -seededDays + chance.whole(0, 3));
  return { start_date: start, end_date: addDays(today, -chance.whole(0, 3)) };
}

const zone = (chance: Random): string => zones[chance.whole(0, zones.length - 1)] ?? 'UTC';

const report =
  (path: string, more: Record<string, string> = {}) =>
  (chance: Random, setting: Setting) => ({
    path: `/api/v1/${path}/`,
    query: {
      ...selection(chance, setting),
      ...range(chance, setting),
      timezone: zone(chance),
      ...more,
    },
  });

const cube =
  (query: Record<string, unknown>, granularity?: (span: Span) => string) =>
  (chance: Random, setting: Setting) => {
    const { start_date, end_date } = range(chance, setting);
    const time = {
      dimension: 'pixel_summary.hour',
      dateRange: [start_date, end_date],
      ...(granularity ? { granularity: granularity(setting.span) } : {}),
    };
    const projects = {
      member: 'pixel_summary.project_id',
      operator: 'equals',
      values: [String(setting.place.projectId)],
    };
    const { filters: more = [], ...rest } = query;
    const whole = {
      ...rest,
      timeDimensions: [time],
      filters: [projects, ...(Array.isArray(more) ? more : [])],
      timezone: zone(chance),
    };
    return { path: '/cubejs-api/v1/load', query: { query: JSON.stringify(whole) } };
  };

const m = (...names: string[]) => names.map((name) => `pixel_summary.${name}`);

export const calls: readonly Call[] = [
  { name: 'rc-data', target: 300, request: report('rc-data') },
  { name: 'cc-data', target: 300, request: report('cc-data') },
  { name: 'rc-chart-data', target: 300, request: report('rc-chart-data') },
  { name: 'clicks', target: null, request: report('clicks') },
  { name: 'rc-table-data campaigns', target: 300, request: report('rc-table-data') },
  {
    name: 'rc-table-data ads',
    target: null,
    request: report('rc-table-data', { group_by: 'ad_id' }),
  },
  { name: 'revenue-date-range', target: 300, request: report('revenue-date-range') },
  { name: 'revenue-last-year', target: 300, request: report('revenue-last-year') },
  { name: 'rc-payment-data', target: 300, request: report('rc-payment-data') },
  { name: 'all-rc-payment-data', target: 300, request: report('all-rc-payment-data') },
  { name: 'country-breakdown', target: null, request: report('country-breakdown') },
  { name: 'states-breakdown', target: 1_200, request: report('states-breakdown') },
  { name: 'funnel-analysis-data', target: 1_200, request: report('funnel-analysis-data') },
  { name: 'bq-data', target: null, request: report('bq-data') },
  {
    name: 'param-variants',
    target: null,
    isTimeless: true,
    request: (chance, { place }) => ({
      path: '/api/v1/param-variants/',
      query: {
        project_id: String(place.projectId),
        affiliate_id: place.affiliateIds.filter(() => chance.happens(0.7)).join(',') || 'all',
        name:
          ['params.country', 'params.state', 'params.utm_source', 'params.campaign_id'][
            chance.whole(0, 3)
          ] ?? 'params.country',
      },
    }),
  },
  {
    name: 'cube totals',
    target: 300,
    request: cube({
      measures: m(
        'server_revenue',
        'server_purchases',
        'server_users',
        'browser_revenue',
        'clicks',
      ),
    }),
  },
  {
    name: 'cube graph',
    target: 300,
    request: cube({ measures: m('server_revenue', 'server_purchases', 'clicks') }, (span) =>
      span === 'one day' ? 'hour' : 'day',
    ),
  },
  {
    name: 'cube campaign table',
    target: 300,
    request: cube({
      measures: m('server_revenue', 'server_purchases', 'clicks', 'cost'),
      dimensions: m('campaign_id'),
      filters: [{ member: 'pixel_summary.server_revenue', operator: 'gt', values: ['0'] }],
    }),
  },
  {
    name: 'rc-data, compared',
    target: null,
    request: report('rc-data', { compare: 'same_elapsed' }),
  },
  {
    name: 'rc-chart-data, compared',
    target: null,
    request: report('rc-chart-data', { compare: 'same_elapsed' }),
  },
];

/** The same addresses for everybody who asks with the same number of requests. */
export function addressesOf(call: Call, setting: Setting, many: number): string[] {
  const chance = createRandom('bench', call.name, setting.span);
  return Array.from({ length: many }, () => {
    const { path, query } = call.request(chance, setting);
    return `${path}?${new URLSearchParams(query)}`;
  });
}
