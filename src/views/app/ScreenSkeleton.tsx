import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

/** The room of a screen that has no skeleton of its own. */
export function ScreenSkeleton({ title }: { title: string }) {
  return (
    <section className="panel" aria-busy="true" aria-label={title}>
      <header className="panel-head">
        <h1 className="panel-title">{title}</h1>
      </header>
      <TableSkeleton rows={6} columns={5} />
    </section>
  );
}
