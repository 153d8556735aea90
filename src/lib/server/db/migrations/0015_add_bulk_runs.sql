CREATE TABLE "bulk_row" (
	"run_id" integer NOT NULL,
	"no" integer NOT NULL,
	"key" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "bulk_row_run_id_no_pk" PRIMARY KEY("run_id","no"),
	CONSTRAINT "bulk_row_state_known" CHECK ("bulk_row"."state" in ('waiting', 'done', 'same', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "bulk_run" (
	"id" serial PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"act" text NOT NULL,
	"merchant_id" integer,
	"staff_id" integer NOT NULL,
	"made_by" text NOT NULL,
	"token" text NOT NULL,
	"fields" jsonb NOT NULL,
	"search" text NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"stop_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "bulk_run_state_known" CHECK ("bulk_run"."state" in ('running', 'stopped', 'done')),
	CONSTRAINT "bulk_run_not_negative" CHECK ("bulk_run"."rows" >= 0)
);
--> statement-breakpoint
ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row_run_id_bulk_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_row_state" ON "bulk_row" USING btree ("run_id","state","no");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_run_once" ON "bulk_run" USING btree ("staff_id","token");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_run_one_at_a_time" ON "bulk_run" USING btree ("list","act",coalesce(merchant_id, 0)) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "bulk_run_list" ON "bulk_run" USING btree ("list","id");--> statement-breakpoint
CREATE INDEX "bulk_run_ended" ON "bulk_run" USING btree ("ended_at");