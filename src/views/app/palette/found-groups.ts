import { dimensionOf, labelKindOf, levels } from '#contract/analytics/dimensions.ts';
import type { FoundConversion, SearchAnswer } from '#contract/conversions/search.ts';
import { dayAt } from '#contract/period.ts';
import { projectOf } from '#machines/selection/selection-model.ts';
import { zoneFor } from '#model/zones.ts';
import { statusWord } from '../../conversions/words.ts';
import { day, money } from '../../kit/format.ts';
import type { Desk, Group } from './desk.ts';
import { filterBy } from './filter-by.ts';

/** What the server found, as commands: an order opens, a campaign becomes the only one in the figures. */
export function foundGroups({ conversions, campaigns }: SearchAnswer, desk: Desk): Group[] {
  const { context } = desk.selection.getSnapshot();
  const zone = zoneFor(context.timezone, projectOf(context));
  return [
    {
      value: 'Orders',
      items: conversions.map((one) => ({
        id: `order-${one.id}`,
        label: one.order_id ?? one.id,
        note: noteOf(one, zone),
        run: () => desk.goTo(`/conversions/${encodeURIComponent(one.id)}`),
      })),
    },
    {
      value: 'Campaigns, ad sets and ads',
      items: campaigns.flatMap(({ kind, id, name }) => {
        const level = levels.find((one) => labelKindOf(one) === kind);
        return level
          ? {
              id: `${kind}-${id}`,
              label: name,
              note: `${dimensionOf(level).label} ${id}`,
              run: () => filterBy(desk, level, id),
            }
          : [];
      }),
    },
  ].filter(({ items }) => items.length > 0);
}

function noteOf({ record, event_time, value, currency, status }: FoundConversion, zone: string) {
  const when = day(dayAt(new Date(event_time), zone));
  const kind = record === 'refund' ? 'Refund' : statusWord(status);
  return `${when}, ${money(value, currency)} ${currency}, ${kind}`;
}
