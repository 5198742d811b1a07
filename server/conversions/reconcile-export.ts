import { type Reconciliation, reconciledRowSchema } from '#contract/conversions/reconciliation.ts';
import { textMap } from '#contract/text-map.ts';
import type { ColumnDefinition } from '../analytics/export/definitions.ts';
import type { RawQuery } from '../analytics/export/exported-reports.ts';
import { type Sheet, sheetOf } from '../analytics/export/sheet.ts';
import type { Column } from '../platform/tables/table.ts';
import type { Comparison } from './reconcile.ts';

/** Every line of a comparison, also those that agree. */
export const reconciliationSheet = ({ rows, answer }: Comparison): Sheet =>
  sheetOf({ schema: reconciledRowSchema, lines: rows }, answer.currency);

/** How the file was read, as URL parameters. */
export const reconciliationQuery = ({ match_by, columns, left_out }: Reconciliation): RawQuery => ({
  match_by,
  id_column: columns.id,
  ...(columns.status === null ? {} : { status_column: columns.status }),
  ...(columns.value === null ? {} : { value_column: columns.value }),
  ...(left_out?.affids ? { affids: left_out.affids } : {}),
});

const meanings = textMap<readonly [title: string, description: string]>({
  line: ['Line', 'The line of the file; empty for a conversion that the file leaves out.'],
  key: [
    'Their id',
    'The id in the file, or the same kind of id of a conversion that it leaves out.',
  ],
  outcome: ['Result', 'What the comparison found; left_out is counted here and not in the file.'],
  because: ['Because', 'Why a line was not compared or does not count.'],
  conversion_id: ['Conversion', 'The id of the conversion here.'],
  event_time: ['Time', 'When the conversion happened, in UTC.'],
  affid: ['Affiliate code', 'The public code of the affiliate that earned it.'],
  our_status: ['Our status', 'The status here.'],
  their_status: ['Their status', 'The status in the file; empty where it names none.'],
  excluded_reason: ['Excluded', 'Why it does not count here; empty where it counts.'],
  our_value: [
    'Our value',
    'The value here with its corrections; empty where no side reported one.',
  ],
  their_value: ['Their value', 'The value in the file; empty where it names none.'],
});

export const reconciliationDefinitions = (columns: readonly Column[]): ColumnDefinition[] =>
  columns.map(({ name, kind }) => {
    const [title, description] = meanings.get(name) ?? [name, ''];
    return { name, unit: kind, title, description };
  });
