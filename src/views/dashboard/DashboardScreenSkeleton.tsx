import { Skeleton } from '../kit/Skeleton.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { GraphSkeleton } from './charts/GraphSkeleton.tsx';
import { earned, keptOf, traffic } from './figures.ts';
import { graphHeight } from './panel-heights.ts';

/** The room of the dashboard while it is not known yet what to ask. */
export function DashboardScreenSkeleton() {
  const names = [...earned, ...traffic, ...keptOf(null)].map(({ name }) => name);
  return (
    <>
      <h1 className="only-read">Dashboard</h1>
      <section className="panel" aria-busy="true" aria-label="Totals">
        <Head />
        <div className="figures-grid">
          {names.map((name) => (
            <div key={name} className="figure">
              <p className="figure-name">{name}</p>
              <p className="figure-value">
                <Skeleton width="70%" height={24} />
              </p>
              <p className="figure-change">
                <Skeleton width="45%" height={10} />
              </p>
              <p className="figure-beside" />
            </div>
          ))}
        </div>
        <div className="overlap" />
      </section>
      <section className="panel" aria-busy="true" aria-label="Over time">
        <Head />
        <GraphSkeleton height={graphHeight} />
      </section>
      <section className="panel" aria-busy="true" aria-label="Breakdown">
        <Head />
        <TableSkeleton rows={10} />
      </section>
    </>
  );
}

const Head = () => (
  <div className="panel-head">
    <Skeleton width={96} height={16} />
  </div>
);
