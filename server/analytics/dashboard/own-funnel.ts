import type { Funnel } from '#contract/analytics/report.ts';
import type { FunnelQuery } from '#contract/analytics/report-query.ts';
import type { ProjectScope } from '../../access/scope.ts';
import type { Report } from '../reports/report.ts';
import type { Select } from '../runner/query-runner.ts';

/** Counts a funnel that a project has defined itself. */
export type OwnFunnel = (report: Report, query: FunnelQuery, select: Select) => Promise<Funnel>;

/**
 * Finds a published funnel of a project by its slug, `default` for that of the dashboard, as it was at a moment; null
 * where there is none.
 */
export type OwnFunnels = (
  project: ProjectScope,
  slug: string,
  asOf?: Date,
) => Promise<OwnFunnel | null>;
