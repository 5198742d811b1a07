/** Takes the focus when the form of a note closes: the flag that opened the form may have moved by then. */
export const graphElement = (page: Document): HTMLElement | null =>
  page.querySelector('.graph-frame [role="slider"]');
