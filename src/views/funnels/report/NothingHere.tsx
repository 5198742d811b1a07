import { CalendarSearch } from 'lucide-react';

/** A part of the report without people; the steps say why and what to do. */
export function NothingHere() {
  return (
    <div className="blank">
      <CalendarSearch size={24} aria-hidden="true" />
      <p className="blank-title">There is nobody to show here</p>
      <p>Choose more days or fewer filters above.</p>
    </div>
  );
}
