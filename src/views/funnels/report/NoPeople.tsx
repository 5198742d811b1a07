import { useSelector } from '@xstate/react';
import { CalendarSearch, FilterX, RadioTower } from 'lucide-react';
import type { FunnelDashboardActor, ReportActor } from '#machines/funnels/funnel-dashboard.ts';
import type { FunnelView } from '#model/funnel-dashboard.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { moment } from '../../kit/format.ts';

/** Why nobody entered: no event of the first step ever came, the filters leave nothing, or the days are quiet. */
export function NoPeople({
  actor,
  screen,
  view,
}: {
  actor: ReportActor;
  screen: FunnelDashboardActor;
  view: FunnelView;
}) {
  const report = useSelector(actor, ({ context }) => context.answer?.data ?? null);
  if (view.filters.length > 0) {
    return (
      <div className="blank">
        <FilterX size={24} aria-hidden="true" />
        <p className="blank-title">No entries match your filters</p>
        <p>No entry of these days meets all of them.</p>
        <Button onClick={() => screen.send({ type: 'view.change', change: { filters: [] } })}>
          Clear filters
        </Button>
      </div>
    );
  }
  const steps = report?.steps ?? [];
  if (steps[0]?.last_event_at != null) {
    return (
      <div className="blank">
        <CalendarSearch size={24} aria-hidden="true" />
        <p className="blank-title">Nobody entered in these days</p>
        <p>The first step has had events before. A longer range may show them.</p>
        <Button
          onClick={() => screen.send({ type: 'view.change', change: { range: 'last_90_days' } })}
        >
          Show the last 90 days
        </Button>
      </div>
    );
  }
  return (
    <div className="blank">
      <RadioTower size={24} aria-hidden="true" />
      <p className="blank-title">No data yet</p>
      <p>
        No event of the first step arrived in the last 90 days. Send a test order, or visit the page
        yourself.
      </p>
      <dl className="report-last" aria-label="Last event of each step">
        {steps.map(({ slug, name, last_event_at }) => (
          <div key={slug}>
            <dt>{name}</dt>
            <dd>
              last event:{' '}
              {last_event_at === null
                ? 'none in 90 days'
                : moment(last_event_at, report?.period.timezone ?? 'UTC')}
            </dd>
          </div>
        ))}
      </dl>
      <AppLink to="/pixels#order-test" className="button">
        Test your pixel
      </AppLink>
    </div>
  );
}
