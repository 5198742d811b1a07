import { useSelector } from '@xstate/react';
import { Check, Copy } from 'lucide-react';
import { snippetKinds } from '#contract/master-pixels/schemas.ts';
import type { PixelInstallActor } from '#machines/master-pixels/pixel-install.ts';
import { Button } from '../kit/Button.tsx';
import { Standing } from './Live.tsx';
import { kindWords } from './words.ts';

/** What to paste where, in each way. */
export function Code({ actor }: { actor: PixelInstallActor }) {
  const { kind, copied, installation } = useSelector(actor, ({ context }) => context);
  const stream = useSelector(actor, ({ children }) => children.stream);
  return (
    <div className="install-code">
      <fieldset className="segments">
        <legend className="only-read">Where it goes</legend>
        {snippetKinds.map((one) => (
          <button
            key={one}
            type="button"
            className="segment"
            aria-pressed={one === kind}
            onClick={() => actor.send({ type: 'kind.choose', kind: one })}
          >
            {kindWords[one]}
          </button>
        ))}
      </fieldset>
      <ol className="install-steps">
        {installation?.snippets[kind].map(({ title, code, note }) => (
          <li key={title}>
            <div className="install-step-head">
              <h2>{title}</h2>
              <Button
                size="small"
                aria-label={copied === code ? `Copied: ${title}` : `Copy: ${title}`}
                onClick={() => actor.send({ type: 'code.copy', code })}
              >
                {copied === code ? (
                  <Check size={14} aria-hidden="true" />
                ) : (
                  <Copy size={14} aria-hidden="true" />
                )}
                {copied === code ? 'Copied' : 'Copy'}
              </Button>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <pre tabIndex={0}>{code}</pre>
            <p className="field-note">{note}</p>
          </li>
        ))}
      </ol>
      <div className="install-acts">
        <Button look="primary" onClick={() => actor.send({ type: 'listen.start' })}>
          I have pasted it
        </Button>
        {stream ? <Standing actor={stream} /> : null}
      </div>
    </div>
  );
}
