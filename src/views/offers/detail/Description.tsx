import { Fragment } from 'react';
import { blocksOf, type DescriptionBlock, partsOf } from '#model/description.ts';
import { AppLink } from '../../kit/AppLink.tsx';

/** What a manager wrote about an offer. HTML in it is shown as text, and links open in a new tab. */
export function Description({ text }: { text: string }) {
  return (
    <div className="offer-description">
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no identity but their place
        <Block key={index} {...block} />
      ))}
    </div>
  );
}

function Block({ kind, lines }: DescriptionBlock) {
  if (kind === 'bullets' || kind === 'numbers') {
    const List = kind === 'bullets' ? 'ul' : 'ol';
    return (
      <List>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text have no identity but their place
          <li key={index}>
            <Line line={line} />
          </li>
        ))}
      </List>
    );
  }
  const line = <Line line={lines.join(' ')} />;
  return <p>{kind === 'heading' ? <strong>{line}</strong> : line}</p>;
}

const Line = ({ line }: { line: string }) =>
  partsOf(line).map(({ kind, text, to }, index) => {
    const Part = kind === 'strong' ? 'strong' : kind === 'em' ? 'em' : Fragment;
    return kind === 'link' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no identity but their place
      <AppLink key={index} to={to} external>
        {text}
      </AppLink>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no identity but their place
      <Part key={index}>{text}</Part>
    );
  });
