INSERT INTO "pending_refresh" ("project_id", "everything") SELECT "id", true FROM "projects"
ON CONFLICT ("project_id") DO UPDATE SET "everything" = true, "request" = excluded."request";
