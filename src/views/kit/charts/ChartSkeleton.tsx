/** The room of a drawing while its figures are on their way. */
export function ChartSkeleton({ height }: { height: number }) {
  return (
    <>
      <div className="chart-skeleton" style={{ height }} aria-hidden="true">
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
      <p className="graph-foot" />
    </>
  );
}
