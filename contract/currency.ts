let known: ReadonlySet<string> | null = null;

/** Whether ISO 4217 knows the code. The set is read lazily because the first use of `Intl` costs a page 20 ms. */
export function isCurrency(code: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known.has(code);
}
