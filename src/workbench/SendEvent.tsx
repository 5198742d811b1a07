import { useId, useState } from 'react';

type Sent = { type: string };

/** Edits and sends one event, starting with a sample of the machine's plan. */
export function SendEvent({
  type,
  sample = { type },
  onSend,
}: {
  type: string;
  sample?: Sent;
  onSend: (event: Sent) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(sample, null, 2));
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const send = () => {
    const event = eventIn(text, type);
    setProblem(typeof event === 'string' ? event : null);
    if (typeof event !== 'string') onSend(event);
  };
  return (
    <details className="workbench-send">
      <summary>{type}</summary>
      <label htmlFor={id}>Event</label>
      <textarea
        id={id}
        value={text}
        spellCheck={false}
        rows={Math.min(12, text.split('\n').length)}
        aria-invalid={problem !== null}
        onChange={({ target }) => setText(target.value)}
      />
      {problem ? <p role="alert">{problem}</p> : null}
      <button type="button" className="button" data-size="small" onClick={send}>
        SendEvent
      </button>
    </details>
  );
}

/** The edited event, or the error in it. */
function eventIn(text: string, type: string): Sent | string {
  try {
    const event: unknown = JSON.parse(text);
    return typeof event === 'object' && event !== null && 'type' in event && event.type === type
      ? { ...event, type }
      : `The event is an object whose type is "${type}".`;
  } catch (error) {
    return `This is not JSON. ${error instanceof Error ? error.message : ''}`;
  }
}
