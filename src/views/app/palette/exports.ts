import type { ExportedReport } from '#contract/analytics/export.ts';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { ExportRequest } from '#model/export.ts';
import type { Query } from '#model/query.ts';
import type { Command, Desk } from './desk.ts';

/** The screens that say when a file is ready or has failed. */
const withNotice = ['dashboard', 'conversions'];

const reports = [
  { report: 'totals', title: 'Totals' },
  { report: 'bq-data', title: 'Figures by hour or day' },
  { report: 'country-breakdown', title: 'Countries' },
  { report: 'rc-payment-data', title: 'Payments' },
  { report: 'conversion-ledger', title: 'Server and browser' },
] as const satisfies readonly { report: ExportedReport; title: string }[];

/** Files of what is selected above the figures. */
export function exportCommands({ workspace, goTo }: Desk): Command[] {
  const start = (requestOf: (query: Query) => ExportRequest) => () => {
    const { context, children } = workspace.getSnapshot();
    if (!context.query) return;
    const request = requestOf(context.query);
    if (!withNotice.includes(context.screen ?? '')) goTo('/dashboard');
    children.export?.send({ type: 'export.start', request });
  };
  return [
    {
      id: 'export-conversions',
      label: 'Export conversions as CSV',
      keywords: 'download file orders',
      run: start((query) => ({
        title: 'Conversions',
        report: 'conversions',
        format: 'csv',
        question: { ...query, filter: emptyLogFilter },
      })),
    },
    ...reports.map(({ report, title }) => ({
      id: `export-${report}`,
      label: `Export ${title.toLowerCase()} as CSV`,
      keywords: 'download file',
      run: start((query) => ({
        title,
        report,
        format: 'csv',
        question: { ...query, source: 'rest' },
      })),
    })),
  ];
}
