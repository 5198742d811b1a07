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
const headingAs = (Name: (typeof headings)[number] | 'p') =>
  function Heading({ children }: { children?: ReactNode }) {
    return <Name>{children}</Name>;
  };
const optionsOf = (nameOf: (heading: (typeof headings)[number]) => typeof heading | 'p') => ({
  disableParsingRawHTML: true,
  enforceAtxHeadings: true,
  forceBlock: true,
  overrides: {
    ...Object.fromEntries(headings.map((heading) => [heading, headingAs(nameOf(heading))])),
    a: Outside,
    img: nothing,
    input: nothing,
  },
});
const safe = optionsOf((heading) => heading);
const flat = optionsOf(() => 'p');

type Props = {
  text: string;
  /** Whether headings are paragraphs, for a text inside a page with headings of its own. */
  withoutHeadings?: boolean;
};

/** Markdown. HTML in it is shown as text, images are left out, and links open in a new tab. */
export const MarkdownText = ({ text, withoutHeadings = false }: Props) => (
  <Markdown options={withoutHeadings ? flat : safe}>{text}</Markdown>
);
