import type { ProjectScope } from '../../access/scope.ts';
import type { Cell, Column, Workbook } from '../../platform/tables/table.ts';
import { fileName } from '../../platform/tables/table-file.ts';
import type { FunnelQuestion } from '../query/funnel-question.ts';
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
  scope: Pick<ProjectScope, 'name' | 'slug' | 'affids'>;
  question: Pick<FunnelQuestion, 'filters'>;
  funnel: { name: string; slug: string; version: number };
};

/** The people as a file: when each required step was taken in a column of its own. */
export function peopleFile(
  { funnel, definition, period, timezone, asOf, places, scope, question }: Described,
  { people, isCut }: PeopleOfFile,
): Workbook {
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
  // A file of rows has no notes, so its name says that it is cut.
  const title = isCut ? `${funnel.slug}-first-${people.length}-people` : `${funnel.slug}-people`;
  return {
    title: 'People',
    name: fileName(title, scope.slug, [period.start, period.end]),
    rows: { columns, rows },
    total: null,
    notes: [
      ['Funnel', `${funnel.name} (version ${funnel.version})`],
      ['Project', scope.name],
      ['Affiliates', scope.affids?.join(' ') ?? 'all'],
      ['Attempts begun', `${period.start} to ${period.end}, ${timezone}`],
      [
        'Filters',
        (question.filters ?? []).map((filter) => JSON.stringify(filter)).join(' and ') || 'none',
      ],
      ['Counted until', asOf.toISOString()],
      ...(isCut ? [['Cut', `The latest ${people.length} people; there are more`] as const] : []),
    ],
  };
}
