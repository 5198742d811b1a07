import type { Step } from '#contract/funnels/definition.ts';
import type { FunnelDashboardActor } from '#machines/funnels/funnel-dashboard.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { FunnelView } from '#model/funnel-dashboard.ts';

/** What each panel of a funnel's report needs besides its own figures. */
export type ReportPanelProps<Actor> = {
  screen: FunnelDashboardActor;
  /** Of the panel's figures. */
  actor: Actor;
  selection: SelectionActor;
  view: FunnelView;
  steps: readonly Step[];
};
