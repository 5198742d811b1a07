import type { Query } from '@cubejs-client/core';
import type { Period, Window } from '#contract/period.ts';
import { member } from './cube-members.ts';

export type Span = Pick<Query, 'timeDimensions' | 'timezone'>;
type Step = 'hour' | 'day' | 'month';

/** Whole local days. */
export const days = ({ start, end }: Period, timezone: string, granularity?: Step): Span =>
  spanOver([start, end], timezone, granularity);

/** From one instant up to another. The endpoint counts the last millisecond in. */
export const instants = ({ from, to }: Window, granularity?: Step): Span =>
  spanOver([wallAt(from), wallAt(new Date(to.getTime() - 1))], 'UTC', granularity);

/** Universal time without its letter, as the endpoint writes and reads it. */
const wallAt = (instant: Date): string => instant.toISOString().slice(0, -1);

const spanOver = (dateRange: [string, string], timezone: string, granularity?: Step): Span => ({
  timeDimensions: [
    { dimension: member('hour'), dateRange, ...(granularity ? { granularity } : {}) },
  ],
  timezone,
});
