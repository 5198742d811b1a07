import type { NewReconciliation } from '#contract/conversions/reconciliation.ts';
import type { Problem } from '#contract/problem.ts';
import type { ReconcileRequest } from '#model/reconcile.ts';
import { decodeText } from '../kit/decode-text.ts';

/** The server's limit for one call, in bytes. */
const maxFileBytes = 3 * 1024 * 1024;

const invalidFile = (message: string): Problem => ({ kind: 'invalid', message });

/** What a comparison and its export send. */
export async function reconcileBody({
  project,
  timezone,
  file,
  choice: { columns, matchBy, decimal, days, affiliates },
}: ReconcileRequest): Promise<NewReconciliation> {
  if (!(file instanceof Blob)) throw invalidFile('Choose a file.');
  if (file.size > maxFileBytes) {
    throw invalidFile('The file is larger than 3 MB. Split it into parts.');
  }
  return {
    project_id: project,
    timezone,
    csv: decodeText(new Uint8Array(await file.arrayBuffer())),
    columns,
    ...(matchBy && { match_by: matchBy }),
    ...(decimal && { decimal }),
    ...(days && { start_date: days.start, end_date: days.end }),
    ...(affiliates && { affiliates }),
  };
}
