CREATE TABLE "balance_correction" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"word" text DEFAULT '' NOT NULL,
	CONSTRAINT "balance_correction_state_known" CHECK ("balance_correction"."state" in ('waiting', 'passed', 'refused')),
	CONSTRAINT "balance_correction_moves" CHECK ("balance_correction"."amount" <> 0),
	CONSTRAINT "balance_correction_two_people" CHECK ("balance_correction"."decided_by" <> "balance_correction"."asked_by"),
	CONSTRAINT "balance_correction_decided" CHECK (("balance_correction"."decided_by" is null) = ("balance_correction"."state" = 'waiting'))
);
--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_correction_state" ON "balance_correction" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "balance_correction_company" ON "balance_correction" USING btree ("company_id","id");