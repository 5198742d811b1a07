type Titled = { title: string; short?: string };
type Group = { title: string; span: number };

/** Where a figure stands in a card: in the column of its group, on the line of what it is. */
type CardPlace = {
  style: { gridRow: number; gridColumn: number };
  /** What it is, once on each line. */
  'data-label': string | undefined;
  /** The head of its group, on the first line. */
  'data-group': string | undefined;
};

/** The name of the card is the first line. */
const linesAbove = 2;

/**
 * Places in the cards of a table whose columns have heads above: what the groups share stands on one line, so that they
 * are compared. What belongs to no such group has no place of its own.
 */
export function cardPlaces(
  columns: readonly Titled[],
  groups: readonly Group[],
): (CardPlace | undefined)[] {
  // The column of the rows' names is in the first group.
  const [, ...inGroups] = groups.flatMap(({ title, span }) =>
    Array.from({ length: span }, () => title),
  );
  const heads = groups.map(({ title }) => title).filter((title) => title !== '');
  const lines = [...new Set(columns.filter((_, index) => inGroups[index]).map(nameOf))];
  return columns.map((column, index) => {
    const head = inGroups[index];
    if (!head) return undefined;
    const [line, place] = [lines.indexOf(nameOf(column)), heads.indexOf(head)];
    return {
      style: { gridRow: line + linesAbove, gridColumn: place + 1 },
      'data-label': place === 0 ? nameOf(column) : undefined,
      'data-group': line === 0 ? head : undefined,
    };
  });
}

const nameOf = ({ title, short = title }: Titled): string => short;
