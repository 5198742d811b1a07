import type { Execution } from '#contract/event-pixels/schemas.ts';

/** What was sent, its secrets masked, and how the answer began. */
export function Sent({ request, excerpt }: { request: Execution['request']; excerpt: string }) {
  return (
    <dl className="sent">
      {request ? (
        <>
          <dt>Request</dt>
          <dd>
            <code>
              {request.method} {request.url}
            </code>
            {request.body ? <pre>{request.body}</pre> : null}
          </dd>
        </>
      ) : null}
      <dt>Answer</dt>
      <dd>{excerpt ? <pre>{excerpt}</pre> : 'Nothing in it.'}</dd>
    </dl>
  );
}
