/** What an act came to is seen also by whoever acted from far above it. */
export const scrollIntoView = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest' });
