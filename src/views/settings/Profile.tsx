import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { User } from '#contract/accounts/user.ts';
import type { ProfileActor } from '#machines/settings/profile.ts';
import { profileFormSchema } from '#model/settings-forms.ts';
import { FormField } from '../kit/FormField.tsx';
import { fieldErrorsOf } from '../kit/form-errors.ts';
import { exampleIn } from '../kit/format.ts';
import { PhoneField } from '../kit/PhoneField.tsx';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { FormPage, SaveActs } from './FormPage.tsx';
import { localeOptions } from './locale-options.ts';
import { SelectField } from './SelectField.tsx';
import { zoneOptions } from './zone-options.ts';

const schema = async () => profileFormSchema;

/** The option for no zone of one's own. */
const noZone = 'Default';
/** The option for no locale of one's own. */
const ofBrowser = 'Default';

/** The profile form. */
export function Profile({ actor }: { actor: ProfileActor }) {
  return (
    <FormPage actor={actor} name="You" lead="Your colleagues see your name.">
      {(user) => <Answers actor={actor} user={user} />}
    </FormPage>
  );
}

function Answers({ actor, user }: { actor: ProfileActor; user: User }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const [zone, setZone] = useState(user.timezone ?? noZone);
  const [locale, setLocale] = useState(user.locale ?? ofBrowser);
  const [mails, setMails] = useState(user.email_notifications);
  const problems = problem?.fields;
  return (
    <SchemaForm
      name="You"
      schema={schema}
      problems={fieldErrorsOf(problem)}
      onAnswers={({ telephone, ...names }) =>
        actor.send({
          type: 'form.save',
          draft: {
            ...names,
            phone: telephone,
            timezone: zone === noZone ? null : zone,
            locale: locale === ofBrowser ? null : locale,
            email_notifications: mails,
          },
        })
      }
    >
      <fieldset className="settings-fields" disabled={busy}>
        <div className="settings-pair">
          <FormField
            name="first_name"
            label="First name"
            autoComplete="given-name"
            defaultValue={user.first_name}
          />
          <FormField
            name="last_name"
            label="Last name"
            autoComplete="family-name"
            defaultValue={user.last_name}
          />
        </div>
        <PhoneField defaultValue={user.phone ?? undefined} />
        <SelectField
          label="Time zone"
          value={zone}
          options={[
            { value: noZone, label: 'Default (the zone of each project)' },
            ...zoneOptions(user.timezone),
          ]}
          note="Days begin and end in this zone, unless you choose another one above the figures."
          problems={problems?.timezone}
          onChoose={setZone}
        />
        <SelectField
          label="Numbers and dates"
          value={locale}
          options={[
            { value: ofBrowser, label: 'Default (that of the browser)' },
            ...localeOptions(user.locale),
          ]}
          note={`Written like ${exampleIn(locale === ofBrowser ? navigator.language : locale)}. Texts stay English.`}
          problems={problems?.locale}
          onChoose={setLocale}
        />
        <label className="settings-switch">
          <input
            type="checkbox"
            className="switch"
            checked={mails}
            onChange={({ currentTarget }) => setMails(currentTarget.checked)}
          />
          <span>
            E-mail notifications
            <span className="field-note">
              Usage warnings, invoices and changes of your account.
            </span>
          </span>
        </label>
      </fieldset>
      <SaveActs
        actor={actor}
        fields={['first_name', 'last_name', 'telephone', 'timezone', 'locale']}
      />
    </SchemaForm>
  );
}
