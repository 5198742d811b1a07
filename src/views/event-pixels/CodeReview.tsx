import { diffLines } from 'diff';
import type { CodeReview as Review } from '#machines/event-pixels/pixel-model.ts';
import { Button } from '../kit/Button.tsx';

/** What would change for visitors, line by line, and whose word it waits for. */
export function CodeReview({
  review: { approved, written, approves },
  isWaiting,
  onTakeBack,
}: {
  review: Review;
  /** Whether somebody saved it already who may not approve it. */
  isWaiting: boolean;
  onTakeBack: () => void;
}) {
  const runs = approved === '' ? 'Visitors run no code' : 'Visitors run the approved code';
  const it = isWaiting ? 'it' : 'this code';
  return (
    <section className="code-review" aria-label="What changes in the code">
      <p>
        {isWaiting ? 'This code waits for an owner. ' : ''}
        {approves
          ? `Saving approves ${it}. ${runs} until then.`
          : `An owner has to approve ${it}. ${runs} until then.`}
      </p>
      <pre
        className="code-changes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {linesOf(approved, written).map(({ key, sign, line }) => (
          <Line key={key} sign={sign} line={line} />
        ))}
      </pre>
      {approved === '' ? null : (
        <Button size="small" onClick={onTakeBack}>
          Take the approved code back
        </Button>
      )}
    </section>
  );
}

function Line({ sign, line }: { sign: Sign; line: string }) {
  const text = `${sign} ${line}\n`;
  if (sign === '+') return <ins>{text}</ins>;
  return sign === '−' ? <del>{text}</del> : text;
}

type Sign = '+' | '−' | ' ';

function linesOf(before: string, after: string) {
  return diffLines(ended(before), ended(after)).flatMap(({ value, added, removed }, part) => {
    const sign: Sign = added ? '+' : removed ? '−' : ' ';
    const lines = value.replace(/\n$/, '').split('\n');
    return lines.map((line, index) => ({ key: `${part} ${index}`, sign, line }));
  });
}

/** A last line without an end is no other line than one with it. */
const ended = (code: string): string => (code === '' || code.endsWith('\n') ? code : `${code}\n`);
