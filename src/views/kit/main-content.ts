/** Whoever came by keyboard goes on in the screen, and not in what is the same on every one. */
export const enterContent = (): void => document.getElementById('content')?.focus();
