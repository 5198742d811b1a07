/** What the tests use of jsdom, which brings no types of its own. */
declare module 'jsdom' {
  export class CookieJar {}
  export class JSDOM {
    constructor(
      html?: string,
      options?: {
        url: string;
        referrer?: string;
        cookieJar: CookieJar;
        runScripts: 'outside-only';
      },
    );
    readonly window: Window & typeof globalThis;
  }
}
