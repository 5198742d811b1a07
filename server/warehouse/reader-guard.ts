const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|"")*"|`(?:[^`\\]|``)*`|[\s\S]/g;

/** Words that reach files or hidden SQL and that the engine allows to a read-only session. */
const forbidden = /\b(?:outfile|infile|file|eval|catboostevaluate|viewexplain)\b/i;

/**
 * Why a statement is not for the reading user, or null when it may run.
 *
 * `readonly = 1` refuses writes, table functions and settings by itself. What it lets through
 * is refused here: `INTO OUTFILE`, the scalar function `file()`, stacked statements, and
 * everything that is not a query (`USE`, `KILL`, `DESCRIBE TABLE url(…)` connects). Only the
 * contents of strings are exempt; spellings that could hide a word are refused as such.
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
  return /^\(*\s*(?:select|with|explain)\b/i.test(plain) ? null : 'a statement that is not a query';
}
