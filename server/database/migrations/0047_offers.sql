CREATE TABLE "offer_access" (
	"offer_id" integer NOT NULL,
	"affiliate_id" integer NOT NULL,
	"status" text NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" integer,
	"reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "offer_access_offer_id_affiliate_id_pk" PRIMARY KEY("offer_id","affiliate_id")
);
--> statement-breakpoint
CREATE TABLE "offer_caps" (
	"id" serial PRIMARY KEY NOT NULL,
	"offer_id" integer NOT NULL,
	"metric" text NOT NULL,
	"period" text NOT NULL,
	"most" numeric(18, 4) NOT NULL,
	"affiliate_id" integer,
	"counts_statuses" text[] NOT NULL,
	"soft_pct" integer NOT NULL,
	"policy" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "offer_clicks" (
	"offer_id" integer NOT NULL,
	"affid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"clicks" bigint NOT NULL,
	CONSTRAINT "offer_clicks_offer_id_affid_at_pk" PRIMARY KEY("offer_id","affid","at")
);
--> statement-breakpoint
CREATE TABLE "offer_counts" (
	"cap_id" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"used" numeric(18, 4) NOT NULL,
	"in_flight" double precision DEFAULT 0 NOT NULL,
	"per_click" double precision DEFAULT 0 NOT NULL,
	"counted_to" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "offer_counts_cap_id_period_start_pk" PRIMARY KEY("cap_id","period_start")
);
--> statement-breakpoint
CREATE TABLE "offer_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"offer_id" integer NOT NULL,
	"affiliate_id" integer NOT NULL,
	"params" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "offer_links_params" UNIQUE("offer_id","affiliate_id","params")
);
--> statement-breakpoint
CREATE TABLE "offer_rates" (
	"offer_id" integer NOT NULL,
	"affid" text NOT NULL,
	"rates" jsonb NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "offer_rates_offer_id_affid_pk" PRIMARY KEY("offer_id","affid")
);
--> statement-breakpoint
CREATE TABLE "offer_terms" (
	"id" serial PRIMARY KEY NOT NULL,
	"offer_id" integer NOT NULL,
	"goal" text NOT NULL,
	"affiliate_id" integer,
	"country" char(2),
	"device" text,
	"revenue_type" text NOT NULL,
	"revenue_amount" numeric(18, 4),
	"revenue_pct" numeric(5, 2),
	"payout_type" text NOT NULL,
	"payout_amount" numeric(18, 4),
	"payout_pct" numeric(5, 2),
	"tiers" jsonb NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_by" integer
);
--> statement-breakpoint
CREATE TABLE "postback_tests" (
	"id" serial PRIMARY KEY NOT NULL,
	"offer_id" integer NOT NULL,
	"affiliate_id" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" integer,
	"click_id" text,
	"click_url" text NOT NULL,
	"result" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "earlier_url" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "url_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "advertiser_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "external_offer_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "category" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "thumbnail" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "preview_url" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "visibility" text DEFAULT 'public' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "country_mode" text DEFAULT 'include' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "countries" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "devices" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "os" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "allowed_traffic" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "forbidden_traffic" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "starts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "timezone" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "click_window_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "allow_multiple_conversions" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "hold_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "holds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "auto_approve" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "postback_ips" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "fallback_offer_id" integer;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "fallback_url" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "over_cap_policy" text DEFAULT 'redirect' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "goals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "tested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "archived_from" text;--> statement-breakpoint
ALTER TABLE "offer_access" ADD CONSTRAINT "offer_access_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_access" ADD CONSTRAINT "offer_access_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_access" ADD CONSTRAINT "offer_access_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_caps" ADD CONSTRAINT "offer_caps_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_caps" ADD CONSTRAINT "offer_caps_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_clicks" ADD CONSTRAINT "offer_clicks_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_counts" ADD CONSTRAINT "offer_counts_cap_id_offer_caps_id_fk" FOREIGN KEY ("cap_id") REFERENCES "public"."offer_caps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_links" ADD CONSTRAINT "offer_links_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_links" ADD CONSTRAINT "offer_links_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_rates" ADD CONSTRAINT "offer_rates_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_terms" ADD CONSTRAINT "offer_terms_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_terms" ADD CONSTRAINT "offer_terms_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_terms" ADD CONSTRAINT "offer_terms_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_terms" ADD CONSTRAINT "offer_terms_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postback_tests" ADD CONSTRAINT "postback_tests_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postback_tests" ADD CONSTRAINT "postback_tests_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postback_tests" ADD CONSTRAINT "postback_tests_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_caps_offer" ON "offer_caps" USING btree ("offer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offer_terms_start" ON "offer_terms" USING btree ("offer_id","goal",coalesce(affiliate_id, 0),coalesce(country, ''),coalesce(device, ''),"starts_at") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "postback_tests_offer" ON "postback_tests" USING btree ("offer_id");--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_fallback_offer_id_offers_id_fk" FOREIGN KEY ("fallback_offer_id") REFERENCES "public"."offers"("id") ON DELETE set null ON UPDATE no action;