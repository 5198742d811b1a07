CREATE TABLE "event_pixels" (
	"id" serial PRIMARY KEY NOT NULL,
	"affiliate_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"side" text NOT NULL,
	"status" text NOT NULL,
	"config" jsonb NOT NULL,
	"secrets" "bytea",
	"url_template" text,
	"method" text NOT NULL,
	"fire_on" text[] NOT NULL,
	"dedup_mode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pixel_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pixel_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pixel_id" integer NOT NULL,
	"conversion_id" text NOT NULL,
	"status" text NOT NULL,
	"event_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"host" text NOT NULL,
	"payout" numeric(18, 4) NOT NULL,
	"facts" jsonb,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"http_status" integer,
	"latency_ms" integer,
	"request" jsonb,
	"response_excerpt" text DEFAULT '' NOT NULL,
	"tries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "pixel_deliveries_conversion" UNIQUE("pixel_id","conversion_id","status")
);
--> statement-breakpoint
CREATE TABLE "pixel_news" (
	"version" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_pixels" ADD CONSTRAINT "event_pixels_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_pixels" ADD CONSTRAINT "event_pixels_event_id_master_pixels_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."master_pixels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pixel_deliveries" ADD CONSTRAINT "pixel_deliveries_pixel_id_event_pixels_id_fk" FOREIGN KEY ("pixel_id") REFERENCES "public"."event_pixels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_pixels_affiliate" ON "event_pixels" USING btree ("affiliate_id");--> statement-breakpoint
CREATE INDEX "pixel_deliveries_pixel" ON "pixel_deliveries" USING btree ("pixel_id","id");--> statement-breakpoint
CREATE INDEX "pixel_deliveries_event" ON "pixel_deliveries" USING btree ("pixel_id","event_id");--> statement-breakpoint
CREATE INDEX "pixel_deliveries_due" ON "pixel_deliveries" USING btree ("next_at") WHERE state = 'waiting';