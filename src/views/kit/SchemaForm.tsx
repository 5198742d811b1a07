import { Form } from '@base-ui/react/form';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';

/**
 * A form whose answers are parsed by the contract's own schema before anybody hears of them.
 * What the schema refuses is said below its field; what it accepts arrives as one value.
 */
export function SchemaForm<Schema extends z.ZodType>({
  name,
  schema,
  problems,
  onAnswers,
  onWrite,
  children,
}: {
  name: string;
  /** Fetches the schema: nothing is parsed before something was written. */
  schema: () => Promise<Schema>;
  /** What the server refused, by field. */
  problems?: Record<string, string[]> | undefined;
  onAnswers: (answers: z.infer<Schema>) => void;
  /** Hears of every change, with all that stands in the form then. */
  onWrite?: (values: Record<string, string>) => void;
  children: ReactNode;
}) {
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  const said = JSON.stringify(problems ?? {});
  /** The same ones for as long as nobody says anything new: whoever hears them again shows what was mended since. */
  const errors = useMemo(() => ({ ...JSON.parse(said), ...refused }), [said, refused]);
  const form = useRef<HTMLFormElement>(null);
  const answer = async (values: Record<string, unknown>) => {
    const asked = textsIn(form.current);
    const parsed = (await schema()).safeParse(values);
    if (parsed.success) {
      setRefused({});
      return onAnswers(parsed.data);
    }
    const now = textsIn(form.current);
    // What was written anew while the schema came is not what it refuses: said of that, it would hold up the next try.
    const still = Object.entries(errorsOf(parsed.error)).filter(
      ([field]) => asked[field] === now[field],
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
