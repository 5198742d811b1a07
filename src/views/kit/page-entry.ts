import { createContext } from 'react';

/** Whether this page has come in the place of another, and what had the keyboard is gone with that one. */
export const PageEntry = createContext(false);
