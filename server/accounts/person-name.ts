/** An SQL expression for the name of a person, or the address of one without a name. */
export const personName = (user: string): string =>
  `coalesce(nullif(trim(${user}.first_name || ' ' || ${user}.last_name), ''), ${user}.email)`;
