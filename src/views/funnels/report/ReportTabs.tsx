import { type FunnelTab, funnelTabs } from '#model/funnel-dashboard.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { tabNames } from './words.ts';

/** The tabs of the dashboard, as links within the page. */
export function ReportTabs({ current }: { current: FunnelTab }) {
  return (
    <nav className="segments report-tabs" aria-label="Parts of the report">
      {funnelTabs.map((tab) => (
        <AppLink
          key={tab}
          to={`#${tab}`}
          className="segment"
          data-active={tab === current || undefined}
          aria-current={tab === current ? 'page' : undefined}
        >
          {tabNames[tab]}
        </AppLink>
      ))}
    </nav>
  );
}
