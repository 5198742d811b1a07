import type { Plan } from '#contract/billing/schemas.ts';
import { count, money } from '../kit/format.ts';

type Price = Pick<Plan, 'price' | 'currency'> & { interval?: Plan['interval'] };

/** “99.00 USD a month” */
export const priceOf = ({ price, currency, interval }: Price): string =>
  `${money(price, currency)} ${currency}${interval ? ` a ${interval}` : ''}`;

/** The limits of a plan: “100,000 events”, “1 project”. */
export const limitsOf = ({
  events_limit: events,
  projects_limit: projects,
}: Pick<Plan, 'events_limit' | 'projects_limit'>): string[] => [
  events ? `${count(events)} events` : 'Any number of events',
  projects
    ? `${count(projects)} ${projects === 1 ? 'project' : 'projects'}`
    : 'Any number of projects',
];
