/** A grey stand-in that takes exactly the room of what will come. */
export function Skeleton({ width, height = 12 }: { width: number | string; height?: number }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}
