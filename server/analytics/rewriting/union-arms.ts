import { type Bounds, inAnyWindow } from '../../warehouse/window-sql.ts';

/** One arm of the model's UNION ALL: the source of its rows and the expression of each column. */
export type Arm = {
  /** The kinds of rows the arm can hold. */
  records: ReadonlySet<string>;
  /** The exclusion reasons its rows can have. */
  reasons: ReadonlySet<string>;
  columns: ReadonlyMap<string, string>;
  /** Everything from FROM on. */
  source: (reach: ScanLimits) => string;
  /** The only column whose values its rows contribute. */
  only?: string;
  /** The expression of what counts once per group, however many rows it has. */
  once?: string;
  /** The alias of the source's table, where it is not the default. */
  alias?: string;
};

/** What an arm may skip reading; parameters of the statement stand for the values. */
export type ScanLimits = {
  /** The columns that the statement names. */
  mentioned: ReadonlySet<string>;
  /** Null means all projects. */
  projects: () => string | null;
  /** An empty list means any time. */
  windows: readonly Bounds[];
  /** The UTC days that the windows touch, with one more day before and after each. */
  days: () => readonly Bounds[];
  /** The local day of a time in the zone of its row's project. */
  dayOf: (time: string) => string;
};

/** Splits the model's SQL into arms, so that a statement names only the arms and columns it needs. */
export function armsOf(sql: string, listed: Listed): Arm[] {
  const texts = sql.replaceAll(/\/\*.*?\*\//gs, '').split(/\bUNION ALL\b/);
  if (texts.length !== listed.arms.length || texts.length !== listed.reasons.length) {
    throw new Error('The model lists other arms than its SQL has.');
  }
  const arms = texts.map((text, index) => ({
    ...partsOf(text),
    records: new Set(listed.arms[index]),
    reasons: new Set(listed.reasons[index]),
  }));
  const names = arms.map(({ columns }) => [...columns.keys()].join());
  if (new Set(names).size !== 1) throw new Error("The arms of the model's SQL have other columns.");
  return arms;
}

type Listed = Record<'arms' | 'reasons', readonly (readonly string[])[]>;

/** The columns of a SELECT by their names, and everything behind them. */
function partsOf(text: string): Pick<Arm, 'columns' | 'source'> {
  const [, list = '', source = ''] =
    /^\s*SELECT\s([\s\S]*?)\s(FROM\s[\s\S]*?)\s*$/.exec(text) ?? [];
  const columns = new Map(
    itemsOf(list).map((item) => {
      const [, expression = '', name = ''] = /^(?:([\s\S]*?)\s+AS\s+)?(\w+)$/.exec(item) ?? [];
      if (!name) throw new Error(`The model's SQL has a column without a name: ${item}.`);
      return [name, expression || name] as const;
    }),
  );
  // The arm of spread costs limits the costs inside of it itself.
  if (/^FROM costs\b/.test(source) && source !== costs) {
    throw new Error(`Costs cannot be limited to days in ${source}.`);
  }
  return { columns, source: source === costs ? (reach) => costsNear(reach.days()) : () => source };
}

const costs = 'FROM costs FINAL';

/** Costs are sorted by day. Their time is noon of the day in the project's zone, which in UTC is at most a day away. */
const costsNear = (days: readonly Bounds[]): string =>
  days.length > 0 ? `${costs} WHERE ${inAnyWindow('date', days)}` : costs;

/** Splits at the commas that stand in no parentheses and in no text. */
export function itemsOf(list: string): string[] {
  const items = [''];
  let depth = 0;
  let isText = false;
  for (const character of list) {
    if (character === "'") isText = !isText;
    else if (character === '(' && !isText) depth += 1;
    else if (character === ')' && !isText) depth -= 1;
    if (character === ',' && depth === 0 && !isText) items.push('');
    else items[items.length - 1] += character;
  }
  return items.map((item) => item.trim());
}

/** The arms that can hold these records; null means all arms. */
export function armsFor(arms: readonly Arm[], records: ReadonlySet<string> | null): readonly Arm[] {
  const wanted = arms.filter(
    (arm) => records === null || [...arm.records].some((record) => records.has(record)),
  );
  return wanted.length > 0 ? wanted : arms;
}

/** The rows and columns that a statement needs of an arm. */
export type Use = Omit<ScanLimits, 'mentioned'> & {
  cube: string;
  /** Names the columns that are needed. */
  text: string;
  keys: readonly string[];
  conditions: readonly string[];
};

/** The rows of an arm with the needed columns. */
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

/**
 * An expression whose columns are constant in all rows of an arm, with the constants put in; null when a column is not
 * constant.
 */
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

/** An expression that is the same for every row. */
export const isLiteral = (expression: string): boolean => literal.test(expression);

const literal = /^to\w+\((?:\d+|'\w*')(?:, \d+)?\)$/;

const mentionedIn = (text: string, cube: string): ReadonlySet<string> =>
  new Set([...text.matchAll(new RegExp(`\\b${cube}\\.(\\w+)`, 'g'))].map(([, name]) => name ?? ''));
