/** Reads a form in Stripe's format, `a[b][0]=c`, into nested names. */
export type Fields = { [name: string]: string | Fields };

/** The names of a type's fields at every depth; `true` for unchecked ones. */
export type Shape<T> = {
  [K in keyof T]?: true | Shape<Inner<NonNullable<T[K]>>>;
};
type Inner<T> = Exclude<T extends readonly (infer Item)[] ? Item : T, string | number | boolean>;

export function formOf(text: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at = fields;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      const inner: Fields = typeof next === 'object' ? next : {};
      at[part] = inner;
      at = inner;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return fields;
}

/** The first name that a shape does not have. Indexes of lists are no names. */
export function unknownIn(fields: Fields, shape: object): string | null {
  for (const [name, value] of Object.entries(fields)) {
    const isPlace = /^\d+$/.test(name);
    const inner: unknown = isPlace ? shape : Object(shape)[name];
    if (inner === undefined) return name;
    if (typeof value !== 'object' || inner === true) continue;
    const unknown = unknownIn(value, Object(inner));
    if (unknown) return `${name}[${unknown}]`;
  }
  return null;
}
