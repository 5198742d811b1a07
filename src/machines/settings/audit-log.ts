import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { AuditEntry } from '#contract/audit/schemas.ts';
import { pagedListOf } from '../kit/paged-list.ts';

/** Who did what in a project, the latest first. */
export const auditLogMachine = pagedListOf<AuditEntry, { project: number }, { search: string }>();

export type AuditLogActor = ActorRefFrom<typeof auditLogMachine>;
export type AuditLogSnapshot = SnapshotFrom<typeof auditLogMachine>;
