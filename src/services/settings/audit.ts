import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { AuditVerdict } from '#contract/audit/schemas.ts';
import type { SpreadsheetFormat } from '#contract/table-file.ts';
import type { AuditPage, AuditRequest } from '#model/audit-log.ts';
import type { Api } from '../kit/api.ts';
import { keepFile } from '../kit/keep-file.ts';

/** `GET audit-log/`. */
export const readAudit = (api: Api): PromiseActorLogic<AuditPage, AuditRequest> =>
  fromPromise(async ({ input: { query, filter, cursor }, signal }) => {
    const { rows, headers } = await api.page('auditLog', {
      query: { ...query, ...filter, cursor: cursor ?? undefined },
      signal,
    });
    return { rows, next: headers.get('X-Next-Cursor') };
  });

/** `POST audit-log/verify/`. */
export const verifyChain = (
  api: Api,
): PromiseActorLogic<AuditVerdict, { request: { project: number } }> =>
  fromPromise(({ input: { request }, signal }) =>
    api.call('verifyAuditLog', { body: request, signal }),
  );

/** `GET audit-log/export/`, then saves the file to the browser's download folder. */
export const saveAudit = (
  api: Api,
  window: Window,
): PromiseActorLogic<
  string,
  {
    request: { project: number; search: string; format: SpreadsheetFormat };
  }
> =>
  fromPromise(async ({ input: { request }, signal }) => {
    const { blob, name } = await api.download('exportAuditLog', { query: request, signal });
    signal.throwIfAborted();
    const file = name ?? `audit-log.${request.format}`;
    keepFile(window, blob, file);
    return file;
  });
