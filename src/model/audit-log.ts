import type { AuditEntry } from '#contract/audit/schemas.ts';
import type { ListPage, PageRequest } from './paged-list.ts';

export type AuditPage = ListPage<AuditEntry>;
export type AuditRequest = PageRequest<{ project: number }, { search: string }>;
