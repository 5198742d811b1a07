let known: ReadonlySet<string> | null = null;

/** Whether ISO 4217 knows the code. The first use of `Intl` costs a page 20 ms, so nothing is asked before. */
export function isCurrency(code: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known.has(code);
}
