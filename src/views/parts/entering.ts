import { createContext } from 'react';

/** Whether somebody came in on this page, from the sign-in, whose form had the keyboard. */
export const Entering = createContext(false);
