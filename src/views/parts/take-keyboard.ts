/** For what stands in the place of a control that is gone: the keyboard goes on with it. */
export const takeKeyboard = (control: HTMLElement | null): void => control?.focus();
