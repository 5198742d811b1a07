import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import {
  auditEntrySchema,
  auditExportQuerySchema,
  auditQuerySchema,
  auditVerdictSchema,
  auditVerifySchema,
} from './schemas.ts';

export const auditEndpoints = {
  auditLog: {
    method: 'GET',
    path: '/api/v1/audit-log/',
    summary: 'List who did what in a project, latest first; X-Next-Cursor leads to the next page',
    tag: 'audit',
    status: 200,
    query: auditQuerySchema,
    answer: z.array(auditEntrySchema),
  },
  exportAuditLog: {
    method: 'GET',
    path: '/api/v1/audit-log/export/',
    summary: 'Download the audit log as CSV or XLSX',
    tag: 'audit',
    status: 200,
    query: auditExportQuerySchema,
    answer: z.unknown(),
  },
  verifyAuditLog: {
    method: 'POST',
    path: '/api/v1/audit-log/verify/',
    summary: 'Recompute the hash chain of the audit log and compare it',
    tag: 'audit',
    status: 200,
    body: auditVerifySchema,
    answer: auditVerdictSchema,
  },
} as const satisfies Record<string, Endpoint>;
