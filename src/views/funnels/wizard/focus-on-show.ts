/** Leads the keyboard into a step that comes on screen: to its first field, or to what goes on. */
export function focusOnShow(step: HTMLElement | null): void {
  const page = step?.ownerDocument;
  if (!step || !page) return;
  const isElsewhere = page.activeElement !== null && page.activeElement !== page.body;
  if (isElsewhere && !step.closest('.wizard')?.contains(page.activeElement)) return;
  step.querySelector<HTMLElement>('[data-first], input, select, button')?.focus();
}
