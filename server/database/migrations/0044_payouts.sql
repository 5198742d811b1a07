ALTER TABLE "payouts" DROP CONSTRAINT "payouts_reference";--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "reference" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "period_start" date;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "period_end" date;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "recorded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "recorded_by" integer;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "undone_by" integer;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_reference" ON "payouts" USING btree ("affiliate_id","reference") WHERE undone_at is null;