import { Menu } from '@base-ui/react/menu';
import { Download } from 'lucide-react';
import type { ExportedReport } from '#contract/analytics/export.ts';
import type { ExportActor } from '#machines/app/export.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import type { FileForm } from '#model/export.ts';
import type { Question, StatesQuestion, TableQuestion } from '#model/query.ts';
import { decimalMark } from './locale.ts';

type FileItem = { form: FileForm; name: string };

const formats: readonly FileItem[] = [
  { form: { format: 'csv' }, name: 'CSV' },
  { form: { format: 'xlsx' }, name: 'XLSX' },
  { form: { format: 'json' }, name: 'JSON' },
  { form: { format: 'parquet' }, name: 'Parquet' },
];
/** For spreadsheets that expect decimal commas. */
const withSemicolons: FileItem = {
  form: { format: 'csv', separator: 'semicolon' },
  name: 'CSV with semicolons',
};

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
  /** Without one nothing can be exported yet. */
  actor: ExportActor | undefined;
  /** The loader whose last query is exported. */
  source: LoaderActor<Data, Asked>;
  title: string;
  report: ExportedReport;
  /** The visible columns, where they can be chosen. */
  columns?: () => string[];
}) {
  if (!actor) return null;
  return (
    <FormatItems
      onChoose={(form) =>
        actor.send({
          type: 'export.start',
          request: {
            title,
            report,
            ...form,
            question: source.getSnapshot().context.query,
            ...(columns ? { columns: columns() } : {}),
          },
        })
      }
    />
  );
}

/** One menu item per file format. */
export function FormatItems({ onChoose }: { onChoose: (form: FileForm) => void }) {
  const offered = decimalMark() === ',' ? formats.toSpliced(1, 0, withSemicolons) : formats;
  return (
    <Menu.Group>
      {offered.map(({ form, name }) => (
        <Menu.Item key={name} className="menu-item" onClick={() => onChoose(form)}>
          <span className="menu-mark">
            <Download size={14} aria-hidden="true" />
          </span>
          Export as {name}
        </Menu.Item>
      ))}
    </Menu.Group>
  );
}
