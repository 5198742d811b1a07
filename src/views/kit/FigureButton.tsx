import type { ReactNode } from 'react';

/** A figure that opens the rows behind it. */
export function FigureButton({
  figure,
  label,
  isStop = true,
  children,
}: {
  /** Empty for a figure whose rows are not listed. */
  figure: string;
  /** The accessible name, where the context gives none. */
  label?: string;
  /** Among many figures only one is a tab stop; arrow keys reach the others. */
  isStop?: boolean;
  children: ReactNode;
}) {
  return figure === '' ? (
    children
  ) : (
    <button
      type="button"
      className="figure-open"
      data-figure={figure}
      aria-haspopup="dialog"
      aria-label={label}
      tabIndex={isStop ? undefined : -1}
    >
      {children}
    </button>
  );
}
