CREATE TABLE "postback_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postback_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"address" text NOT NULL,
	"network" text NOT NULL,
	"result" text NOT NULL,
	"field" text,
	"message" text,
	"event_name" text NOT NULL,
	"click_id" text NOT NULL,
	"order_id" text NOT NULL,
	"value" text NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"event_uid" text
);
--> statement-breakpoint
ALTER TABLE "postback_log" ADD CONSTRAINT "postback_log_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "postback_log_project_received_at" ON "postback_log" USING btree ("project_id","received_at","id");--> statement-breakpoint
CREATE INDEX "postback_log_received_at" ON "postback_log" USING btree ("received_at");