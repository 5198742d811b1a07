CREATE TABLE "funnel_annotations" (
	"id" text PRIMARY KEY NOT NULL,
	"funnel_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	"auto" boolean NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "funnel_steps" (
	"id" text PRIMARY KEY NOT NULL,
	"funnel_id" text NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "funnel_versions" (
	"funnel_id" text NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by" integer,
	CONSTRAINT "funnel_versions_funnel_id_version_pk" PRIMARY KEY("funnel_id","version")
);
--> statement-breakpoint
CREATE TABLE "funnels" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"count_by" text NOT NULL,
	"window_minutes" integer NOT NULL,
	"exclusions" jsonb NOT NULL,
	"targets" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "funnels_slug" UNIQUE("project_id","slug")
);
--> statement-breakpoint
ALTER TABLE "funnel_annotations" ADD CONSTRAINT "funnel_annotations_funnel_id_funnels_id_fk" FOREIGN KEY ("funnel_id") REFERENCES "public"."funnels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funnel_steps" ADD CONSTRAINT "funnel_steps_funnel_id_funnels_id_fk" FOREIGN KEY ("funnel_id") REFERENCES "public"."funnels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funnel_versions" ADD CONSTRAINT "funnel_versions_funnel_id_funnels_id_fk" FOREIGN KEY ("funnel_id") REFERENCES "public"."funnels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funnel_versions" ADD CONSTRAINT "funnel_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funnels" ADD CONSTRAINT "funnels_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "funnel_annotations_at" ON "funnel_annotations" USING btree ("funnel_id","at");--> statement-breakpoint
CREATE INDEX "funnel_steps_funnel" ON "funnel_steps" USING btree ("funnel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "funnel_steps_slug" ON "funnel_steps" USING btree ("funnel_id","slug") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "funnels_name" ON "funnels" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "funnels_default" ON "funnels" USING btree ("project_id") WHERE is_default;