/** Focuses a control that replaces a removed one. */
export const takeFocus = (control: HTMLElement | null): void => control?.focus();

/** Does the same only if no other element has the focus. */
export const takeLostFocus = (control: HTMLElement | null): void => {
  if (control?.ownerDocument.activeElement === control?.ownerDocument.body) control?.focus();
};
