import { type Payout, payoutSchema } from '#contract/payouts/schemas.ts';
import type { ProjectScope } from '../access/scope.ts';
import { sheetOf } from '../analytics/export/sheet.ts';
import type { Workbook } from '../platform/tables/table.ts';
import { fileName } from '../platform/tables/table-file.ts';

/** Payouts as a file, also the undone ones, which no sum contains. */
export function payoutFile(
  payouts: readonly Payout[],
  { project, today }: { project: ProjectScope; today: string },
): Workbook {
  return {
    title: 'Payouts',
    name: fileName('Payouts', project.slug, [`until-${today}`]),
    rows: sheetOf({ schema: payoutSchema, lines: payouts }, project.currency),
    total: null,
    notes: [
      ['Project', project.name],
      ['Days', `the first to ${today}, ${project.timezone}`],
      ['Currency', project.currency],
      ['Undone', 'payouts with an undone_at count nowhere'],
    ],
  };
}
