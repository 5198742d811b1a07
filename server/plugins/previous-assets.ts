/** The folder of earlier builds' assets, beside the present one. */
export const previousAssetsOf = (directory: string): string =>
  `${directory.replace(/\/+$/, '')}.kept`;
