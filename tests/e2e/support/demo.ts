import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Session } from '#contract/accounts/session.ts';
import { demoEmail, demoPassword } from './server.ts';

/** The address of the product under test. */
export function address(): string {
  const url = process.env.E2E_URL;
  if (!url) throw new Error('The server was not started.');
  return url;
}

/** A session of its own on the real server, without a browser. */
export async function signIn(): Promise<Session> {
  const answer = await fetch(`${address()}/api/v1/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmail, password: demoPassword }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** A browser with this session in its storage, as after an earlier visit. */
export async function visitor(browser: Browser, session: Session | null): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: address(),
    storageState: {
      cookies: [],
      origins: session
        ? [
            {
              origin: address(),
              localStorage: [
                { name: 'clickledger.v1.token', value: JSON.stringify(session.token) },
              ],
            },
          ]
        : [],
    },
  });
}

/** Records console errors, unhandled rejections and violations of the content security policy. */
export function listenForFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    const isOurs = !/Failed to load resource|net::ERR/.test(message.text());
    if (message.type() === 'error' && isOurs) faults.push(message.text());
  });
  return faults;
}
