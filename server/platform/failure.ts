import { DrizzleQueryError } from 'drizzle-orm';

/** The loggable parts of an error, without the parameters of statements, which hold addresses, hashes and keys. */
export type Failure = {
  type: string;
  message: string;
  code?: string;
  /** The statement that failed, with its placeholders. */
  statement?: string;
  stack: string;
  cause?: Failure;
  errors?: Failure[];
};

const deepest = 5;

/** An error in its loggable form. Details of the database, which quote rows, are left out. */
export function failureOf(error: unknown, depth = 0): Failure {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const isQuery = error instanceof DrizzleQueryError;
  const reported = isQuery && error.cause ? error.cause : error;
  const { cause } = reported;
  const inner = depth < deepest ? depth + 1 : null;
  return {
    type: reported.name,
    message: messageOf(reported),
    ...('code' in reported && reported.code !== undefined ? { code: String(reported.code) } : {}),
    ...(isQuery ? { statement: error.query } : {}),
    stack: framesOf(error),
    ...(cause !== undefined && inner ? { cause: failureOf(cause, inner) } : {}),
    ...(reported instanceof AggregateError && inner
      ? { errors: reported.errors.map((one) => failureOf(one, inner)) }
      : {}),
  };
}

/** The same in one sentence, for repeated failures. */
export const reasonOf = (error: unknown): string => {
  const { message, code, statement } = failureOf(error);
  return [message, code, statement].filter(Boolean).join(' | ');
};

/** For unreadable values the database quotes its input: `invalid input syntax for type integer: "…"`. */
function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return 'The query failed.';
  const isValue = 'code' in error && /^22/.test(String(error.code));
  return isValue ? error.message.replace(/".*"/s, '"…"') : error.message;
}

/** The stack without the message before it. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const behind = at === -1 ? stack : stack.slice(at + message.length);
  return behind
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
