import { z } from 'zod';

/** What every answer says of a person. */
export const personFields = {
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Of others only for those who may change members. */
  phone: z.string().nullable(),
  /** The path of the picture. */
  image: z.string().nullable(),
  state: z.string(),
};
