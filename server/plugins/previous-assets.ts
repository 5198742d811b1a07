/** Where the assets of earlier builds wait, beside the folder of the current one. */
export const keptBeside = (directory: string): string => `${directory.replace(/\/+$/, '')}.kept`;
