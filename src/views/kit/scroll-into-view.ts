/** Scrolls the result of an action into view. */
export const scrollIntoView = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest' });
