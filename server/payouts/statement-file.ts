import { type Statement, statementFileSchema } from '#contract/payouts/statement.ts';
import type { ProjectScope } from '../access/scope.ts';
import { sheetOf } from '../analytics/export/sheet.ts';
import type { Workbook } from '../platform/tables/table.ts';
import { fileName } from '../platform/tables/table-file.ts';
import type { StatementDays } from './statements.ts';

/** The statements of a period as a file. */
export function statementFile(
  statements: readonly Statement[],
  { project, days: { period, timezone } }: { project: ProjectScope; days: StatementDays },
): Workbook {
  const lines = statements.map(({ payments, today: _, ...statement }) => ({
    ...statement,
    references: payments.flatMap(({ reference }) => reference ?? []).join(', '),
  }));
  return {
    title: 'Payout statements',
    name: fileName('Payout statements', project.slug, [period.start, period.end]),
    rows: sheetOf({ schema: statementFileSchema, lines }, project.currency),
    total: null,
    notes: [
      ['Project', project.name],
      ['Days', `${period.start} to ${period.end}, ${timezone}`],
      ['Currency', project.currency],
      ['Due', 'carried + approved + refunded + adjusted - paid'],
      ['On hold', 'conversions that wait for approval; they are not due'],
      [
        'Paid',
        'payments for a period that ends on these days; without a period those that were made on them',
      ],
    ],
  };
}
