/**
 * zod tests whether it may compile its checks with `new Function`. The content security policy forbids that and would
 * report the attempt, so this file switches it off. It must be imported before any zod, in whichever chunk that is.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
