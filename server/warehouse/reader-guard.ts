const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|"")*"|`(?:[^`\\]|``)*`|[\s\S]/g;

/** Words that undo `readonly`, reach files or hide SQL, and that the engine would allow. */
const forbidden = /\b(?:settings|outfile|infile|file|eval|catboostevaluate|viewexplain)\b/i;

/**
 * Why a statement is not allowed for the read-only user, or null when it may run.
 *
 * `readonly = 1` refuses writes and table functions, but not its own end by `SETTINGS readonly = DEFAULT`, nor `INTO
 * OUTFILE`, the scalar function `file()`, stacked statements and some that are no queries (`USE`, `KILL`; `DESCRIBE
 * TABLE url(…)` connects). They are refused here. Only the contents of strings are exempt; spellings that could hide a
 * word are refused as such.
 */
export function readerRefusal(sql: string): string | null {
  let code = '';
  for (const [part] of sql.matchAll(token)) {
    if (part.length > 1 && part.startsWith("'")) {
      if (/\w$/.test(code)) return 'a string with a prefix';
      code += "''";
    } else {
      if (part === "'" || part === '"' || part === '`') return 'an open or escaped quote';
      if (part.length === 1 && !/[\t\n\r -~]/.test(part)) return 'a character outside ASCII';
      if (part === '$' || part === '#' || part === '\\') return `the character ${part}`;
      code += part;
    }
  }
  const word = forbidden.exec(code);
  if (word) return `the word ${word[0]}`;

  const plain = code.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ').trim();
  if (/;(?!\s*$)/.test(plain)) return 'more than one statement';
  return /^[(\s]*(?:select|with)\b/i.test(plain) ? null : 'a statement that is not a query';
}
