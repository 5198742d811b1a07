CREATE TABLE "pixel_rejections" (
	"pixel_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "pixel_rejections_pixel_id_hour_reason_pk" PRIMARY KEY("pixel_id","hour","reason")
);
--> statement-breakpoint
ALTER TABLE "master_pixels" ADD COLUMN "domains" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "master_pixels" ADD COLUMN "consent_mode" text DEFAULT 'assumed' NOT NULL;--> statement-breakpoint
ALTER TABLE "master_pixels" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "pixel_rejections" ADD CONSTRAINT "pixel_rejections_pixel_id_master_pixels_id_fk" FOREIGN KEY ("pixel_id") REFERENCES "public"."master_pixels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pixel_rejections" ADD CONSTRAINT "pixel_rejections_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;