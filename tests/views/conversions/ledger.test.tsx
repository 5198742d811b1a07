import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { ConversionLedger } from '#contract/conversions/schemas.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { Query, Question, ReportResponse } from '#model/query.ts';
import { Ledger } from '#views/conversions/Ledger.tsx';
import { ledger } from '../../support/conversions.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { answered, member, question } from '../../support/samples.ts';
import { stubbedSelection } from '../../support/stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

async function shown(conversions: number): Promise<string | null> {
  const countings = ledger.countings.map((one) =>
    one.by === 'browser' ? { ...one, conversions } : one,
  );
  const machine = loaderOf<ConversionLedger, Question>().provide({
    actors: {
      load: fromPromise<ReportResponse<ConversionLedger>, { query: Question }>(async () =>
        answered({ ...ledger, countings }),
      ),
    },
  });
  const { container } = render(
    <Ledger
      actor={createActor(machine, { input: { query: question } }).start()}
      selection={createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start()}
      exporter={undefined}
    />,
  );
  await screen.findByRole('heading', { name: 'Revenue by each way of counting' });
  return container.textContent;
}

describe('the ledger', () => {
  it('explains why the browser alone counts more than its parts above', async () => {
    expect(await shown(78)).toContain(
      'The parts above hold 75 that the browser saw. By itself it counts 78: each report on its own day, where its own currency has a rate.',
    );
  });

  it('shows no explanation where it counts the same', async () => {
    expect(await shown(75)).not.toContain('By itself');
  });
});
