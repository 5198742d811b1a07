/** The room of the graph while its figures are on their way. */
export function GraphSkeleton({ height }: { height: number }) {
  return (
    <>
      <div className="graph-skeleton" style={{ height }} aria-hidden="true">
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
      <p className="graph-foot" />
    </>
  );
}
