type Form = {
  longest: number;
  /** What stands before the number. */
  joint: ' ' | '-';
};

/** “main-2”, “main-3”, … without end, each cut where its number needs the place. */
export function* numbered(stem: string, { longest, joint }: Form): Generator<string, never> {
  for (let number = 2; ; number += 1) {
    const end = `${joint}${number}`;
    // A cut may leave a joint at the end, or half of a letter.
    const start = stem.slice(0, longest - end.length).replace(/[\s\uD800-\uDBFF-]+$/, '');
    yield start + end;
  }
}
