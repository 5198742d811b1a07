import { TableSkeleton } from '../tables/TableSkeleton.tsx';

/** The room of the log while it is not known yet what to ask. */
export function ConversionsSkeleton() {
  return (
    <section className="panel" aria-busy="true" aria-labelledby="log-title">
      <header className="panel-head">
        <h1 className="panel-title" id="log-title">
          Conversions
        </h1>
      </header>
      <div className="log-filters" />
      <div className="log-room">
        <TableSkeleton rows={12} columns={7} />
      </div>
    </section>
  );
}
