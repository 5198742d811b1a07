import { z } from 'zod';

/** The fields of a person in every response. */
export const personFields = {
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Null for other people, unless the reader may change members. */
  phone: z.string().nullable(),
  /** The path of the picture. */
  image: z.string().nullable(),
  state: z.string(),
};
