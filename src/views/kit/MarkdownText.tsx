import Markdown from 'markdown-to-jsx';
import type { ReactNode } from 'react';
import { AppLink } from './AppLink.tsx';

type LinkProps = { href?: string; children?: ReactNode };
const Outside = ({ href = '', children }: LinkProps) => (
  <AppLink to={href} external>
    {children}
  </AppLink>
);
const nothing = () => null;
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** A heading without the id that the library makes of its text, which a stranger may have written. */
const headingAs = (Name: (typeof headings)[number]) =>
  function Heading({ children }: { children?: ReactNode }) {
    return <Name>{children}</Name>;
  };

const options = {
  disableParsingRawHTML: true,
  enforceAtxHeadings: true,
  forceBlock: true,
  overrides: {
    ...Object.fromEntries(headings.map((name) => [name, headingAs(name)])),
    a: Outside,
    img: nothing,
    input: nothing,
  },
};

/** Markdown. HTML in it is shown as text, images are left out, and links open in a new tab. */
export const MarkdownText = ({ text }: { text: string }) => (
  <Markdown options={options}>{text}</Markdown>
);
