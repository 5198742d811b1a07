import { changeOf } from '#contract/change.ts';
import type { RcData } from '#contract/report.ts';
import type { Row } from '../ask.ts';
import { amountIn } from '../figures.ts';
import type { Figure } from '../model.ts';
import { chosen, distinct, type Report } from './report.ts';
import { totalMeasures, totalsIn } from './totals.ts';

const figures: readonly Figure[] = [
  'revenue',
  'conversions',
  'aov',
  'users',
  'per_user',
  'profit',
  'roas',
  'cpa',
];
const sharedMeasures = [
  'cost',
  'payout',
  'paired_purchases',
  'server_only_purchases',
  'browser_only_purchases',
  'union_purchases',
  'union_revenue',
];

/** Revenue and conversions of the whole period, of both sides and of what both saw. */
export async function rcData(report: Report): Promise<RcData> {
  const { ask, inquiry, model } = report;
  const { measure, amount } = chosen(report);
  const compared = inquiry.compared;
  const [[row], [before]] = await Promise.all([
    ask({
      measures: distinct([
        ...figures.map(measure),
        measure('net_revenue'),
        ...totalMeasures,
        ...sharedMeasures,
      ]),
    }),
    compared
      ? ask({ measures: distinct([...figures.map(measure), 'cost']), window: compared.window })
      : [],
  ]);
  const shared = (name: string) => amountIn(model, row, name);
  const current = compare(report, row);
  const previous = compared ? compare(report, before) : null;
  return {
    ...current,
    net_revenue: amount(row, 'net_revenue'),
    payout: shared('payout'),
    ...totalsIn(model, row),
    overlap: {
      both: shared('paired_purchases'),
      server_only: shared('server_only_purchases'),
      browser_only: shared('browser_only_purchases'),
      union_purchases: shared('union_purchases'),
      union_revenue: shared('union_revenue'),
    },
    previous,
    change: previous && {
      revenue: changeOf(current.revenue, previous.revenue),
      conversions: changeOf(current.conversions, previous.conversions),
      aov: changeOf(current.aov, previous.aov),
      users: changeOf(current.users, previous.users),
      per_user: changeOf(current.per_user, previous.per_user),
      cost: changeOf(current.cost, previous.cost),
      profit: changeOf(current.profit, previous.profit),
      roas: changeOf(current.roas, previous.roas),
      cpa: changeOf(current.cpa, previous.cpa),
    },
  };
}

function compare(report: Report, row: Row | undefined) {
  const { amount, figure } = chosen(report);
  return {
    revenue: amount(row, 'revenue'),
    conversions: amount(row, 'conversions'),
    aov: figure(row, 'aov'),
    users: amount(row, 'users'),
    per_user: figure(row, 'per_user'),
    cost: amountIn(report.model, row, 'cost'),
    profit: amount(row, 'profit'),
    roas: figure(row, 'roas'),
    cpa: figure(row, 'cpa'),
  };
}
