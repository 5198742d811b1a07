import { type ComponentType, lazy, useEffect, useState } from 'react';

/** Stands where a part did not come, with the part's own props and the way to ask again. */
export type PartUnavailable<Props> = ComponentType<{ props: Props; onRetry: () => void }>;

/**
 * A part whose code is fetched when it is first drawn. Where it does not come, `Absent` is drawn in its place: thrown,
 * the failure would end the whole page. It is asked for again on demand, and by whoever draws it anew.
 */
export function lazyPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  Absent: PartUnavailable<Props>,
): ComponentType<Props> {
  const ask = () =>
    lazy<PartUnavailable<Props>>(async () => {
      try {
        const Part = await fetch();
        return { default: ({ props }) => <Part {...props} /> };
      } catch {
        return { default: Missing };
      }
    });
  let latest: ReturnType<typeof ask> | null = null;
  const current = () => {
    latest ??= ask();
    return latest;
  };
  /**
   * Forgets the failure only once it is drawn: until then React may begin the drawing again, and would ask each time.
   */
  const Missing: PartUnavailable<Props> = (shown) => {
    useEffect(() => {
      latest = null;
    });
    return <Absent {...shown} />;
  };

  return function Soon(props: Props) {
    const [Part, setPart] = useState(current);
    return <Part props={props} onRetry={() => setPart(current())} />;
  };
}
