import { UserPlus } from 'lucide-react';
import { AppLink } from './AppLink.tsx';

/** The place of a list whose project has no affiliates yet. */
export function NoAffiliates({ why, mayCreate }: { why: string; mayCreate: boolean }) {
  return (
    <div className="blank">
      <UserPlus size={24} aria-hidden="true" />
      <p className="blank-title">No affiliates yet</p>
      <p>{why}</p>
      {mayCreate ? (
        <AppLink className="button" to="/settings#projects">
          Create an affiliate
        </AppLink>
      ) : null}
    </div>
  );
}
