import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { ExportedReport, ExportRequest } from '#contract/export.ts';
import type { Api, QueryValue } from './api.ts';
import { paramsOf, statesParamsOf, tableParamsOf } from './reports.ts';

type SavedFile = { name: string; bytes: number };

/** `GET export/`, then into the folder where the browser keeps downloads. */
export const saveExport = (
  api: Api,
  window: Window,
): PromiseActorLogic<SavedFile, { request: ExportRequest | null }> =>
  fromPromise(async ({ input: { request }, signal }) => {
    if (!request) throw new Error('There is nothing to export.');
    const { report, format, question, columns } = request;
    const query = { ...queryOf(report, question), report, format, columns };
    const { blob, name } = await api.download('exportReport', { query, signal });
    signal.throwIfAborted();
    keep(window, blob, name ?? `${report}.${format}`);
    return { name: name ?? `${report}.${format}`, bytes: blob.size };
  });

/** A question as its report asks it. */
function queryOf(
  report: ExportedReport,
  question: ExportRequest['question'],
): Record<string, QueryValue> {
  if (report === 'all-rc-payment-data') {
    return { ...paramsOf(question), affiliate_id: undefined, project_id: undefined };
  }
  if ('grouping' in question) return tableParamsOf(question);
  return 'country' in question ? statesParamsOf(question) : paramsOf(question);
}

/** Only a link with a name of its own lets a browser save what a signed call answered. */
function keep(window: Window, blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
