import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { TabLinks } from './TabLinks.tsx';

/** The room of the screen while its code is on its way. */
export function ConversionsScreenSkeleton() {
  return (
    <div className="conversions">
      <TabLinks />
      <LogSkeleton />
    </div>
  );
}

/** The room of the log while it is not known yet what to ask. */
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
