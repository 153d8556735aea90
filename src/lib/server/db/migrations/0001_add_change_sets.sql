CREATE TABLE "change_row" (
	"set_id" integer NOT NULL,
	"no" integer NOT NULL,
	"row_id" integer NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"values" jsonb,
	"seen" jsonb,
	"before" jsonb,
	"after" jsonb,
	"note" text DEFAULT '' NOT NULL,
	"changed_at" timestamp with time zone,
	CONSTRAINT "change_row_set_id_no_pk" PRIMARY KEY("set_id","no"),
	CONSTRAINT "change_row_state_known" CHECK ("change_row"."state" in ('new', 'ready', 'same', 'refused', 'skipped', 'done', 'failed', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "change_set" (
	"id" serial PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"merchant_id" integer NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"token" text NOT NULL,
	"made_by" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"filter" jsonb,
	"undo_of" integer,
	"needs_second" boolean DEFAULT false NOT NULL,
	"decided_by" text,
	"word" text DEFAULT '' NOT NULL,
	"is_stop_asked" boolean DEFAULT false NOT NULL,
	"failed_in_turn" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"began_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "change_set_subject_known" CHECK ("change_set"."subject" in ('goods')),
	CONSTRAINT "change_set_source_known" CHECK ("change_set"."source" in ('row', 'ticked', 'found', 'paste', 'file', 'undo')),
	CONSTRAINT "change_set_state_known" CHECK ("change_set"."state" in ('draft', 'previewed', 'waiting', 'running', 'stopped', 'done', 'dropped')),
	CONSTRAINT "change_set_undo" CHECK (("change_set"."undo_of" is null) = ("change_set"."source" <> 'undo')),
	CONSTRAINT "change_set_two_people" CHECK ("change_set"."decided_by" <> "change_set"."made_by"),
	CONSTRAINT "change_set_not_negative" CHECK ("change_set"."failed_in_turn" >= 0)
);
--> statement-breakpoint
ALTER TABLE "change_row" ADD CONSTRAINT "change_row_set_id_change_set_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."change_set"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_row_state" ON "change_row" USING btree ("set_id","state","no");--> statement-breakpoint
CREATE INDEX "change_row_history" ON "change_row" USING btree ("row_id","set_id") WHERE state in ('done', 'undone');--> statement-breakpoint
CREATE UNIQUE INDEX "change_set_once" ON "change_set" USING btree ("merchant_id","made_by","token");--> statement-breakpoint
CREATE INDEX "change_set_merchant" ON "change_set" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "change_set_working" ON "change_set" USING btree ("id") WHERE state in ('draft', 'running');--> statement-breakpoint
CREATE INDEX "change_set_waiting" ON "change_set" USING btree ("merchant_id") WHERE state = 'waiting';