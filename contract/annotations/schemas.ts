import { z } from 'zod';
import { daySchema, timezoneSchema } from '../period.ts';

export const longestAnnotation = 200;
export const mostAnnotations = 2_000;

const text = z
  .string('Write what happened.')
  .trim()
  .min(1, 'Write what happened.')
  .max(longestAnnotation, `Use at most ${longestAnnotation} characters.`)
  .refine((given) => !/[\p{Cc}\p{Surrogate}]/u.test(given), 'Write it in one line.');

const [earliest, latest] = [Date.parse('2000-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')];
const at = z.iso
  .datetime({ offset: true, error: 'Enter a moment like 2026-11-20T14:00:00Z.' })
  .transform((written) => new Date(written))
  .refine(
    (moment) => moment.getTime() >= earliest && moment.getTime() < latest,
    'Choose a moment from 2000 to 2099.',
  );

const project = z
  .string()
  .regex(/^\d{1,9}$/, 'Enter a whole number.')
  .transform(Number);

/** Days of a zone, both included. */
export const annotationQuerySchema = z
  .strictObject({
    project_id: project,
    start: daySchema,
    end: daySchema,
    timezone: timezoneSchema,
  })
  .refine(({ start, end }) => start <= end, {
    path: ['end'],
    message: 'The end lies before the start.',
  });

export const newAnnotationSchema = z.strictObject({ project: z.int(), at, text });

/** `removed` brings a note back that was removed a moment ago. */
export const annotationChangeSchema = z.strictObject({
  at: at.optional(),
  text: text.optional(),
  removed: z.literal(false).optional(),
});

/** What a form asks for: the moment is chosen on a clock of the screen's own zone. */
export const annotationFormSchema = z.strictObject({
  text,
  moment: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, 'Choose a day and a time.'),
});

export const annotationSchema = z.object({
  /** None for what was not written by anybody. */
  id: z.int().nullable(),
  project: z.int(),
  /** A note that somebody wrote, or a mark of what the server knows by itself. */
  type: z.enum(['note', 'auto']),
  at: z.string(),
  text: z.string(),
  /** Who wrote it, where that may be seen. */
  author: z.string().nullable(),
  can_change: z.boolean(),
});
/** What happened at a moment that may explain a curve. */
export type Annotation = z.infer<typeof annotationSchema>;
