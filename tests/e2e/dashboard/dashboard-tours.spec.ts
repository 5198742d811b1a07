import type { Page, Route } from '@playwright/test';
import { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { acme } from '../../support/auth.ts';
import { dashboardPlan } from '../../support/plans/dashboard/dashboard.ts';
import { definitions, member, meta, offline, question, revenue } from '../../support/samples.ts';
import { browserTours } from '../support/browser-tours.ts';
import { addressOf, chooseRange, expect, test } from '../support/page.ts';
import { type Answer, startStubServer, storeSession } from '../support/stub-server.ts';

/** The first answer is cached, so it has to fail first. */
const { tours, walk, missing } = browserTours(dashboardMachine, {
  ...dashboardPlan,
  answers: {
    ...dashboardPlan.answers,
    readDefinitions: [{ error: offline }, { output: definitions }],
  },
});

const nothingYet = { data: { ...revenue, rows: [], first_event_at: null }, meta };

/** A server that answers no first event and no definitions until a tour makes it do so. */
class Scripted {
  private readonly waiting: {
    path: string;
    release: (reply: 'lost' | { json: unknown }) => void;
  }[] = [];
  private isSilent = false;
  private received = 0;

  readonly answers: Record<string, Answer> = {
    'metrics/definitions/': (route) => this.hold(route),
    'revenue-date-range/': (route) => (this.isSilent ? { json: nothingYet } : this.hold(route)),
    'projects/7/': () => ({ json: { ...acme, events_used: this.received } }),
    'projects/8/': () => ({ json: { ...acme, id: 8, events_used: this.received } }),
  };

  private hold(route: Route): Promise<'lost' | { json: unknown }> {
    const path = new URL(route.request().url()).pathname;
    return new Promise((release) => this.waiting.push({ path, release }));
  }

  private async release(path: string, reply: 'lost' | { json: unknown }) {
    const isAsked = () => this.waiting.some((one) => one.path.endsWith(path));
    await expect.poll(isAsked).toBe(true);
    for (const one of this.waiting.filter((held) => held.path.endsWith(path))) {
      this.waiting.splice(this.waiting.indexOf(one), 1);
      one.release(reply);
    }
  }

  forgetUnconfirmed() {
    this.isSilent = false;
    this.received = 0;
  }

  async sayNothingHasArrived() {
    this.isSilent = true;
    await this.release('revenue-date-range/', { json: nothingYet });
  }

  sayOneHasArrived() {
    this.received = 1;
  }

  define(reply: 'lost' | { json: unknown }) {
    return this.release('metrics/definitions/', reply);
  }
}

async function chooseProject(page: Page, id: number) {
  await page.getByRole('combobox', { name: 'Project', exact: true }).click();
  await page.getByRole('option', { name: id === 7 ? /^Acme/ : /^Bolt/ }).click();
}

async function chooseOtherDays(page: Page) {
  const range = await page.getByRole('button', { name: /^Date range:/ }).textContent();
  await chooseRange(page, range?.includes('Last 7 days') ? 'Yesterday' : 'Last 7 days');
}

test('every transition of the dashboard is on a tour', async () => {
  expect(await missing()).toEqual([]);
});

for (const tour of tours) {
  test(`the dashboard, ${tour.title}`, async ({ page }) => {
    const server = new Scripted();
    let project = question.project;
    await startStubServer(page, server.answers);
    await storeSession(page, member);
    await page.goto(addressOf('/dashboard'));

    await walk('dashboard-tours.spec.ts', tour, {
      async send(event) {
        if (event.type === 'events.missing') return server.sayNothingHasArrived();
        if (event.type === 'events.arrived') return server.sayOneHasArrived();
        if (event.type === 'member.change') return;
        if (event.query.project === project) return chooseOtherDays(page);
        project = event.query.project;
        server.forgetUnconfirmed();
        return chooseProject(page, project);
      },
      answer: (_, answer) => server.define('error' in answer ? 'lost' : { json: answer.output }),
      async expect(state) {
        const heading = page.getByRole('heading', { name: 'No event has arrived yet' });
        const totals = page.getByRole('region', { name: 'Totals' });
        if (state.matches('waitingForEvents')) {
          await expect(heading).toBeVisible();
          await expect(totals).toHaveCount(0);
          return;
        }
        await expect(heading).toHaveCount(0);
        await expect(totals.getByText('18,240.50')).toBeVisible();
        const meaning =
          state.context.definitions.length > 0
            ? /^Value of the conversions the server reported\. Server revenue = sum/
            : /^The value of the counted conversions before refunds/;
        await expect(totals.getByText(meaning)).toBeAttached();
      },
    });
  });
}
