const fromRight = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** A name for the middle of a line: one that is read from the right leaves what stands around it in its place. */
export const isolated = (name: string): string =>
  fromRight.test(name) ? `\u2068${name}\u2069` : name;
