/** Where the assets of earlier builds wait, beside the folder of the current one. */
export const previousAssetsOf = (directory: string): string =>
  `${directory.replace(/\/+$/, '')}.kept`;
