const names = [
  'x',
  'TRANSACTION_ID',
  'transaction_id',
  'aff_sub5',
  'clickid',
  'order.id',
  'SUB_ID',
];
/** How networks mark a name that they replace. */
export const macroForms: ((name: string) => string)[] = [
  (name) => `{${name}}`,
  (name) => `{{${name}}}`,
  (name) => `{{ ${name} }}`,
  (name) => `\${${name}}`,
  (name) => `\${{${name}}}`,
  (name) => `[${name}]`,
  (name) => `[[${name}]]`,
  (name) => `#${name}#`,
  (name) => `##${name}##`,
  (name) => `%${name}%`,
  (name) => `%%${name}%%`,
  (name) => `__${name}__`,
  (name) => `!!!${name}!!!`,
  (name) => `<${name}>`,
  (name) => `$${name}`,
  (name) => `{${name}}-1`,
  (name) => `[${name}]-1`,
  (name) => `%%${name}%%-2`,
  (name) => `__${name}__-1`,
  (name) => `order-{${name}}`,
  (name) => `{${name}}{${name}}`,
];
const words = [
  '{}',
  '[]',
  '[[]]',
  '<>',
  '{{}}',
  `$\{}`,
  'null',
  'NULL',
  'undefined',
  'NaN',
  'N/A',
  'n/a',
  '-',
  '--',
  '—',
  '(not set)',
  '[object Object]',
  '(null)',
];

const plain = [...names.flatMap((name) => macroForms.map((form) => form(name))), ...words];
const once = plain.map(encodeURIComponent);
const twice = once.map(encodeURIComponent);
/** Placeholders and words for no value, as they are and URL-encoded once or twice. */
export const unfilledForms = [...new Set([...plain, ...once, ...twice])];
