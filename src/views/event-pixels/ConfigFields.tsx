import { useSelector } from '@xstate/react';
import type { PixelEditorActor } from '#machines/event-pixels/pixel-editor.ts';
import { configFields, isSecret, type PixelDraft } from '#machines/event-pixels/pixel-model.ts';
import { Field } from '../kit/Field.tsx';
import { FieldInput } from '../kit/FieldInput.tsx';
import { HeadersField } from './HeadersField.tsx';
import type { PixelField } from './pixel-field.ts';
import { SecretField } from './SecretField.tsx';
import { fieldWords } from './words.ts';

/** The settings of the pixel type. */
export function ConfigFields({
  actor,
  draft,
  field,
  onChange,
}: {
  actor: PixelEditorActor;
  draft: PixelDraft;
  field: (name: string) => PixelField;
  onChange: (change: Partial<PixelDraft>) => void;
}) {
  const basis = useSelector(actor, ({ context }) => context.original);
  const set = (name: string, value: string) =>
    onChange({ config: { ...draft.config, [name]: value } });
  return (
    <>
      <div className="pixel-pair">
        {configFields[draft.type].map((name) => {
          const { label = name, note } = fieldWords.get(name) ?? {};
          const value = draft.config[name] ?? '';
          const about = { label, ...(note ? { note } : {}), ...field(`config.${name}`) };
          if (isSecret(draft.type, name)) {
            return (
              <SecretField
                key={name}
                about={about}
                value={value}
                saved={basis?.config[name] ?? ''}
                onChange={(value) => set(name, value)}
              />
            );
          }
          return (
            <Field key={name} {...about}>
              {name === 'code' ? (
                <FieldInput
                  className="input pixel-text pixel-code"
                  spellCheck={false}
                  value={value}
                  onValueChange={(typed) => set(name, typed)}
                  render={<textarea rows={8} />}
                />
              ) : (
                <FieldInput
                  autoComplete="off"
                  spellCheck={false}
                  value={value}
                  onValueChange={(typed) => set(name, typed)}
                />
              )}
            </Field>
          );
        })}
      </div>
      {draft.type === 'postback' ? (
        <HeadersField
          draft={draft}
          saved={basis?.headers ?? []}
          field={field}
          onChange={onChange}
        />
      ) : null}
    </>
  );
}
