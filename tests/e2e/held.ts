import type { Page, Route } from '@playwright/test';
import { expect } from '@playwright/test';

/** Requests that wait until a path says how they end: by the real server, by a refusal, or by no answer at all. */
export class Held {
  private readonly waiting: Route[] = [];

  static async at(page: Page, url: string): Promise<Held> {
    const held = new Held();
    await page.route(url, (route) => {
      held.waiting.push(route);
    });
    return held;
  }

  private async next(): Promise<Route> {
    await expect.poll(() => this.waiting.length).toBeGreaterThan(0);
    const route = this.waiting.shift();
    if (!route) throw new Error('No request is waiting.');
    return route;
  }

  async pass(): Promise<void> {
    await (await this.next()).continue();
  }

  async refuse(status: number, body: object): Promise<void> {
    await (await this.next()).fulfill({ status, json: body });
  }

  async lose(): Promise<void> {
    await (await this.next()).abort('connectionrefused');
  }
}
