import type { AuditEntry } from '#contract/audit/schemas.ts';
import type { SpreadsheetFormat } from '#contract/table-file.ts';
import type { ListPage, PageRequest } from './paged-list.ts';

export type AuditPage = ListPage<AuditEntry>;
export type AuditRequest = PageRequest<{ project: number }, { search: string }>;
/** The entries to save to a file. */
export type SaveAudit = { project: number; search: string; format: SpreadsheetFormat };
