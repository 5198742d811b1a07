import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { AuditEntry, AuditVerdict } from '#contract/audit/schemas.ts';
import { keepFile } from '../app/export.ts';
import type { Api } from '../kit/api.ts';

type Asked = { project: number; search: string; cursor: string | null };
type Page = { rows: AuditEntry[]; next: string | null };

/** `GET audit-log/`. */
export const readAudit = (api: Api): PromiseActorLogic<Page, Asked> =>
  fromPromise(async ({ input: { project, search, cursor }, signal }) => {
    const { rows, headers } = await api.page('auditLog', {
      query: { project, search, cursor: cursor ?? undefined },
      signal,
    });
    return { rows, next: headers.get('X-Next-Cursor') };
  });

/** `POST audit-log/verify/`. */
export const verifyChain = (
  api: Api,
): PromiseActorLogic<AuditVerdict, { asked: { project: number } }> =>
  fromPromise(({ input: { asked }, signal }) =>
    api.call('verifyAuditLog', { body: asked, signal }),
  );

/** `GET audit-log/export/`, then into the folder where the browser keeps downloads. */
export const saveAudit = (
  api: Api,
  window: Window,
): PromiseActorLogic<string, { asked: { project: number; search: string } }> =>
  fromPromise(async ({ input: { asked }, signal }) => {
    const { blob, name } = await api.download('exportAuditLog', { query: asked, signal });
    signal.throwIfAborted();
    const file = name ?? 'audit-log.csv';
    keepFile(window, blob, file);
    return file;
  });
