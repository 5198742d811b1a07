import { useState } from 'react';
import { withKey } from '#model/tracking-links.ts';
import { CopyableText } from '../../kit/CopyableText.tsx';
import { CollectKeyField } from '../../pixels/CollectKeyField.tsx';

/** The address that completes a test, with the collect key; an affiliate hands it to the people who have the key. */
export function PostbackTestAddress({
  address,
  maySeeKey,
  isInternal,
}: {
  address: string;
  maySeeKey: boolean;
  isInternal: boolean;
}) {
  const [key, setKey] = useState('');
  const shown = withKey(address, key);
  return (
    <>
      {isInternal ? <CollectKeyField value={key} maySeeKey={maySeeKey} onEnter={setKey} /> : null}
      <CopyableText
        key={shown}
        label="Address that the network calls for this click"
        text={shown}
      />
      {isInternal ? null : (
        <p className="field-note">
          Send this address to the people who run the offer and ask them to open it with their
          collect key. The key is secret, so it is not shown here.
        </p>
      )}
    </>
  );
}
