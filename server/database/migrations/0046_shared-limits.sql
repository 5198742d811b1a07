CREATE TABLE "attempts" (
	"name" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"times" timestamp (3) with time zone[] NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attempts_name_key_hash_pk" PRIMARY KEY("name","key_hash")
);
--> statement-breakpoint
CREATE TABLE "collect_buckets" (
	"name" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"left" double precision NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_granted" boolean NOT NULL,
	CONSTRAINT "collect_buckets_name_key_hash_pk" PRIMARY KEY("name","key_hash")
);
--> statement-breakpoint
CREATE TABLE "pixel_paces" (
	"pixel_id" integer PRIMARY KEY NOT NULL,
	"second" bigint NOT NULL,
	"calls" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pixel_paces" ADD CONSTRAINT "pixel_paces_pixel_id_event_pixels_id_fk" FOREIGN KEY ("pixel_id") REFERENCES "public"."event_pixels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_ends" ON "attempts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "collect_buckets_at" ON "collect_buckets" USING btree ("at");