import type { exportMachine } from '#machines/app/export.ts';
import type { ExportRequest } from '#model/export.ts';
import type { Plan } from '../../paths.ts';
import { offline, question } from '../../samples.ts';

export const request = {
  title: 'Totals',
  report: 'rc-data',
  format: 'csv',
  question,
} as const satisfies ExportRequest;

export const exportPlan: Plan<typeof exportMachine> = {
  events: {
    'export.start': [
      { type: 'export.start', request },
      { type: 'export.start', request: { ...request, format: 'parquet' } },
    ],
    'export.cancel': [{ type: 'export.cancel' }],
    'export.dismiss': [{ type: 'export.dismiss' }],
    retry: [{ type: 'retry' }],
  },
  answers: {
    saveExport: [{ output: { name: 'acme-rc-data.csv', bytes: 12_345 } }, { error: offline }],
  },
};
