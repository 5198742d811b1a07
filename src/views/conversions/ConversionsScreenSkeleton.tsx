import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { TabLinks } from './TabLinks.tsx';

/** The skeleton while the screen's code loads. */
export function ConversionsScreenSkeleton() {
  return (
    <div className="conversions">
      <TabLinks />
      <LogSkeleton />
    </div>
  );
}

/** The skeleton of the log while its query is unknown. */
export function LogSkeleton() {
  return (
    <section className="panel" aria-busy="true" aria-label="Conversions">
      <header className="panel-head" />
      <div className="log-filters" />
      <div className="log-room">
        <TableSkeleton rows={12} columns={7} />
      </div>
    </section>
  );
}
