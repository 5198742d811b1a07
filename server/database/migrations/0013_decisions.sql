CREATE TABLE "conversion_adjustments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversion_adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"conversion_id" text,
	"event_uid" text,
	"aff_id" text NOT NULL,
	"offer_id" text NOT NULL,
	"revenue" numeric(18, 4) NOT NULL,
	"payout" numeric(18, 4) NOT NULL,
	"currency" text NOT NULL,
	"reason_code" text NOT NULL,
	"note" text NOT NULL,
	"effective_date" date NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer,
	"reverses" integer,
	CONSTRAINT "conversion_adjustments_reverses_unique" UNIQUE("reverses")
);
--> statement-breakpoint
CREATE TABLE "conversion_status" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversion_status_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" uuid NOT NULL,
	"project_id" integer NOT NULL,
	"conversion_id" text NOT NULL,
	"event_uid" text NOT NULL,
	"dedup_key" text NOT NULL,
	"from_status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"reason_code" text,
	"note" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"decided_by" integer,
	"undone_at" timestamp (3) with time zone,
	"undone_by" integer
);
--> statement-breakpoint
CREATE TABLE "pending_decisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"batch_id" uuid,
	"adjustment_id" integer,
	"version" bigint
);
--> statement-breakpoint
ALTER TABLE "conversion_adjustments" ADD CONSTRAINT "conversion_adjustments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_adjustments" ADD CONSTRAINT "conversion_adjustments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_status" ADD CONSTRAINT "conversion_status_batch_id_decision_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."decision_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_status" ADD CONSTRAINT "conversion_status_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_batches" ADD CONSTRAINT "decision_batches_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_batches" ADD CONSTRAINT "decision_batches_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_decisions" ADD CONSTRAINT "pending_decisions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_decisions" ADD CONSTRAINT "pending_decisions_batch_id_decision_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."decision_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_decisions" ADD CONSTRAINT "pending_decisions_adjustment_id_conversion_adjustments_id_fk" FOREIGN KEY ("adjustment_id") REFERENCES "public"."conversion_adjustments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversion_adjustments_conversion" ON "conversion_adjustments" USING btree ("project_id","conversion_id");--> statement-breakpoint
CREATE INDEX "conversion_adjustments_event" ON "conversion_adjustments" USING btree ("project_id","event_uid");--> statement-breakpoint
CREATE INDEX "conversion_status_event" ON "conversion_status" USING btree ("project_id","event_uid");--> statement-breakpoint
CREATE INDEX "conversion_status_batch" ON "conversion_status" USING btree ("batch_id");