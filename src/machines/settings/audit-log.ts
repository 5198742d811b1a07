import type { AuditEntry, AuditVerdict } from '#contract/audit/schemas.ts';
import type { AuditPage, SaveAudit } from '#model/audit-log.ts';
import type { ActionResult } from '#model/paged-list.ts';
import { type PagedListActor, type PagedListSnapshot, pagedListOf } from '../kit/paged-list.ts';
import { type TaskActor, type TaskSnapshot, taskOf } from '../kit/task.ts';

type AuditLog = {
  row: AuditEntry;
  query: { project: number };
  filter: { search: string };
  page: AuditPage;
  action: never;
  result: ActionResult;
};

/** Who did what in a project, the latest first. */
export const auditLogMachine = pagedListOf<AuditLog>();

export type AuditLogActor = PagedListActor<AuditLog>;
export type AuditLogSnapshot = PagedListSnapshot<AuditLog>;

/** Verifies the hash chain of a project's audit log. */
export const verifyChainMachine = taskOf<{ project: number }, AuditVerdict>();
export type VerifyChainActor = TaskActor<{ project: number }, AuditVerdict>;
export type VerifyChainSnapshot = TaskSnapshot<{ project: number }, AuditVerdict>;

/** Saves a project's audit log to a file; the result is the file name. */
export const saveAuditMachine = taskOf<SaveAudit, string>();
export type SaveAuditActor = TaskActor<SaveAudit, string>;
