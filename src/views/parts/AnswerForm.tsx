import { Form } from '@base-ui/react/form';
import { type ReactNode, useState } from 'react';
import { flattenError, type z } from 'zod';

/**
 * A form whose answers are parsed by the contract's own schema before anybody hears of them.
 * What the schema refuses is said below its field; what it accepts arrives as one value.
 */
export function AnswerForm<Schema extends z.ZodType>({
  name,
  schema,
  problems,
  onAnswers,
  children,
}: {
  name: string;
  schema: Schema;
  /** What the server refused, by field. */
  problems?: Record<string, string[]> | undefined;
  onAnswers: (answers: z.infer<Schema>) => void;
  children: ReactNode;
}) {
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  return (
    <Form
      aria-label={name}
      className="form"
      noValidate
      errors={{ ...problems, ...refused }}
      onFormSubmit={(values: Record<string, unknown>) => {
        const parsed = schema.safeParse(values);
        setRefused(parsed.success ? {} : errorsOf(parsed.error));
        if (parsed.success) onAnswers(parsed.data);
      }}
    >
      {children}
    </Form>
  );
}

const errorsOf = (error: z.ZodError): Record<string, string[]> =>
  flattenError<Record<string, unknown>, string>(error as z.ZodError<Record<string, unknown>>)
    .fieldErrors as Record<string, string[]>;
