ALTER TABLE "subscriptions" ADD COLUMN "invoice" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "subscriptions" SET "invoice" = (SELECT max("id") FROM "invoices" WHERE "subscription_id" = "subscriptions"."id" AND "date" >= ("subscriptions"."period_start" AT TIME ZONE 'UTC')::date) WHERE "status" = 'manual';
