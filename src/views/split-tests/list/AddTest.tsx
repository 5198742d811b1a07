import { useSearch } from 'wouter';
import { splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { linkWith } from '../../kit/own-days-links.ts';

export function AddTest() {
  const search = useSearch();
  return (
    <AppLink to={linkWith(splitTestPaths.add, search)} className="button" data-look="primary">
      New split test
    </AppLink>
  );
}
