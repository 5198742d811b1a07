import { auditLogMachine } from '#machines/audit-log.ts';
import { walkBare } from '../support/bare.ts';
import { auditLogPlan } from '../support/plans/audit-log.ts';

walkBare(auditLogMachine, auditLogPlan);
