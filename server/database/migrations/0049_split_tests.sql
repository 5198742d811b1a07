CREATE TABLE "split_test_phases" (
	"test_id" text NOT NULL,
	"n" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"weights" jsonb NOT NULL,
	"traffic_pct" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "split_test_phases_test_id_n_pk" PRIMARY KEY("test_id","n")
);
--> statement-breakpoint
CREATE TABLE "split_test_ships" (
	"id" text PRIMARY KEY NOT NULL,
	"test_id" text NOT NULL,
	"variant" text NOT NULL,
	"status_before" text NOT NULL,
	"step_before" jsonb,
	"from_offer" integer,
	"to_offer" integer,
	"shipped_at" timestamp (3) with time zone NOT NULL,
	"shipped_by" integer,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "split_test_snapshots" (
	"id" text PRIMARY KEY NOT NULL,
	"test_id" text NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"results" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "split_tests" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"hypothesis" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text NOT NULL,
	"status" text NOT NULL,
	"target" jsonb,
	"goal" jsonb NOT NULL,
	"guardrails" jsonb NOT NULL,
	"variants" jsonb NOT NULL,
	"mde_rel" double precision NOT NULL,
	"alpha" double precision NOT NULL,
	"min_runtime_days" integer NOT NULL,
	"max_runtime_days" integer NOT NULL,
	"min_conversions" integer NOT NULL,
	"traffic_pct" integer NOT NULL,
	"seed" text NOT NULL,
	"preview_token" text NOT NULL,
	"planned_units" integer,
	"winsor_cap" numeric(18, 4),
	"first_crossing_id" text,
	"decision" text,
	"decided_variant" text,
	"decision_note" text DEFAULT '' NOT NULL,
	"is_override" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" integer,
	"decision_snapshot_id" text,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "split_tests_slug" UNIQUE("project_id","slug")
);
--> statement-breakpoint
ALTER TABLE "split_test_phases" ADD CONSTRAINT "split_test_phases_test_id_split_tests_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."split_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_test_ships" ADD CONSTRAINT "split_test_ships_test_id_split_tests_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."split_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_test_ships" ADD CONSTRAINT "split_test_ships_from_offer_offers_id_fk" FOREIGN KEY ("from_offer") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_test_ships" ADD CONSTRAINT "split_test_ships_to_offer_offers_id_fk" FOREIGN KEY ("to_offer") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_test_ships" ADD CONSTRAINT "split_test_ships_shipped_by_users_id_fk" FOREIGN KEY ("shipped_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_test_snapshots" ADD CONSTRAINT "split_test_snapshots_test_id_split_tests_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."split_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_tests" ADD CONSTRAINT "split_tests_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_tests" ADD CONSTRAINT "split_tests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "split_test_ships_standing" ON "split_test_ships" USING btree ("test_id") WHERE undone_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "split_test_ships_offer" ON "split_test_ships" USING btree ("from_offer") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "split_test_ships_to_offer" ON "split_test_ships" USING btree ("to_offer");--> statement-breakpoint
CREATE INDEX "split_test_snapshots_test" ON "split_test_snapshots" USING btree ("test_id","computed_at");--> statement-breakpoint
CREATE INDEX "split_tests_slug_alone" ON "split_tests" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "split_tests_name" ON "split_tests" USING btree ("project_id",lower("name")) WHERE archived_at is null;