import { none } from '../../kit/format.ts';

/** A figure, or a dash that says why there is none. */
export function Known({ text, reason }: { text: string; reason: string }) {
  return text === none ? (
    <span className="report-known" title={`Not known: ${reason}.`}>
      {none}
      <span className="only-read"> not known: {reason}</span>
    </span>
  ) : (
    text
  );
}
