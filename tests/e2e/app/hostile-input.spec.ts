import type { Page, Route } from '@playwright/test';
import { privateAddresses, publicAddresses } from '../../support/addresses.ts';
import { conversionDetail } from '../../support/conversions.ts';
import { member } from '../../support/samples.ts';
import { project } from '../../support/settings.ts';
import { overflow } from '../support/axe.ts';
import { addressOf, expect, test } from '../support/page.ts';
import {
  type Answer,
  reportAnswers,
  startStubServer,
  storeSession,
} from '../support/stub-server.ts';

/** Each would set the flag if any of it ran. */
const payloads = [
  '<script>hit()</script>',
  '"><script>hit()</script>',
  '</title><script>hit()</script>',
  '</style><script>hit()</script>',
  '<img src=x onerror=hit()>',
  '"><img src=x onerror=hit()>',
  "' onmouseover='hit()' x='",
  '" autofocus onfocus="hit()" x="',
  '<svg onload=hit()>',
  '<svg><script>hit()</script></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  '<iframe src="javascript:parent.hit()">',
  '<a href="javascript:hit()">x</a>',
  'javascript:hit()',
  'data:text/html,<script>hit()</script>',
  '<object data="javascript:hit()">',
  '<embed src="javascript:hit()">',
  '<base href="https://evil.test/">',
  '<meta http-equiv="refresh" content="0;url=javascript:hit()">',
  '<link rel="stylesheet" href="data:text/css,*{background:red}">',
  '<style>*{background:url(javascript:hit())}</style>',
  '<details open ontoggle=hit()>',
  '<template><script>hit()</script></template>',
  '{{constructor.constructor("hit()")()}}',
  '#{hit()}',
  '__proto__',
  '\u202e<script>hit()</script>',
  '&lt;script&gt;hit()&lt;/script&gt;',
  '=HYPERLINK("https://evil.test")',
];

/** The texts that a stranger can choose: everything but numbers, dates, codes and enum values of the contract. */
const named =
  /^(name|label|title|detail|message|full_name|first_name|last_name|email|project_name|country_name|state_name|event_name|aff_id|affid|key|slug)$/;

/** The same answer with the corpus in every text. */
function spoil(value: unknown, next: () => string, field = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => spoil(one, next, field));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, spoil(one, next, key)]),
    );
  }
  return typeof value === 'string' && named.test(field) ? next() : value;
}

async function watch(page: Page, base: string) {
  const hits: string[] = [];
  const left: string[] = [];
  page.on('dialog', (dialog) => {
    hits.push(dialog.message());
    return dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(base) && frame.url() !== 'about:blank') left.push(frame.url());
  });
  await page.exposeFunction('hit', () => hits.push('ran'));
  return { hits, left };
}

async function hostileServer(page: Page) {
  let turn = 0;
  const next = () => payloads[turn++ % payloads.length] ?? '';
  const answers: Record<string, Answer> = Object.fromEntries(
    Object.entries(reportAnswers).map(([call, answer]) => [
      call,
      async (route: Route) => {
        const reply = await answer(route);
        return typeof reply === 'string' ? reply : { ...reply, json: spoil(reply.json, next) };
      },
    ]),
  );
  const text = `# Privacy policy\n\n${payloads.join('\n\n')}\n\n[x](javascript:parent.hit())\n\n![x](//evil.test/x.png)`;
  answers['documents/policy/'] = () => ({ json: { name: 'policy', text } });
  const { token } = member;
  const person = { ...(spoil(member, next) as typeof member), token, email: member.email };
  await startStubServer(page, answers, [person]);
}

/** The security headers of every document, without the nonce, which differs in every answer. */
const guards = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-…'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The headers of a document, and the document itself, without the nonce. */
async function documentAt(page: Page, path: string) {
  const answer = await page.request.get(addressOf(path), { headers: { accept: 'text/html' } });
  const headers = answer.headers();
  const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1];
  expect(nonce, path).toBeTruthy();
  const hide = (text = '') => text.replaceAll(nonce ?? '', '…');
  const told = Object.keys(guards).map((name) => [name, hide(headers[name])]);
  return { told: Object.fromEntries(told), text: hide(await answer.text()) };
}

/** Navigates like a link inside the app. */
const go = (page: Page, path: string) =>
  page.evaluate((address) => history.pushState(null, '', address), path);

/** Each of these is loaded whole: every screen once, and an unknown address. */
const documents = [
  '/',
  '/login',
  '/login/forgotten',
  '/login/reset',
  '/sign-up',
  '/sign-up/verify',
  '/invite/7f3a',
  '/policy',
  '/terms',
  '/dashboard',
  '/conversions',
  '/pixels',
  '/settings',
  '/nowhere',
];

const titles: Record<string, string> = {
  '/login/forgotten': 'Forgot your password?',
  '/login/reset': 'Choose a new password',
  '/sign-up/verify': 'Confirm your address',
  '/invite/7f3a': 'Join Acme and Bolt',
  '/policy': 'Privacy policy',
  '/terms': 'Terms of use',
};
const screens: Record<string, string> = {
  '/dashboard': 'Dashboard',
  '/funnels': 'There is no funnel at this address',
  '/offers': 'There is no offer at this address',
  '/split-test': 'Split test',
  '/conversions': 'Conversions',
  '/pixels': 'Pixels',
  '/settings': 'Settings',
};
/** Screens whose title is not that of their section. */
const ownTitles: Record<string, string> = {
  '/funnels': 'Funnels',
  '/funnels/add': 'New funnel',
  '/offers': 'Offers',
  '/offers/add': 'Add an offer',
  '/offers/payouts': 'Payouts',
  '/split-test': 'Split tests',
  '/split-test/add': 'New split test',
};

/** The page that an address leads each audience to, with a text on it. */
function screenOf(path: string, audience: 'guest' | 'member'): { at: string; title: string } {
  const title = titles[path];
  if (title) return { at: path, title };
  const isAuth = path === '/' || path === '/login' || path.startsWith('/sign-up');
  if (audience === 'member') {
    const at = isAuth ? '/dashboard' : path;
    const [section = ''] = /^\/[^/]+/.exec(at) ?? [];
    return { at, title: ownTitles[at] ?? screens[section] ?? `Page Not Found: ${path}` };
  }
  return path.startsWith('/sign-up')
    ? { at: '/sign-up', title: 'Create your account' }
    : { at: '/login', title: 'Sign in' };
}

async function shows(page: Page, path: string, { at, title }: { at: string; title: string }) {
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
  await expect.poll(() => new URL(page.url()).pathname, path).toBe(at);
}

test.describe('every address', () => {
  test.setTimeout(300_000);

  for (const audience of ['guest', 'member'] as const) {
    test(`keeps the policy and shows its screen or the 404 page: ${audience}`, async ({ page }) => {
      const { hits } = await watch(page, addressOf('/'));
      await hostileServer(page);
      if (audience === 'member') await storeSession(page, member);
      const { text } = await documentAt(page, '/');
      const paths = ['/', ...publicAddresses, ...privateAddresses, '/nowhere'];
      for (const path of paths) {
        expect(await documentAt(page, path), path).toEqual({ told: guards, text });
      }
      for (const path of documents) {
        await page.goto(addressOf(path));
        await shows(page, path, screenOf(path, audience));
      }
      for (const path of paths.filter((one) => !documents.includes(one))) {
        await go(page, '/terms');
        await shows(page, path, screenOf('/terms', audience));
        await go(page, path);
        await shows(page, path, screenOf(path, audience));
      }
      expect(hits).toEqual([]);
    });
  }

  test('shows texts of strangers as plain text, in every screen, menu and address', async ({
    page,
  }) => {
    const { hits, left } = await watch(page, addressOf('/'));
    await hostileServer(page);
    await storeSession(page, member);
    await page.goto(addressOf('/dashboard'));
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0, {
      timeout: 20_000,
    });
    for (const name of [/^Account/, /^Date range:/, /^Compared with:/, /^Rows per page/]) {
      const opener = page.getByRole('button', { name }).first();
      if (!(await opener.isVisible())) continue;
      await opener.click();
      await page.keyboard.press('Escape');
    }
    for (const name of ['Project', 'Affiliates', 'Time zone']) {
      const picker = page.getByRole('combobox', { name, exact: true });
      if (!(await picker.isVisible())) continue;
      await picker.click();
      await page.keyboard.press('Escape');
    }
    const text = (await page.locator('body').textContent()) ?? '';
    expect(payloads.filter((payload) => text.includes(payload)).length).toBeGreaterThan(5);

    const { text: plain } = await documentAt(page, '/rules/12');
    for (const [index, payload] of payloads.entries()) {
      const encoded = encodeURIComponent(payload);
      const address = `/rules/${encoded}?utm_source=${encoded}&range=${encoded}`;
      expect((await documentAt(page, address)).text, payload).toBe(plain);
      const { href, pathname, search, hash } = new URL(addressOf(`${address}#${encoded}`));
      // The app reads an address on load like one of a navigation.
      if (index % 10 === 0) await page.goto(href);
      else await go(page, href);
      const title = `Page Not Found: ${pathname}${search}${hash}`;
      await shows(page, payload, { at: pathname, title });
    }
    expect(hits).toEqual([]);
    expect(left).toEqual([]);
  });
});

test.describe('very long words', () => {
  const endless = 'w'.repeat(120);
  const person = {
    ...member,
    full_name: endless,
    projects: member.projects.map((one) => ({ ...one, name: endless })),
  };
  const answers: Record<string, Answer> = {
    'projects/7/': () => ({ json: { ...project, name: endless } }),
    'user/': () => ({ json: [] }),
    'conversions/cv_1041/': () => ({
      json: {
        ...conversionDetail,
        conversion: { ...conversionDetail.conversion, reason: `click id ${endless}` },
        decisions: conversionDetail.decisions.map((one) => ({ ...one, note: endless })),
      },
    }),
  };

  test('widen no screen, narrow or wide', async ({ page, visit }) => {
    await startStubServer(page, answers, [person]);
    await storeSession(page, person);
    for (const [path, message] of [
      ['/dashboard', 'Totals'],
      ['/conversions/cv_1041', `click id ${endless}`],
      ['/settings#team', `Who works in ${endless}, and as what.`],
      ['/settings#data', `Delete ${endless}`],
    ] as const) {
      await page.setViewportSize({ width: 360, height: 800 });
      await visit(path);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await page.getByText(message, { exact: true }).first().waitFor();
        expect(await overflow(page), `${path} on ${width} px`).toBe(0);
      }
    }
    await page.getByRole('button', { name: `Delete ${endless}` }).click();
    const sheet = page.getByRole('dialog');
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sheet.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    }
  });
});
