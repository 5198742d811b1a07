/** The event that counts as the conversion in the project `p` of a statement, in lower case. */
export const primaryEvent = `lower(coalesce(
  (select event_name from master_pixels where project_id = p.id and is_primary), 'purchase'))`;
