import type { ReactNode } from 'react';

/** A table of the story: scrolls by itself where it is wider than its room. */
export function StoryTable({
  name,
  heads,
  children,
}: {
  name: string;
  heads: readonly string[];
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
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
