CREATE TABLE "demo" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"seed" bigint NOT NULL,
	"first_day" date NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"filled_from" integer NOT NULL,
	"live_until" timestamp (3) with time zone NOT NULL
);
