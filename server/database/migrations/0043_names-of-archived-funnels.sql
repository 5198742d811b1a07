DROP INDEX "funnels_name";--> statement-breakpoint
CREATE UNIQUE INDEX "funnels_name" ON "funnels" USING btree ("project_id",lower("name")) WHERE archived_at is null;