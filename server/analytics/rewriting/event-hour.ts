/** A condition over raw events. Each of them has an hour, so that their table has no column that says so. */
export const overEvents = (condition: string, cube: string): string =>
  condition.replaceAll(`${cube}.has_hour`, '1');
