CREATE TABLE "funnel_step_health" (
	"funnel_id" text NOT NULL,
	"slug" text NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone,
	"seen" integer,
	"expected" double precision,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"quiet_times" integer NOT NULL,
	CONSTRAINT "funnel_step_health_funnel_id_slug_pk" PRIMARY KEY("funnel_id","slug")
);
--> statement-breakpoint
ALTER TABLE "funnel_step_health" ADD CONSTRAINT "funnel_step_health_funnel_id_funnels_id_fk" FOREIGN KEY ("funnel_id") REFERENCES "public"."funnels"("id") ON DELETE cascade ON UPDATE no action;