/** For what stands in the place of a control that is gone: the keyboard goes on with it. */
export const takeFocus = (control: HTMLElement | null): void => control?.focus();

/** The same where nothing has it: what had it is gone, and nobody is busy elsewhere. */
export const takeLostFocus = (control: HTMLElement | null): void => {
  if (control?.ownerDocument.activeElement === control?.ownerDocument.body) control?.focus();
};
