CREATE SEQUENCE "public"."stripe_looks" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"project_id" integer PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"email" text NOT NULL,
	"setup_intent" text,
	"setup_secret" text,
	"payment_method" text,
	"card" jsonb,
	CONSTRAINT "billing_accounts_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "idempotent_calls" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"answer" "bytea"
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" serial PRIMARY KEY NOT NULL,
	"subscription_id" integer NOT NULL,
	"number" text NOT NULL,
	"date" date NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "invoices_number" UNIQUE("subscription_id","number")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"price" numeric(12, 2) NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"events_limit" bigint,
	"projects_limit" integer,
	"features" text[] DEFAULT '{}' NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	"stripe_price" text
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_warnings" (
	"project_id" integer NOT NULL,
	"cycle_start" timestamp (3) with time zone NOT NULL,
	"level" integer NOT NULL,
	CONSTRAINT "usage_warnings_project_id_cycle_start_level_pk" PRIMARY KEY("project_id","cycle_start","level")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "price" numeric(12, 2) NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "currency" text NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "interval" text NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "anchor" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "period_start" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "period_end" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancel_at_period_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "credit" numeric(12, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "look" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_warnings" ADD CONSTRAINT "usage_warnings_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_plans_id_fk" FOREIGN KEY ("plan") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_live" ON "subscriptions" USING btree ("project_id") WHERE status <> 'canceled';--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_stripe_id_unique" UNIQUE("stripe_id");--> statement-breakpoint
INSERT INTO "plans" ("name", "price", "currency", "interval", "events_limit", "projects_limit", "features") VALUES
	('Starter', 29, 'USD', 'month', 100000, 1, '{"Every report","Server and browser events"}'),
	('Growth', 99, 'USD', 'month', 1000000, 5, '{"Every report","Server and browser events","Event pixels to partners and platforms"}'),
	('Scale', 299, 'USD', 'month', 10000000, NULL, '{"Every report","Server and browser events","Event pixels to partners and platforms","Any number of companies"}');
