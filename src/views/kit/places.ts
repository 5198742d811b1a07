const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The country of a two-letter code; ZZ stands for unknown. */
export const nameOfCountry = (code: string): string => {
  if (code === 'ZZ' || !/^[A-Z]{2}$/.test(code)) return code === 'ZZ' ? 'Unknown' : code;
  return names.of(code) ?? code;
};
