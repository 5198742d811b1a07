import type { ReactNode } from 'react';

/** The row of heads. The library's own measures each of them when it is drawn: a layout amidst the drawing. */
export function HeadRow({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: drawn as a grid, an element may lose what it means
    <tr role="row" className="tr tr-header" aria-rowindex={1}>
      {children}
    </tr>
  );
}
