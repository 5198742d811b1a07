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
    summary: 'Who did what in a project, the latest first; X-Next-Cursor leads on',
    tag: 'audit',
    status: 200,
    query: auditQuerySchema,
    answer: z.array(auditEntrySchema),
  },
  exportAuditLog: {
    method: 'GET',
    path: '/api/v1/audit-log/export/',
    summary: 'Download the audit log as CSV',
    tag: 'audit',
    status: 200,
    query: auditExportQuerySchema,
    answer: z.unknown(),
  },
  verifyAuditLog: {
    method: 'POST',
    path: '/api/v1/audit-log/verify/',
    summary: 'Compute the chain of the audit log anew and compare',
    tag: 'audit',
    status: 200,
    body: auditVerifySchema,
    answer: auditVerdictSchema,
  },
} as const satisfies Record<string, Endpoint>;
