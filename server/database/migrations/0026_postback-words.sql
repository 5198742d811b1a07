CREATE TABLE "postback_words" (
	"project_id" integer NOT NULL,
	"transaction" "bytea" NOT NULL,
	"word" "bytea" NOT NULL,
	"sum" "bytea" NOT NULL,
	"turn" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "postback_words_project_id_transaction_pk" PRIMARY KEY("project_id","transaction")
);
--> statement-breakpoint
ALTER TABLE "postback_words" ADD CONSTRAINT "postback_words_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;