/** A pattern of LIKE that matches texts with these characters in them, as they are written. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
