import type { Session } from 'chdb';
import type { Member } from './session-queue.ts';

/** A statement of one HTTP request. Parameter values are TSV-escaped, as received. */
export type Statement = {
  sql: string;
  body: Buffer | null;
  parameters: Map<string, string>;
  settings: Map<string, string>;
  format: string;
};

export type Answer = { bytes: Uint8Array; writtenRows: number };

/** An error in the shape the engine itself uses, so that clients read both alike. */
export class EngineError extends Error {
  readonly code: number;
  constructor(code: number, name: string, message: string) {
    super(`Code: ${code}. DB::Exception: ${message}. (${name})`);
    this.code = code;
  }
}

const insert =
  /^\s*insert\s+into\s+(?:table\s+)?([\w.]+)\s*(?:\(([\w\s,`]+)\))?\s*format\s+(\w+)\s*;?\s*$/i;
const rawFormats = ['JSONEachRow', 'JSONCompactEachRow', 'CSV', 'CSVWithNames', 'TabSeparated'];

/**
 * Runs a statement on a session. Rows are passed as the received bytes; settings apply to this statement alone, and
 * parameters of earlier statements are never used.
 */
export async function execute(member: Member, statement: Statement): Promise<Answer> {
  const { session } = member;
  const { sql, body, settings, format } = statement;
  const rows = body && insert.exec(sql);
  const rawFormat = rows && rawFormats.find((name) => name === rows[3]);
  if (rows?.[1] && rawFormat && statement.parameters.size === 0) {
    const columns = rows[2]?.split(',').map((column) => column.replaceAll('`', '').trim());
    const summary = await session.insert({
      table: rows[1],
      values: body,
      format: rawFormat as 'JSONEachRow',
      settings: Object.fromEntries(settings),
      ...(columns ? { columns } : {}),
    });
    return { bytes: new Uint8Array(), writtenRows: summary.rowsWritten };
  }

  await bind(member, statement);
  try {
    const text = body ? `${sql}\n${body.toString('utf8')}` : sql;
    const result = await session.queryAsync(text, { format });
    return { bytes: result.bytes(), writtenRows: 0 };
  } catch (error) {
    await discard(session);
    throw error;
  } finally {
    await takeBack(session, settings);
  }
}

/**
 * Output of a failed statement stays in the session, and chDB would prepend it to the next answer: this removes it, so
 * that no caller reads another's rows.
 */
async function discard(session: Session): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await session.queryAsync('SELECT 1 FORMAT Null');
      return;
    } catch (error) {
      if (attempt === 5) throw beyondRepair(error);
    }
  }
}

async function takeBack(session: Session, settings: Statement['settings']): Promise<void> {
  if (settings.size === 0) return;
  const names = [...settings.keys()].map((name) => `${name} = DEFAULT`);
  await session.queryAsync(`SET ${names.join(', ')}`).catch((error: unknown) => {
    throw beyondRepair(error);
  });
}

/** A session that would answer the next statement wrongly must be replaced: this error code restarts the engine. */
function beyondRepair(error: unknown): EngineError {
  return new EngineError(236, 'ABORTED', `The session cannot be used again: ${error}`);
}

/**
 * Parameters are set on the session, because chDB's own binding allows only one bound statement in the whole process.
 */
async function bind({ session, parameters }: Member, statement: Statement): Promise<void> {
  for (const name of parameters) {
    if (statement.parameters.has(name)) continue;
    if (new RegExp(`\\{\\s*${name}\\s*:`).test(statement.sql)) {
      throw new EngineError(456, 'UNKNOWN_QUERY_PARAMETER', `Substitution \`${name}\` is not set`);
    }
  }
  const changes = [
    ...[...statement.settings].map(([name, value]) => `${nameOf(name)} = ${literal(value)}`),
    ...[...statement.parameters].map(
      ([name, value]) => `param_${nameOf(name)} = ${literal(value)}`,
    ),
  ];
  if (changes.length > 0) {
    try {
      await session.queryAsync(`SET ${changes.join(', ')}`);
    } catch (error) {
      await discard(session);
      throw error;
    }
  }
  for (const name of statement.parameters.keys()) parameters.add(name);
}

function nameOf(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  throw new EngineError(36, 'BAD_ARGUMENTS', 'A setting or parameter has an impossible name');
}

const literal = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
