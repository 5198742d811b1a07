/**
 * zod compiles its checks with `new Function` where it may, and finds out by trying. Our content security policy
 * forbids it and would report the attempt, so it must not try. Imported first: every zod that is loaded later, in
 * whichever chunk, shares this configuration.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
