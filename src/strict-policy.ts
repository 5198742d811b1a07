import { config } from 'zod';

/**
 * zod compiles its checks with `new Function` where it may, and finds out by trying. Our content security policy
 * forbids it and would report the attempt, so it must not try. Imported first: schemas look at it when they are made.
 */
config({ jitless: true });
