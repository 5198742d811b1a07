import { type AnyEventObject, fromCallback } from 'xstate';
import { dayAt, daySchema, type Period, periodOf } from '#contract/period.ts';
import { type PayoutsPlace, type PayoutsRecalledEvent, payoutsPath } from '#model/offer-payouts.ts';

type Navigate = (to: string, options: { replace: boolean }) => void;

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate'];

/**
 * The days and the open statement in the address; without valid days they are those of the last month. `watch` reports
 * them at the start and after every change that this object did not make: a link, a step back or forward.
 */
export function createPayoutsAddress(window: Window, go: Navigate, now: () => number) {
  let known = '';

  return {
    visit({ start, end }: Period) {
      const { pathname, search } = window.location;
      if (pathname !== payoutsPath) return;
      const query = new URLSearchParams(search);
      query.delete('range');
      query.set('start', start);
      query.set('end', end);
      known = JSON.stringify({ period: { start, end }, affiliate: affiliateIn(query) });
      go(`${pathname}?${query}`, { replace: false });
    },
    watch: fromCallback<AnyEventObject, { timezone: string }, PayoutsRecalledEvent>(
      ({ sendBack, input: { timezone } }) => {
        const report = () => {
          if (window.location.pathname !== payoutsPath) return;
          const lastMonth = periodOf('last_month', dayAt(new Date(now()), timezone));
          const place = readPayoutsPlace(window.location.search, lastMonth);
          const key = JSON.stringify(place);
          if (key === known) return;
          known = key;
          sendBack({ type: 'address.recalled', place });
        };
        known = '';
        report();
        for (const change of navigationEvents) window.addEventListener(change, report);
        return () => {
          for (const change of navigationEvents) window.removeEventListener(change, report);
        };
      },
    ),
  };
}

function readPayoutsPlace(search: string, otherwise: Period): PayoutsPlace {
  const query = new URLSearchParams(search);
  const [start, end] = [
    daySchema.safeParse(query.get('start')),
    daySchema.safeParse(query.get('end')),
  ];
  const isPeriod = start.success && end.success && start.data <= end.data;
  const period = isPeriod ? { start: start.data, end: end.data } : otherwise;
  return { period, affiliate: affiliateIn(query) };
}

function affiliateIn(query: URLSearchParams): number | null {
  const text = query.get('affiliate') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
