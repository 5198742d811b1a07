import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { ExportedReport } from '#contract/analytics/export.ts';
import type { ExportRequest } from '#model/export.ts';
import { logParamsOf, selectionOf, summaryParamsOf } from '../conversions/conversion-params.ts';
import { figureParamsOf } from '../dashboard/figure-rows.ts';
import { paramsOf, statesParamsOf, tableParamsOf } from '../dashboard/reports.ts';
import type { Api, QueryValue } from '../kit/api.ts';

type SavedFile = { name: string; bytes: number };

/** `GET export/`, then into the folder where the browser keeps downloads. */
export const saveExport = (
  api: Api,
  window: Window,
): PromiseActorLogic<SavedFile, { request: ExportRequest | null }> =>
  fromPromise(async ({ input: { request }, signal }) => {
    if (!request) throw new Error('There is nothing to export.');
    const { report, format } = request;
    const { blob, name } = await fileOf(api, request, signal);
    signal.throwIfAborted();
    keepFile(window, blob, name ?? `${report}.${format}`);
    return { name: name ?? `${report}.${format}`, bytes: blob.size };
  });

/** The log is a report of its own: its filters are no other's. */
function fileOf(api: Api, request: ExportRequest, signal: AbortSignal) {
  const { report, format, columns } = request;
  return report === 'conversions'
    ? api.download('exportConversions', {
        query: { ...logParamsOf(request.question), format, columns },
        signal,
      })
    : api.download('exportReport', {
        query: { ...queryOf(report, request.question), report, format, columns },
        signal,
      });
}

/** A question as its report asks it. */
function queryOf(
  report: ExportedReport,
  question: Exclude<ExportRequest, { report: 'conversions' }>['question'],
): Record<string, QueryValue> {
  if (report === 'all-rc-payment-data') {
    return { ...paramsOf(question), affiliate_id: undefined, project_id: undefined };
  }
  if (report === 'conversion-ledger') return selectionOf(question);
  if ('figure' in question) return figureParamsOf(question);
  if ('grouping' in question) return tableParamsOf(question);
  if ('isEarning' in question) return summaryParamsOf(question);
  return 'country' in question ? statesParamsOf(question) : paramsOf(question);
}

/** Only a link with a name of its own lets a browser save what a signed call answered. */
export function keepFile(window: Window, blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
