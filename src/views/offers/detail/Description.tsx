import Markdown from 'react-markdown';
import { AppLink } from '../../kit/AppLink.tsx';

const shown = ['p', 'ul', 'ol', 'li', 'a', 'strong', 'em', 'br', 'code'];

/** Markdown with paragraphs, lists and links. HTML in it is shown as text, and its links open in a new tab. */
export function Description({ text }: { text: string }) {
  return (
    <div className="offer-description">
      <Markdown
        allowedElements={shown}
        unwrapDisallowed
        components={{
          a: ({ href, children }) => (
            <AppLink to={href ?? ''} external>
              {children}
            </AppLink>
          ),
        }}
      >
        {text}
      </Markdown>
    </div>
  );
}
