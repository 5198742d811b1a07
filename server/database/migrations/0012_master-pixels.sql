CREATE TABLE "pixel_arrivals" (
	"pixel_id" integer NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"count" bigint NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pixel_arrivals_pixel_id_hour_pk" PRIMARY KEY("pixel_id","hour")
);
--> statement-breakpoint
ALTER TABLE "master_pixels" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pixel_arrivals" ADD CONSTRAINT "pixel_arrivals_pixel_id_master_pixels_id_fk" FOREIGN KEY ("pixel_id") REFERENCES "public"."master_pixels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "master_pixels_primary" ON "master_pixels" USING btree ("project_id") WHERE is_primary;--> statement-breakpoint
CREATE INDEX "master_pixels_project" ON "master_pixels" USING btree ("project_id");