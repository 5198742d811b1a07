CREATE UNLOGGED TABLE "collected" (
	"version" bigint NOT NULL,
	"place" integer NOT NULL,
	"project_id" integer NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	"event" json,
	CONSTRAINT "collected_version_place_pk" PRIMARY KEY("version","place")
);
--> statement-breakpoint
ALTER TABLE "pixel_deliveries" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pixel_deliveries" ADD COLUMN "match_keys" integer;--> statement-breakpoint
CREATE INDEX "collected_project" ON "collected" USING btree ("project_id","version","place");