CREATE TABLE "letter" (
	"id" serial PRIMARY KEY NOT NULL,
	"made_by" text NOT NULL,
	"token" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"company_id" integer,
	"filter" jsonb,
	"company_ids" integer[],
	"companies" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"last_company_id" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "letter_state_known" CHECK ("letter"."state" in ('sending', 'stopped', 'done')),
	CONSTRAINT "letter_to_one_or_many" CHECK (("letter"."company_id" is null) = ("letter"."filter" is not null) and ("letter"."filter" is null) = ("letter"."company_ids" is null)),
	CONSTRAINT "letter_not_negative" CHECK ("letter"."companies" >= 0 and "letter"."sent" >= 0 and "letter"."last_company_id" >= 0)
);
--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "letter_once" ON "letter" USING btree ("made_by","token");--> statement-breakpoint
CREATE UNIQUE INDEX "letter_one_at_a_time" ON "letter" USING btree ("state") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "letter_company" ON "letter" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "letter_created" ON "letter" USING btree ("created_at");