CREATE TABLE "failed_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "failed_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"queue" text NOT NULL,
	"item" text NOT NULL,
	"reason" text NOT NULL,
	"tries" integer NOT NULL,
	"set_aside_at" timestamp (3) with time zone,
	CONSTRAINT "failed_items_project_id_queue_item_unique" UNIQUE("project_id","queue","item")
);
--> statement-breakpoint
ALTER TABLE "failed_items" ADD CONSTRAINT "failed_items_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;