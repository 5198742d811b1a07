import { z } from 'zod';

/** One call of the API with its path, input and response. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  tag: string;
  status: number;
  answer: z.ZodType;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
};

export const byId = z.strictObject({
  id: z
    .string()
    .regex(/^\d{1,9}$/, 'Ids are whole numbers.')
    .transform(Number),
});
