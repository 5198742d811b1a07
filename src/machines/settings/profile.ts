import type { User, UserChange } from '#contract/accounts/user.ts';
import { type FormActor, formOf } from '../kit/form.ts';

/** The fields of the profile form. */
export type ProfileDraft = Pick<
  UserChange,
  'first_name' | 'last_name' | 'phone' | 'timezone' | 'locale' | 'email_notifications'
>;
export const profileMachine = formOf<User, ProfileDraft>();
export type ProfileActor = FormActor<User, ProfileDraft>;
