CREATE TABLE "scheduled_job_runs" (
	"name" text NOT NULL,
	"project_id" integer NOT NULL,
	"last_run_at" timestamp (3) with time zone NOT NULL,
	"last_finished_at" timestamp (3) with time zone,
	"last_ok" boolean,
	"last_error" text,
	CONSTRAINT "scheduled_job_runs_name_project_id_pk" PRIMARY KEY("name","project_id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"last_slot" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduled_job_runs" ADD CONSTRAINT "scheduled_job_runs_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;