/** Moves the focus into the screen, past the navigation. */
export const focusMainContent = (): void => document.getElementById('content')?.focus();
