type Titled = { title: string; shortTitle?: string };
type Group = { title: string; span: number };

/** The position of a figure in a card: the column of its group, the line of its title. */
type CardPlace = {
  style: { gridRow: number; gridColumn: number };
  /** Its title, once per line. */
  'data-label': string | undefined;
  /** The title of its group, on the first line. */
  'data-group': string | undefined;
};

/** The lines of the card's name and group titles. */
const linesAbove = 2;

/**
 * The grid positions of figures in cards: figures with equal titles share a line, so that the groups can be compared. A
 * figure outside the groups has no position.
 */
export function cardPlaces(
  columns: readonly Titled[],
  groups: readonly Group[],
): (CardPlace | undefined)[] {
  // The first group contains the column of names.
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

const nameOf = ({ title, shortTitle = title }: Titled): string => shortTitle;
