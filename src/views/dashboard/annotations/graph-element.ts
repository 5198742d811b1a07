/** Gets the focus when the note form closes, because the flag that opened the form may have moved. */
export const graphElement = (page: Document): HTMLElement | null =>
  page.querySelector('.graph-frame [role="slider"]');
