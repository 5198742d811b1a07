import type { Page, Route } from '@playwright/test';
import { expect } from '@playwright/test';

/** Requests that wait until a path ends them. Requests that the page aborts are removed. */
export class HeldRequests {
  private waiting: Route[] = [];

  static async at(page: Page, url: string): Promise<HeldRequests> {
    const held = new HeldRequests();
    page.on('requestfailed', (request) => {
      held.waiting = held.waiting.filter((route) => route.request() !== request);
    });
    await page.route(url, (route) => {
      held.waiting.push(route);
    });
    return held;
  }

  /** The waiting requests with this token; null for requests without one. */
  private of(token: string | null): Route[] {
    const signature = token === null ? undefined : `Token ${token}`;
    return this.waiting.filter((route) => route.request().headers().authorization === signature);
  }

  count(token: string | null): number {
    return this.of(token).length;
  }

  private async next(token: string | null): Promise<Route> {
    await expect.poll(() => this.count(token)).toBeGreaterThan(0);
    const [route] = this.of(token);
    if (!route) throw new Error('No request is waiting.');
    this.waiting = this.waiting.filter((one) => one !== route);
    return route;
  }

  async answer(token: string | null, body: object, status = 200): Promise<void> {
    await (await this.next(token)).fulfill({ status, json: body });
  }

  async lose(token: string | null): Promise<void> {
    await (await this.next(token)).abort('connectionrefused');
  }

  /** Lets every waiting request through to the server. */
  async release(): Promise<void> {
    const left = this.waiting;
    this.waiting = [];
    await Promise.all(left.map((route) => route.continue()));
  }

  /** The page has aborted the requests that still wait. */
  async drop(): Promise<void> {
    const left = this.waiting;
    this.waiting = [];
    await Promise.all(left.map((route) => route.abort()));
  }
}
