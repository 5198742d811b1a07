CREATE TABLE "installation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"accepted_parts" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warehouse_counts" (
	"project_id" integer PRIMARY KEY NOT NULL,
	"events" bigint NOT NULL
);
