/** What may stand before an address in a text and belong to it: a letter or sign of a longer one, or `o'`. */
const longerBefore = `(?<![[:alnum:]_+.%-])(?<![[:alnum:]_+.%-]')`;
/** What may stand after it and belong to it: `.au` does, the full stop of a sentence does not. */
const longerAfter = '(?![[:alnum:]_-]|\\.[[:alnum:]])';

/** A pattern of PostgreSQL for a text that holds the whole address, and not only as a part of a longer one. */
export const patternOf = (email: string): string =>
  longerBefore + email.replaceAll(/[^a-z0-9@]/g, (sign) => `\\${sign}`) + longerAfter;

const texts = `
  select value from jsonb_path_query(details, 'strict $.** ? (@.type() == "string")') value
  union all
  select value from jsonb_path_query(details, 'strict $.** ? (@.type() == "object").keyvalue().key') value`;

/**
 * SQL for whether the object or the details of an audit entry name the address, by parameters for it and its pattern.
 */
export const namesAddress = (email: string, pattern: string): string =>
  `(lower(target) ~ ${pattern} or (strpos(lower(details::text), ${email}) > 0
    and exists (select from (${texts}) texts where lower(value #>> '{}') ~ ${pattern})))`;
