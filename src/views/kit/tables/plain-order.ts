export type Order = 'asc' | 'desc';
export type Sorted = { title: string; order: Order };

/** Choosing the sorted column again reverses the order. */
export const sortedAfter = (sorted: Sorted | null, title: string): Sorted => ({
  title,
  order: sorted?.title === title && sorted.order === 'desc' ? 'asc' : 'desc',
});
