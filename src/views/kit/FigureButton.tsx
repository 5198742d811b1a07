import type { ReactNode } from 'react';

/** A figure that opens: whoever presses it sees the rows that add up to it. */
export function FigureButton({
  figure,
  label,
  isStop = true,
  children,
}: {
  figure: string;
  /** What it is, where nothing around it says so. */
  label?: string;
  /** Of many beside each other one is a stop of the keyboard; it leads to the others. */
  isStop?: boolean;
  children: ReactNode;
}) {
  return (
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
