/** The part of jsdom that the tests use; jsdom ships without types. */
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
