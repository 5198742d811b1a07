import { Form } from '@base-ui/react/form';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';

/**
 * A form that validates its values with a schema of the contract. Errors appear below their fields; valid values arrive
 * as one object.
 */
export function SchemaForm<Schema extends z.ZodType>({
  name,
  schema,
  problems,
  read = asTyped,
  onAnswers,
  onWrite,
  children,
}: {
  name: string;
  /** Loads the schema with the first submit. */
  schema: () => Promise<Schema>;
  /** The server's errors, by field. */
  problems?: Record<string, string[]> | undefined;
  /** Reads what is typed in the person's form, such as numbers, before the schema does. */
  read?: (values: Record<string, unknown>) => Record<string, unknown>;
  onAnswers: (answers: z.infer<Schema>) => void;
  /** Called on every change with all values. */
  onWrite?: (values: Record<string, string>) => void;
  children: ReactNode;
}) {
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  const problemsText = JSON.stringify(problems ?? {});
  /** Stable while the server's errors stay the same: a new object would show errors again that were fixed meanwhile. */
  const errors = useMemo(
    () => ({ ...JSON.parse(problemsText), ...refused }),
    [problemsText, refused],
  );
  const form = useRef<HTMLFormElement>(null);
  const answer = async (values: Record<string, unknown>) => {
    const submitted = textsIn(form.current);
    const parsed = (await schema()).safeParse(read(values));
    if (parsed.success) {
      setRefused({});
      return onAnswers(parsed.data);
    }
    const now = textsIn(form.current);
    // Fields that were edited while the schema loaded are not reported: their errors would belong to old values.
    const still = Object.entries(errorsOf(parsed.error)).filter(
      ([field]) => submitted[field] === now[field],
    );
    setRefused(Object.fromEntries(still));
  };
  return (
    <Form
      ref={form}
      aria-label={name}
      className="form"
      noValidate
      errors={errors}
      onInput={({ currentTarget }) => onWrite?.(textsIn(currentTarget))}
      onFormSubmit={(values: Record<string, unknown>) => void answer(values)}
    >
      {children}
    </Form>
  );
}

const asTyped = (values: Record<string, unknown>) => values;

const textsIn = (form: HTMLFormElement | null): Record<string, string> =>
  Object.fromEntries(
    [...(form ? new FormData(form) : [])].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

const errorsOf = ({ issues }: z.ZodError): Record<string, string[]> =>
  Object.fromEntries(
    issues.map(({ path: [field] }) => [
      String(field),
      issues.filter(({ path }) => path[0] === field).map(({ message }) => message),
    ]),
  );
