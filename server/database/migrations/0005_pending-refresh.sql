CREATE TABLE "pending_refresh" (
	"project_id" integer PRIMARY KEY NOT NULL,
	"request" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pending_refresh" ADD CONSTRAINT "pending_refresh_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;