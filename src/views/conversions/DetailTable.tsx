import type { ReactNode } from 'react';

/** A table of the story: scrolls by itself where it is wider than its room. */
export function DetailTable({
  name,
  heads,
  figures = [],
  children,
}: {
  name: string;
  heads: readonly string[];
  /** The heads of the figures that follow. */
  figures?: readonly string[];
  children: ReactNode;
}) {
  return (
    <section
      className="log-frame"
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="log story-table">
        <caption className="only-read">{name}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {figures.map((figure) => (
              <th key={figure} scope="col" className="log-figure">
                {figure}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
