/** Where the focus goes from a note: whoever wrote reads on, and the flag they came from may stand elsewhere by now. */
export const graphElement = (page: Document): HTMLElement | null =>
  page.querySelector('.graph-frame [role="slider"]');
