import type { FilterGroup } from '#contract/analytics/dimensions.ts';
import { hasFigures } from '#machines/app/screens.ts';
import type { Desk } from './desk.ts';

/** Shows the figures of one value only: on the screen where it is, or on the dashboard, which entering it resets. */
export function filterBy(
  { workspace, selection, goTo }: Pick<Desk, 'workspace' | 'selection' | 'goTo'>,
  group: FilterGroup,
  value: string,
): void {
  if (!hasFigures(workspace.getSnapshot().context.screen)) goTo('/dashboard');
  selection.send({ type: 'filter.choose', group, values: [value] });
}
