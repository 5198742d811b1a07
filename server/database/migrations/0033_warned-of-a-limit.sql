ALTER TABLE "usage_warnings" DROP CONSTRAINT "usage_warnings_project_id_cycle_start_level_pk";--> statement-breakpoint
ALTER TABLE "usage_warnings" ADD COLUMN "events_limit" bigint;--> statement-breakpoint
UPDATE "usage_warnings" SET "events_limit" = "plans"."events_limit" FROM "subscriptions" JOIN "plans" ON "plans"."id" = "subscriptions"."plan" WHERE "subscriptions"."project_id" = "usage_warnings"."project_id" AND "subscriptions"."period_start" = "usage_warnings"."cycle_start";--> statement-breakpoint
DELETE FROM "usage_warnings" WHERE "events_limit" IS NULL;--> statement-breakpoint
ALTER TABLE "usage_warnings" ALTER COLUMN "events_limit" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_warnings" ADD CONSTRAINT "usage_warnings_project_id_cycle_start_events_limit_level_pk" PRIMARY KEY("project_id","cycle_start","events_limit","level");
