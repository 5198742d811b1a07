import { Skeleton } from '../kit/Skeleton.tsx';

/** What a page outside the workspace looks like before it is known. */
export function Waiting() {
  return (
    <div className="login" aria-busy="true">
      <p className="only-read" role="status">
        Opening
      </p>
      <Skeleton width="50%" height={28} />
      <Skeleton width="100%" height={40} />
      <Skeleton width="100%" height={40} />
    </div>
  );
}
