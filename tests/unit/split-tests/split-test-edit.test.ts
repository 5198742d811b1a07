import { describe, expect, it } from 'vitest';
import { editFaults, editOf, enteredOf } from '#model/split-test-edit.ts';
import { runningTest } from '../../support/split-test-detail.ts';

const opened = enteredOf(runningTest);

describe('changes of a test after its start', () => {
  it('are only those that were entered', () => {
    expect(editOf(runningTest, opened)).toEqual({});
    expect(editOf(runningTest, { ...opened, name: 'Hero page, again' })).toEqual({
      name: 'Hero page, again',
    });
    expect(
      editOf(runningTest, {
        ...opened,
        hypothesis: '',
        maxDays: '60',
        guardrails: [...opened.guardrails.map((one) => ({ ...one, harm: '2.5' }))],
      }),
    ).toEqual({
      hypothesis: '',
      max_runtime_days: 60,
      guardrails: [
        { type: 'conversion_rate', event: 'refund', direction: 'down', max_harm_rel: 0.025 },
      ],
    });
  });

  it('say what is wrong at the fields of the form, and at no other', () => {
    expect(editFaults(runningTest, opened)).toEqual({});
    const faults = editFaults(
      { ...runningTest, variants: [] },
      {
        ...opened,
        name: ' ',
        maxDays: '3',
        guardrails: [{ type: 'aov', event: '', direction: 'up', harm: '80' }],
      },
    );
    expect(faults).toEqual({
      name: ['Enter a name.'],
      max_runtime_days: ['Enter at least as many days as the shortest runtime.'],
      'guardrails.0.max_harm_rel': ['Enter a harm from 0 to 50 %.'],
    });
  });
});
