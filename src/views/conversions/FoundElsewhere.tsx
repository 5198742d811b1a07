import { CalendarSearch } from 'lucide-react';
import { useSearch } from 'wouter';
import type { FoundConversion } from '#contract/conversions/search.ts';
import { dayAt } from '#contract/period.ts';
import type { Query } from '#model/query.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { moment, money } from '../kit/format.ts';
import { statusWord } from './words.ts';

/** What the search finds although the log does not list it, with the reason and a way to open it. */
export function FoundElsewhere({
  found,
  query: { period, timezone },
}: {
  found: readonly FoundConversion[];
  query: Query;
}) {
  const search = useSearch();
  const isOutside = ({ event_time }: FoundConversion) => {
    const day = dayAt(new Date(event_time), timezone);
    return day < period.start || day > period.end;
  };
  return (
    <div className="blank log-elsewhere">
      <CalendarSearch size={24} aria-hidden="true" />
      <p className="blank-title">
        {found.every(isOutside) ? 'Found outside this range' : 'Found, but not listed here'}
      </p>
      <ul>
        {found.map((one) => (
          <li key={one.id}>
            <AppLink to={`/conversions/${encodeURIComponent(one.id)}${search ? `?${search}` : ''}`}>
              Open {one.order_id ?? one.id}
            </AppLink>
            <span>
              {moment(one.event_time, timezone)}, {money(one.value, one.currency)} {one.currency},{' '}
              {one.record === 'refund' ? 'refund' : statusWord(one.status).toLowerCase()}
              {isOutside(one) ? '' : ', hidden by the other filters'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
