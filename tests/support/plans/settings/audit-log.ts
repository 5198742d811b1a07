import type { auditLogMachine } from '#machines/settings/audit-log.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import { entry } from '../../settings.ts';

export const auditLogPlan: Plan<typeof auditLogMachine> = {
  inputs: [{ project: 7 }],
  events: {
    'search.change': [{ type: 'search.change', search: 'ben' }],
    'log.more': [{ type: 'log.more' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    network: [],
    readAudit: [
      { output: { rows: [entry], next: '60' } },
      { output: { rows: [], next: null } },
      { error: offline },
    ],
  },
};
