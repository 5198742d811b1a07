import type { Page, Route } from '@playwright/test';
import { closed, open } from '../support/addresses.ts';
import { member } from '../support/samples.ts';
import { addressOf, expect, test } from './page.ts';
import { type Answer, remember, reports, standIn } from './stand-in.ts';

/** Each would raise the flag if any of it ran. */
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

/** What a stranger may have named: everything that is not a number, a date, a code or a choice of the contract. */
const named =
  /^(name|label|title|detail|message|full_name|first_name|last_name|email|project_name|country_name|state_name|event_name|aff_id|affid|key|slug)$/;

/** The same answer with the corpus in every name. */
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
    Object.entries(reports).map(([call, answer]) => [
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
  await standIn(page, answers, [person]);
}

/** What a browser is told about every document. The nonce differs from answer to answer and is left out. */
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

test.describe('every address', () => {
  test.setTimeout(300_000);

  for (const audience of ['guest', 'member'] as const) {
    test(`keeps the policy and shows its screen or the 404 page: ${audience}`, async ({ page }) => {
      const { hits } = await watch(page, addressOf('/'));
      await hostileServer(page);
      if (audience === 'member') await remember(page, member);
      for (const path of ['/', ...open, ...closed, '/nowhere']) {
        const answer = await page.goto(addressOf(path));
        const headers = answer?.headers() ?? {};
        const told = Object.fromEntries(
          Object.keys(guards).map((name) => [
            name,
            headers[name]?.replace(/'nonce-[^']+'/, "'nonce-…'"),
          ]),
        );
        expect(told, path).toEqual(guards);
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading, path).toHaveText(
          /^(Sign in|Create your account|Choose a new password|Confirm your address|Forgot your password|Join |Privacy policy|Terms of use|Dashboard|Conversions|Pixels|Settings|Page Not Found: )/,
          {
            timeout: 20_000,
          },
        );
        const text = (await heading.textContent()) ?? '';
        if (text.startsWith('Page')) expect(text).toBe(`Page Not Found: ${path}`);
      }
      expect(hits).toEqual([]);
    });
  }

  test('draws what strangers named as text, in every screen, menu and address', async ({
    page,
  }) => {
    const { hits, left } = await watch(page, addressOf('/'));
    await hostileServer(page);
    await remember(page, member);
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

    for (const payload of payloads) {
      const encoded = encodeURIComponent(payload);
      await page.goto(
        addressOf(`/offers/${encoded}?utm_source=${encoded}&range=${encoded}#${encoded}`),
      );
      await expect(page.getByRole('heading', { level: 1 })).toContainText(
        'Page Not Found: /offers/',
        { timeout: 20_000 },
      );
    }
    expect(hits).toEqual([]);
    expect(left).toEqual([]);
  });
});
