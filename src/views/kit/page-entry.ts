import { createContext } from 'react';

/** Whether this page replaced another one, so that the focus was lost. */
export const PageEntry = createContext(false);
