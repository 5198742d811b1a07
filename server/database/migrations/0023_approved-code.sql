ALTER TABLE "event_pixels" ADD COLUMN "approved_code" text;--> statement-breakpoint
UPDATE "event_pixels" SET "approved_code" = "config"->>'code' WHERE "type" = 'html';
