import { Skeleton } from '../kit/Skeleton.tsx';

/** The skeleton of a page outside the workspace. */
export function AuthSkeleton() {
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
