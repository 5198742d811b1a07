import { auditLogMachine } from '#machines/settings/audit-log.ts';
import { walkBare } from '../../support/bare.ts';
import { auditLogPlan } from '../../support/plans/settings/audit-log.ts';

walkBare(auditLogMachine, auditLogPlan);
