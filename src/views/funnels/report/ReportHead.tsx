import { useSelector } from '@xstate/react';
import { Layers, RotateCw } from 'lucide-react';
import { useSearch } from 'wouter';
import { type FunnelBreakdown, funnelBreakdowns } from '#contract/funnels/report.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelDashboardActor } from '#machines/funnels/funnel-dashboard.ts';
import { mayWriteFunnels } from '#machines/funnels/funnels.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { todayOf } from '#machines/selection/selection-model.ts';
import { funnelPaths } from '#model/funnels.ts';
import { ownPeriod } from '#model/own-days.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { MenuSelect } from '../../kit/MenuSelect.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { RangePicker } from '../../selection/RangePicker.tsx';
import { statusWords } from '../common/words.ts';
import { propertyWord } from '../steps/filter-words.ts';
import { CompareChoice } from './CompareChoice.tsx';
import { EntryFilters } from './EntryFilters.tsx';

const breakdownOptions = [
  { value: 'none' as const, label: 'No breakdown' },
  ...funnelBreakdowns.map((value) => ({ value, label: propertyWord(value) })),
];

/** The funnel's name, the ways to its other screens, and what the report shows. */
export function ReportHead({
  screen,
  selection,
  funnel,
}: {
  screen: FunnelDashboardActor;
  selection: SelectionActor;
  funnel: Funnel;
}) {
  const search = useSearch();
  const to = (path: string) => linkWith(path, search);
  const view = useSelector(screen, ({ context }) => context.view);
  const mayWrite = useSelector(screen, ({ context }) => mayWriteFunnels(context));
  const today = useSelector(selection, ({ context }) => todayOf(context));
  const { range, compare, compared, breakdown, filters } = view;
  const change = (changed: Partial<Omit<typeof view, 'slug'>>) =>
    screen.send({ type: 'view.change', change: changed });
  return (
    <header className="report-head">
      <div className="report-name">
        <h1 className="conversions-title">{funnel.name}</h1>
        {funnel.status === 'active' ? null : (
          <span className="report-mark">{statusWords[funnel.status]}</span>
        )}
        <nav aria-label="Funnel">
          <AppLink to={to(funnelPaths.overview(funnel.slug))}>Overview</AppLink>
          {mayWrite ? <AppLink to={to(funnelPaths.editor(funnel.slug))}>Edit</AppLink> : null}
          <AppLink to={to(funnelPaths.list)}>All funnels</AppLink>
        </nav>
        <button
          type="button"
          className="icon-button"
          aria-label="Refresh"
          onClick={() => screen.send({ type: 'figures.refresh' })}
        >
          <RotateCw size={16} aria-hidden="true" />
        </button>
      </div>
      {today === null ? null : (
        <div className="report-choices">
          <RangePicker
            period={ownPeriod(range, today)}
            today={today}
            onChoose={(chosen) => change({ range: chosen })}
          />
          <CompareChoice compare={compare} compared={compared} today={today} onChoose={change} />
          <MenuSelect<FunnelBreakdown | 'none'>
            icon={Layers}
            label="Breakdown"
            value={breakdown ?? 'none'}
            options={breakdownOptions}
            onChoose={(chosen) =>
              change({ breakdown: chosen === 'none' ? null : chosen, people: null })
            }
          />
          <EntryFilters
            filters={filters}
            onChange={(changed) => change({ filters: changed, people: null })}
          />
        </div>
      )}
    </header>
  );
}
