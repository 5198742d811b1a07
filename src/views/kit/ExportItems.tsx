import { Menu } from '@base-ui/react/menu';
import { Download } from 'lucide-react';
import type { ExportedReport, ExportFormat } from '#contract/analytics/export.ts';
import type { ExportActor } from '#machines/app/export.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import type { Question, StatesQuestion, TableQuestion } from '#model/query.ts';

const formats = [
  { format: 'csv', name: 'CSV' },
  { format: 'xlsx', name: 'XLSX' },
  { format: 'json', name: 'JSON' },
  { format: 'parquet', name: 'Parquet' },
] as const satisfies readonly { format: ExportFormat; name: string }[];

/** The menu items that export what a panel shows. */
export function ExportItems<
  Data,
  Asked extends Question | TableQuestion | StatesQuestion | SummaryQuestion,
>({
  actor,
  source,
  title,
  report,
  columns,
}: {
  actor: ExportActor;
  /** The loader whose last query is exported. */
  source: LoaderActor<Data, Asked>;
  title: string;
  report: ExportedReport;
  /** The visible columns, where they can be chosen. */
  columns?: () => string[];
}) {
  return (
    <FormatItems
      onChoose={(format) =>
        actor.send({
          type: 'export.start',
          request: {
            title,
            report,
            format,
            question: source.getSnapshot().context.query,
            ...(columns ? { columns: columns() } : {}),
          },
        })
      }
    />
  );
}

/** One menu item per file format. */
export function FormatItems({ onChoose }: { onChoose: (format: ExportFormat) => void }) {
  return (
    <Menu.Group>
      {formats.map(({ format, name }) => (
        <Menu.Item key={format} className="menu-item" onClick={() => onChoose(format)}>
          <span className="menu-mark">
            <Download size={14} aria-hidden="true" />
          </span>
          Export as {name}
        </Menu.Item>
      ))}
    </Menu.Group>
  );
}
