import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import { submissionOf } from '#machines/kit/submission.ts';
import { Verification } from '#views/auth/Verification.tsx';
import { member } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Answers = { password: string | null };

it('asks for the password where the server does, shows its error, and accepts it', async () => {
  const submit = scriptedRequest<Session, { answers: Answers }>();
  const machine = submissionOf<Answers, Session>().provide({ actors: { submit: submit.logic } });
  const actor = createActor(machine).start();
  render(<Verification actor={actor} />);
  const user = userEvent.setup();
  const press = () => user.click(screen.getByRole('button', { name: 'Confirm and go on' }));
  const refuse = (why: string) =>
    submit.answer({
      error: { kind: 'invalid', message: 'Look again.', fields: { password: [why] } },
    });
  expect(screen.queryByLabelText('Password')).toBeNull();
  await press();
  refuse('Enter the password that you chose.');
  const field = await screen.findByLabelText('Password');
  expect(await screen.findByText('Enter the password that you chose.')).toBeDefined();
  await user.type(field, 'another one');
  await press();
  await expect.poll(() => submit.calls.length).toBe(2);
  refuse('This is not the password of this sign-up.');
  expect(await screen.findByText('This is not the password of this sign-up.')).toBeDefined();
  await user.clear(field);
  await user.type(field, 'correct horse battery');
  await press();
  await expect.poll(() => submit.calls.length).toBe(3);
  submit.answer({ output: member });
  await expect.poll(() => actor.getSnapshot().hasTag('done')).toBe(true);
  expect(submit.calls.map(({ answers }) => answers.password)).toEqual([
    null,
    'another one',
    'correct horse battery',
  ]);
});
