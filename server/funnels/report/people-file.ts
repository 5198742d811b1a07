import { csvOf } from '../../analytics/export/csv.ts';
import type { Cell, Column } from '../../analytics/export/sheet.ts';
import type { PeopleOfFile } from './funnel-people.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

const texts = [
  'person',
  'entered_at',
  'furthest_step',
  'furthest_at',
  'click_id',
  'affid',
  'channel',
  'campaign_id',
  'campaign',
  'country',
  'device',
] as const;

type Described = Pick<RequestedFunnel, 'definition' | 'period' | 'timezone' | 'asOf' | 'places'> & {
  funnel: { name: string; version: number };
};

/** The people as a CSV file: when each required step was taken in a column of its own. */
export function peopleFile(
  { funnel, definition, period, timezone, asOf, places }: Described,
  { people, isCut }: PeopleOfFile,
): string {
  const steps = definition.steps.filter(({ optional }) => !optional);
  const columns: Column[] = [
    ...texts.map((name) => ({ name, kind: 'text' as const })),
    ...steps.map(({ slug }) => ({ name: `at_${slug}`, kind: 'text' as const })),
    { name: 'revenue', kind: 'currency' },
    { name: 'converted', kind: 'flag' },
    { name: 'open', kind: 'flag' },
  ];
  const rows = people.map((one): Cell[] => [
    ...texts.map((name) => one[name]),
    ...steps.map((_, index) => one.step_times[index] ?? null),
    one.revenue === null ? null : { amount: one.revenue, places },
    one.converted,
    one.open,
  ]);
  const head = [
    ['Funnel', `${funnel.name} (version ${funnel.version})`],
    ['Attempts begun', `${period.start} to ${period.end}, ${timezone}`],
    ['Counted until', asOf.toISOString()],
    ...(isCut ? [['Cut', `The latest ${people.length} people; there are more`] as const] : []),
  ] as const;
  return [...csvOf(head, { columns, rows, moneyPlaces: places })].join('');
}
