DELETE FROM "password_resets";--> statement-breakpoint
ALTER TABLE "password_resets" DROP CONSTRAINT "password_resets_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "password_resets" DROP COLUMN "user_id";--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "email" text NOT NULL;