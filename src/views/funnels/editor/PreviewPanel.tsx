import { useSelector } from '@xstate/react';
import type { FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import type { DraftEditorActor } from '#machines/funnels/funnel-editor.ts';
import type { PreviewActor } from '#machines/kit/preview.ts';
import type { FunnelDraft } from '#model/funnel-draft.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import { Button } from '../../kit/Button.tsx';
import { Section } from '../../kit/Section.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { PreviewBars } from '../steps/PreviewBars.tsx';

/** What the draft would have counted in the last days; it never stands in the way of saving. */
export function PreviewPanel({
  actor,
  editor,
  zone,
}: {
  actor: PreviewActor<FunnelScope, FunnelDraft, FunnelPreviewAnswer>;
  editor: DraftEditorActor;
  zone: string;
}) {
  const steps = useSelector(editor, ({ context }) => context.draft?.steps ?? []);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const unreadable = useSelector(actor, (snapshot) => snapshot.matches('unreadable'));
  const { preview, problem } = useSelector(actor, ({ context }) => context);
  return (
    <div className="editor-preview">
      <Section name="Preview" busy={busy} refreshing={busy && preview !== null}>
        {failed ? (
          <div className="figures-trouble" role="alert">
            <p>{problem?.message} You can still save.</p>
            <Button
              size="small"
              aria-label="Retry preview"
              onClick={() => actor.send({ type: 'retry' })}
            >
              Retry
            </Button>
          </div>
        ) : null}
        {unreadable ? (
          <p className="flow-note">Counts appear when every step names its event.</p>
        ) : null}
        {preview ? (
          <div className="editor-fields">
            <PreviewBars preview={preview} steps={steps} zone={zone} />
          </div>
        ) : null}
        {busy && !preview ? (
          <div className="editor-fields" aria-hidden="true">
            {steps.map(({ slug }) => (
              <Skeleton key={slug} width="100%" height={24} />
            ))}
          </div>
        ) : null}
      </Section>
    </div>
  );
}
