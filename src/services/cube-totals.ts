import { changeOf } from '#contract/change.ts';
import type { Compared } from '#contract/comparison.ts';
import type { Question } from '#contract/query.ts';
import type { RcData } from '#contract/report.ts';
import type { Row } from './cube.ts';
import { amountIn, figureIn } from './cube-figures.ts';
import type { Inquire } from './cube-inquiry.ts';
import { type Figure, measureOf } from './cube-members.ts';
import { instants } from './cube-span.ts';

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
/** The ten figures of the hourly pixel summary. */
export const totalMeasures = [
  'server_revenue',
  'server_aov',
  'server_purchases',
  'server_per_user',
  'server_users',
  'browser_purchases',
  'browser_aov',
  'browser_revenue',
  'browser_per',
  'browser_users',
];
const shared = [
  'cost',
  'payout',
  'paired_purchases',
  'server_only_purchases',
  'browser_only_purchases',
  'union_purchases',
  'union_revenue',
];

/** Revenue and conversions of the whole period, of both sides and of what both saw. */
export async function totalsOver(
  ask: Inquire,
  question: Question,
  compared: Compared | null,
): Promise<RcData> {
  const chosen = figures.map((figure) => measureOf(figure, question));
  const [[row], before] = await Promise.all([
    ask({ measures: [...chosen, measureOf('net_revenue', question), ...totalMeasures, ...shared] }),
    compared ? ask({ measures: [...chosen, 'cost'], span: instants(compared.window) }) : null,
  ]);
  return totalsIn(question, row, before && (before[0] ?? {}));
}

function totalsIn(question: Question, row: Row | undefined, before: Row | null): RcData {
  const current = comparable(question, row);
  const previous = before && comparable(question, before);
  return {
    ...current,
    net_revenue: amountIn(row, measureOf('net_revenue', question)),
    payout: amountIn(row, 'payout'),
    ...totalsOf(row),
    overlap: {
      both: amountIn(row, 'paired_purchases'),
      server_only: amountIn(row, 'server_only_purchases'),
      browser_only: amountIn(row, 'browser_only_purchases'),
      union_purchases: amountIn(row, 'union_purchases'),
      union_revenue: amountIn(row, 'union_revenue'),
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

const comparable = (question: Question, row: Row | undefined) => ({
  revenue: amountIn(row, measureOf('revenue', question)),
  conversions: amountIn(row, measureOf('conversions', question)),
  aov: figureIn(row, measureOf('aov', question)),
  users: amountIn(row, measureOf('users', question)),
  per_user: figureIn(row, measureOf('per_user', question)),
  cost: amountIn(row, 'cost'),
  profit: amountIn(row, measureOf('profit', question)),
  roas: figureIn(row, measureOf('roas', question)),
  cpa: figureIn(row, measureOf('cpa', question)),
});

export const totalsOf = (row: Row | undefined) => ({
  server_revenue: amountIn(row, 'server_revenue'),
  server_aov: figureIn(row, 'server_aov'),
  server_purchases: amountIn(row, 'server_purchases'),
  server_per_user: figureIn(row, 'server_per_user'),
  server_users: amountIn(row, 'server_users'),
  browser_purchases: amountIn(row, 'browser_purchases'),
  browser_aov: figureIn(row, 'browser_aov'),
  browser_revenue: amountIn(row, 'browser_revenue'),
  browser_per: figureIn(row, 'browser_per'),
  browser_users: amountIn(row, 'browser_users'),
});
