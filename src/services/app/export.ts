import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { ExportedReport } from '#contract/analytics/export.ts';
import type { ExportRequest } from '#model/export.ts';
import {
  logParamsOf,
  selectionParamsOf,
  summaryParamsOf,
} from '../conversions/conversion-params.ts';
import { figureParamsOf } from '../dashboard/figure-rows.ts';
import { paramsOf, regionsParamsOf, tableParamsOf } from '../dashboard/reports.ts';
import type { Api, QueryValue } from '../kit/api.ts';
import { keepDownload } from '../kit/keep-file.ts';

type SavedFile = { name: string; bytes: number };

/** `GET export/`, then saves the file to the browser's download folder. */
export const saveExport = (
  api: Api,
  window: Window,
): PromiseActorLogic<SavedFile, { request: ExportRequest | null }> =>
  fromPromise(async ({ input: { request }, signal }) => {
    if (!request) throw new Error('There is nothing to export.');
    const { report, format } = request;
    const file = await fileOf(api, request, signal);
    const name = keepDownload(window, file, { otherwise: `${report}.${format}`, signal });
    return { name, bytes: file.blob.size };
  });

/** The conversion log and a reconciliation have export calls of their own, because their queries differ. */
async function fileOf(api: Api, request: ExportRequest, signal: AbortSignal) {
  const { report, format, separator, columns } = request;
  if (report === 'reconciliation') {
    const { reconcileBody } = await import('../conversions/reconcile-body.ts');
    const body = { ...(await reconcileBody(request.question)), format, separator };
    return api.download('exportReconciliation', { body, signal });
  }
  return report === 'conversions'
    ? api.download('exportConversions', {
        query: { ...logParamsOf(request.question), format, separator, columns },
        signal,
      })
    : api.download('exportReport', {
        query: { ...queryOf(report, request.question), report, format, separator, columns },
        signal,
      });
}

/** Builds the parameters that the exported report takes. */
function queryOf(
  report: ExportedReport,
  question: Extract<ExportRequest, { report: ExportedReport }>['question'],
): Record<string, QueryValue> {
  if (report === 'all-rc-payment-data') {
    return { ...paramsOf(question), affiliate_id: undefined, project_id: undefined };
  }
  if (report === 'conversion-ledger') return selectionParamsOf(question);
  if ('figure' in question) return figureParamsOf(question);
  if ('grouping' in question) return tableParamsOf(question);
  if ('isEarning' in question) return summaryParamsOf(question);
  return 'country' in question ? regionsParamsOf(question) : paramsOf(question);
}
