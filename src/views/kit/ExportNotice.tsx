import { useSelector } from '@xstate/react';
import { CircleAlert, FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { mapState } from 'xstate';
import type { ExportActor, ExportSnapshot } from '#machines/app/export.ts';
import { Button } from './Button.tsx';
import { count } from './format.ts';

type NoticeState = 'idle' | 'preparing' | 'done' | 'failed';

/** The progress and result of an export. */
export function ExportNotice({ actor }: { actor: ExportActor }) {
  const state = useSelector(actor, stateOf);
  const { request, file, problem } = useSelector(actor, ({ context }) => context);
  const what = request ? `${request.title} as ${names[request.format]}` : '';
  const dismiss = (
    <Button size="small" look="quiet" onClick={() => actor.send({ type: 'export.dismiss' })}>
      Dismiss
    </Button>
  );

  if (state === 'preparing') {
    return (
      <Notice busy>
        <p>Preparing {what}</p>
        <Button size="small" onClick={() => actor.send({ type: 'export.cancel' })}>
          Cancel
        </Button>
      </Notice>
    );
  }
  if (state === 'done' && file) {
    return (
      <Notice>
        <FileDown size={16} aria-hidden="true" />
        <p>
          Saved {file.name}, {count(Math.max(1, Math.round(file.bytes / 1024)))} KB
        </p>
        {dismiss}
      </Notice>
    );
  }
  if (state === 'failed' && problem) {
    return (
      <Notice alert>
        <CircleAlert size={16} aria-hidden="true" />
        <p>
          {what} was not saved. {problem.message}
        </p>
        <Button
          size="small"
          aria-label="Retry export"
          onClick={() => actor.send({ type: 'retry' })}
        >
          Retry
        </Button>
        {dismiss}
      </Notice>
    );
  }
  return null;
}

function Notice({
  busy = false,
  alert = false,
  children,
}: {
  busy?: boolean;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      className="export-notice"
      role={alert ? 'alert' : 'status'}
      aria-label="Export"
      aria-busy={busy}
    >
      <div className="panel-progress" data-running={busy || undefined} />
      <div className="export-notice-body">{children}</div>
    </section>
  );
}

const names = { csv: 'CSV', xlsx: 'XLSX', json: 'JSON', parquet: 'Parquet' } as const;

const stateOf = (snapshot: ExportSnapshot): NoticeState =>
  mapState<ExportSnapshot, NoticeState>(snapshot, {
    states: {
      idle: { map: () => 'idle' },
      preparing: { map: () => 'preparing' },
      done: { map: () => 'done' },
      failed: { map: () => 'failed' },
    },
  })[0]?.result ?? 'idle';
