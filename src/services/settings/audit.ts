import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { AuditVerdict } from '#contract/audit/schemas.ts';
import type { AuditPage, AuditRequest, SaveAudit } from '#model/audit-log.ts';
import type { Api } from '../kit/api.ts';
import { keepDownload } from '../kit/keep-file.ts';

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
): PromiseActorLogic<string, { request: SaveAudit }> =>
  fromPromise(async ({ input: { request }, signal }) => {
    const file = await api.download('exportAuditLog', { query: request, signal });
    return keepDownload(window, file, { otherwise: `audit-log.${request.format}`, signal });
  });
