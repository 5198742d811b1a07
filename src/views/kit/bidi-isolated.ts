const fromRight = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Isolates right-to-left text inside a line, so that it does not reorder the text around it. */
export const bidiIsolated = (name: string): string =>
  fromRight.test(name) ? `\u2068${name}\u2069` : name;
