import { z } from 'zod';
import { daySchema } from '../period.ts';
import { timezoneSchema } from '../time-zone.ts';

export const longestAnnotation = 200;
export const maxAnnotations = 2_000;

const text = z
  .string('Write what happened.')
  .trim()
  .min(1, 'Write what happened.')
  .max(longestAnnotation, `Use at most ${longestAnnotation} characters.`)
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Use one line.');

const [earliest, latest] = [Date.parse('2000-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')];
/** When it happened: a time of this century that every store holds. */
export const annotationTime = z.iso
  .datetime({ offset: true, error: 'Enter a time like 2026-11-20T14:00:00Z.' })
  .transform((written) => new Date(written))
  .refine(
    (moment) => moment.getTime() >= earliest && moment.getTime() < latest,
    'Choose a time from 2000 to 2099.',
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
    message: 'The end is before the start.',
  });

export const newAnnotationSchema = z.strictObject({ project: z.int(), at: annotationTime, text });

/** `removed: false` restores a note that was just removed. */
export const annotationChangeSchema = z.strictObject({
  at: annotationTime.optional(),
  text: text.optional(),
  removed: z.literal(false).optional(),
});

/** The fields of the note form: a time is chosen in the screen's own time zone. */
export const annotationFormSchema = z.strictObject({
  text,
  moment: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, 'Choose a day and a time.'),
});

export const annotationSchema = z.object({
  /** Null for an automatic mark. */
  id: z.int().nullable(),
  project: z.int(),
  /** A note of a member, or a mark that the server derives by itself. */
  type: z.enum(['note', 'auto']),
  at: z.string(),
  text: z.string(),
  /** The author; null for a reader who may not see it. */
  author: z.string().nullable(),
  can_change: z.boolean(),
});
/** An event in time that may explain a curve. */
export type Annotation = z.infer<typeof annotationSchema>;
