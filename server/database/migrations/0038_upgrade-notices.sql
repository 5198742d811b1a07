CREATE TABLE "upgrade_notice_dismissals" (
	"user_id" integer NOT NULL,
	"notice_id" text NOT NULL,
	"dismissed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "upgrade_notice_dismissals_user_id_notice_id_pk" PRIMARY KEY("user_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "upgrade_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"last_project" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upgrade_notice_dismissals" ADD CONSTRAINT "upgrade_notice_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_notice_dismissals" ADD CONSTRAINT "upgrade_notice_dismissals_notice_id_upgrade_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."upgrade_notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "upgrade_notices" ("id", "last_project") SELECT 'profit-orders-costs', max("id") FROM "projects" HAVING max("id") IS NOT NULL;
