CREATE TABLE "affiliate_terms" (
	"affiliate_id" integer NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"payout_type" text NOT NULL,
	"payout_value" numeric(18, 4) NOT NULL,
	CONSTRAINT "affiliate_terms_affiliate_id_valid_from_pk" PRIMARY KEY("affiliate_id","valid_from")
);
--> statement-breakpoint
ALTER TABLE "affiliate_terms" ADD CONSTRAINT "affiliate_terms_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "affiliate_terms" SELECT "id", 'epoch', "payout_type", "payout_value" FROM "affiliates";--> statement-breakpoint
ALTER TABLE "affiliates" DROP COLUMN "payout_type";--> statement-breakpoint
ALTER TABLE "affiliates" DROP COLUMN "payout_value";