-- A name is stored for its project, with an empty `affid`, and for each affiliate whose events or costs gave it.
ALTER TABLE labels ADD COLUMN IF NOT EXISTS affid String, MODIFY ORDER BY (project_id, kind, id, affid);
