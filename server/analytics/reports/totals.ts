import type { Row } from '../ask.ts';
import { amountIn, figureIn } from '../figures.ts';
import type { Model } from '../model.ts';

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
] as const;

export function totalsIn(model: Model, row: Row | undefined) {
  const amount = (measure: (typeof totalMeasures)[number]) => amountIn(model, row, measure);
  const figure = (measure: (typeof totalMeasures)[number]) => figureIn(model, row, measure);
  return {
    server_revenue: amount('server_revenue'),
    server_aov: figure('server_aov'),
    server_purchases: amount('server_purchases'),
    server_per_user: figure('server_per_user'),
    server_users: amount('server_users'),
    browser_purchases: amount('browser_purchases'),
    browser_aov: figure('browser_aov'),
    browser_revenue: amount('browser_revenue'),
    browser_per: figure('browser_per'),
    browser_users: amount('browser_users'),
  };
}
