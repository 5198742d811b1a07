/** Whoever came by keyboard goes on in the screen, and not in what is the same on every one. */
export const enterContent = (): void => document.getElementById('content')?.focus();

/** The same for a keyboard that nothing has: what had it is gone. */
export const enterLost = (content: HTMLElement | null): void => {
  if (content?.ownerDocument.activeElement === content?.ownerDocument.body) content?.focus();
};
