import type { Plan } from '#contract/billing.ts';
import { money } from '../parts/format.ts';

type Price = Pick<Plan, 'price' | 'currency'> & { interval?: Plan['interval'] };

/** “99.00 USD a month” */
export const priceOf = ({ price, currency, interval }: Price): string =>
  `${money(price)} ${currency}${interval ? ` a ${interval}` : ''}`;
