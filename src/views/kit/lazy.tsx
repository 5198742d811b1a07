import { type ComponentType, lazy, useEffect, useState } from 'react';

/** Replaces a part whose code could not be loaded; it gets the part's props and a retry. */
export type PartUnavailable<Props> = ComponentType<{ props: Props; onRetry: () => void }>;

/**
 * A component whose code is loaded when it is first rendered. If that fails, `Absent` is rendered: a thrown error would
 * replace the whole page. The code is loaded again on retry and by the next mount.
 */
export function lazyPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  Absent: PartUnavailable<Props>,
): ComponentType<Props> {
  const createPart = () =>
    lazy<PartUnavailable<Props>>(async () => {
      try {
        const Part = await fetch();
        return { default: ({ props }) => <Part {...props} /> };
      } catch {
        return { default: Missing };
      }
    });
  let latest: ReturnType<typeof createPart> | null = null;
  const current = () => {
    latest ??= createPart();
    return latest;
  };
  /**
   * Resets the failure in an effect, because React may render several times before it commits, and each reset would
   * load again.
   */
  const Missing: PartUnavailable<Props> = (shown) => {
    useEffect(() => {
      latest = null;
    });
    return <Absent {...shown} />;
  };

  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(current);
    return <Part props={props} onRetry={() => setPart(current())} />;
  };
}
