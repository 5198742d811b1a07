import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

/** The room of the pixels while it is not known yet which. */
export function PixelsSkeleton() {
  return (
    <section className="panel" aria-busy="true" aria-labelledby="pixels-title">
      <header className="panel-head">
        <h1 className="panel-title" id="pixels-title">
          Pixels
        </h1>
      </header>
      <TableSkeleton rows={6} columns={5} />
    </section>
  );
}
