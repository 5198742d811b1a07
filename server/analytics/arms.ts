/** One part of the model's UNION ALL: where its rows come from and how each column is made. */
export type Arm = {
  /** The kinds of rows it can hold. */
  records: ReadonlySet<string>;
  columns: ReadonlyMap<string, string>;
  /** Everything from FROM on. */
  source: string;
};

/** Takes the model's SQL apart, so that a statement names only the parts and columns it needs. */
export function armsOf(sql: string, records: readonly (readonly string[])[]): Arm[] {
  const texts = sql.split(/\bUNION ALL\b/);
  if (texts.length !== records.length) {
    throw new Error('The model lists other arms than its SQL has.');
  }
  const arms = texts.map((text, index) => armOf(text, new Set(records[index])));
  const names = arms.map(({ columns }) => [...columns.keys()].join());
  if (new Set(names).size !== 1) throw new Error("The arms of the model's SQL have other columns.");
  return arms;
}

function armOf(text: string, records: ReadonlySet<string>): Arm {
  const [, list = '', source = ''] =
    /^\s*SELECT\s([\s\S]*?)\s(FROM\s[\s\S]*?)\s*$/.exec(text) ?? [];
  const columns = new Map(
    itemsOf(list).map((item) => {
      const [, expression = '', name = ''] = /^(?:([\s\S]*?)\s+AS\s+)?(\w+)$/.exec(item) ?? [];
      if (!name) throw new Error(`The model's SQL has a column without a name: ${item}.`);
      return [name, expression || name] as const;
    }),
  );
  return { records, columns, source };
}

/** Splits at the commas that stand in no parentheses. */
function itemsOf(list: string): string[] {
  const items = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) items.push('');
    else items[items.length - 1] += character;
  }
  return items.map((item) => item.trim());
}

/** The SQL of the parts that can hold these records (all of them for null) with the columns that `text` mentions. */
export function sourceFor(
  { cube, arms }: { cube: string; arms: readonly Arm[] },
  text: string,
  records: ReadonlySet<string> | null,
): string {
  const mentioned = new Set(
    [...text.matchAll(new RegExp(`\\b${cube}\\.(\\w+)`, 'g'))].map(([, name]) => name),
  );
  const wanted = arms.filter(
    (arm) => records === null || [...arm.records].some((record) => records.has(record)),
  );
  const chosen = wanted.length > 0 ? wanted : arms;
  return chosen
    .map(({ columns, source }) => {
      const list = [...columns]
        .filter(([name]) => mentioned.has(name))
        .map(([name, expression]) => (name === expression ? name : `${expression} AS ${name}`));
      return `SELECT ${list.length > 0 ? list.join(', ') : '1 AS one'} ${source}`;
    })
    .join('\nUNION ALL ');
}
