/** Leads the keyboard into a step that comes on screen: to its first field, or to what goes on. */
export function focusOnShow(step: HTMLElement | null): void {
  const page = step?.ownerDocument;
  if (!step || !page) return;
  const isElsewhere = page.activeElement !== null && page.activeElement !== page.body;
  if (isElsewhere && !step.closest('.wizard')?.contains(page.activeElement)) return;
  for (const wanted of ['[data-first]', 'input, select', '[type="submit"]', 'button']) {
    const found = step.querySelector<HTMLElement>(wanted);
    if (found) {
      found.focus();
      return;
    }
  }
}
