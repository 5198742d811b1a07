export type Order = 'asc' | 'desc';
export type Sorted = { title: string; order: Order };

/** A column that is chosen again turns the order around. */
export const after = (sorted: Sorted | null, title: string): Sorted => ({
  title,
  order: sorted?.title === title && sorted.order === 'desc' ? 'asc' : 'desc',
});
