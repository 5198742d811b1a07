import { type Bounds, within } from './window-sql.ts';

/** One arm of the model's UNION ALL: the source of its rows and the expression of each column. */
export type Arm = {
  /** The kinds of rows the arm can hold. */
  records: ReadonlySet<string>;
  /** The exclusion reasons its rows can have. */
  reasons: ReadonlySet<string>;
  columns: ReadonlyMap<string, string>;
  /** Everything from FROM on. */
  source: (reach: Reach) => string;
  /** The one column that its rows say something about. */
  only?: string;
  /** What names the thing that counts once in each group, however many of its rows are in it. */
  once?: string;
  /** What its source calls the rows of its table, where that is not left out. */
  alias?: string;
};

/** What a part can leave unread; the parameters of the statement stand for values. */
export type Reach = {
  /** The columns that are named. */
  mentioned: ReadonlySet<string>;
  /** None means any. */
  projects: () => string | null;
  /** None mean any time. */
  windows: readonly Bounds[];
  /** The days in UTC that the windows touch, each with one more before it and behind it. */
  days: () => readonly Bounds[];
};

/** Takes the model's SQL apart, so that a statement names only the parts and columns it needs. */
export function armsOf(sql: string, listed: Listed): Arm[] {
  const texts = sql.split(/\bUNION ALL\b/);
  if (texts.length !== listed.arms.length || texts.length !== listed.reasons.length) {
    throw new Error('The model lists other arms than its SQL has.');
  }
  const arms = texts.map((text, index) => ({
    ...partOf(text),
    records: new Set(listed.arms[index]),
    reasons: new Set(listed.reasons[index]),
  }));
  const names = arms.map(({ columns }) => [...columns.keys()].join());
  if (new Set(names).size !== 1) throw new Error("The arms of the model's SQL have other columns.");
  return arms;
}

type Listed = Record<'arms' | 'reasons', readonly (readonly string[])[]>;

function partOf(text: string): Pick<Arm, 'columns' | 'source'> {
  const [, list = '', source = ''] =
    /^\s*SELECT\s([\s\S]*?)\s(FROM\s[\s\S]*?)\s*$/.exec(text) ?? [];
  const columns = new Map(
    itemsOf(list).map((item) => {
      const [, expression = '', name = ''] = /^(?:([\s\S]*?)\s+AS\s+)?(\w+)$/.exec(item) ?? [];
      if (!name) throw new Error(`The model's SQL has a column without a name: ${item}.`);
      return [name, expression || name] as const;
    }),
  );
  return { columns, source: source === costs ? (reach) => costsNear(reach.days()) : () => source };
}

const costs = 'FROM costs FINAL';

/**
 * Costs lie in the order of their days. Their time is noon of that day where the project is: in UTC, a day away at
 * most.
 */
const costsNear = (days: readonly Bounds[]): string =>
  days.length > 0 ? `${costs} WHERE ${within('date', days)}` : costs;

/** Splits at the commas that stand in no parentheses. */
export function itemsOf(list: string): string[] {
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

/** The parts that can hold these records, all of them for null. */
export function armsFor(arms: readonly Arm[], records: ReadonlySet<string> | null): readonly Arm[] {
  const wanted = arms.filter(
    (arm) => records === null || [...arm.records].some((record) => records.has(record)),
  );
  return wanted.length > 0 ? wanted : arms;
}

/** What the rows of a part are for. */
export type Use = Omit<Reach, 'mentioned'> & {
  cube: string;
  /** Names the columns that are needed. */
  text: string;
  keys: readonly string[];
  conditions: readonly string[];
};

/** The rows of a part with the columns that are needed. */
export function armSql(arm: Arm, { cube, text, keys, conditions, ...reach }: Use): string {
  const mentioned = mentionedIn(text, cube);
  const names = [...arm.columns.keys()].filter((name) => mentioned.has(name));
  const list = names.map((name) => {
    const expression = arm.columns.get(name);
    return name === expression ? name : `${expression} AS ${name}`;
  });
  const shown = (items: readonly string[]) => (items.length > 0 ? items.join(', ') : '1 AS one');
  const source = arm.source({ ...reach, mentioned });
  if (arm.once === undefined) return `SELECT ${shown(list)} ${source}`;
  const rows = `SELECT ${[...list, `${arm.once} AS once`].join(', ')} ${source}`;
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  return `SELECT ${shown(names)} FROM (${rows}) AS ${cube}${where}
LIMIT 1 BY ${[...keys, `${cube}.once`].join(', ')}`;
}

/** An expression whose columns are the same in every row of a part, with these put in; null when one is not. */
export function literalIn({ columns }: Arm, cube: string, expression: string): string | null {
  const values = [...mentionedIn(expression, cube)].map(
    (name) => [name, columns.get(name) ?? ''] as const,
  );
  if (values.length === 0 || !values.every(([, value]) => literal.test(value))) return null;
  return values.reduce(
    (text, [name, value]) => text.replaceAll(`${cube}.${name}`, value),
    expression,
  );
}

const literal = /^to\w+\((?:\d+|'\w*')(?:, \d+)?\)$/;

const mentionedIn = (text: string, cube: string): ReadonlySet<string> =>
  new Set([...text.matchAll(new RegExp(`\\b${cube}\\.(\\w+)`, 'g'))].map(([, name]) => name ?? ''));
