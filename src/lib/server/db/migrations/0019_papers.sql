CREATE TABLE "company_application" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"data" jsonb NOT NULL,
	"reason" text,
	"handed_in_at" timestamp with time zone,
	"claimed_by" integer,
	"claimed_until" timestamp with time zone,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_application_kind_known" CHECK ("company_application"."kind" in ('first', 'change')),
	CONSTRAINT "company_application_status_known" CHECK ("company_application"."status" in ('draft', 'waiting', 'approved', 'returned', 'withdrawn')),
	CONSTRAINT "company_application_handed_in" CHECK ("company_application"."status" in ('draft', 'withdrawn') or "company_application"."handed_in_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "paper_file" (
	"paper_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"file_id" integer NOT NULL,
	"rotation" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "paper_file_paper_id_position_pk" PRIMARY KEY("paper_id","position"),
	CONSTRAINT "paper_file_quarter_turns" CHECK ("paper_file"."rotation" in (0, 90, 180, 270))
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"digest" text NOT NULL,
	"kind" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"pages" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"uploaded_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "stored_file_kind_known" CHECK ("stored_file"."kind" in ('image', 'pdf')),
	CONSTRAINT "stored_file_positive" CHECK ("stored_file"."bytes" > 0 and "stored_file"."width" > 0 and "stored_file"."height" > 0 and "stored_file"."pages" > 0)
);
--> statement-breakpoint
ALTER TABLE "paper" DROP CONSTRAINT "paper_once";--> statement-breakpoint
ALTER TABLE "paper" DROP CONSTRAINT "paper_status_known";--> statement-breakpoint
ALTER TABLE "paper" ALTER COLUMN "valid_from" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "paper" ADD COLUMN "application_id" integer;--> statement-breakpoint
ALTER TABLE "paper" ADD COLUMN "lacks_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "company_application" ADD CONSTRAINT "company_application_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_application" ADD CONSTRAINT "company_application_claimed_by_staff_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_application" ADD CONSTRAINT "company_application_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_file" ADD CONSTRAINT "paper_file_paper_id_paper_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."paper"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_file" ADD CONSTRAINT "paper_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_uploaded_by_user_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_application_one_open" ON "company_application" USING btree ("company_id") WHERE status in ('draft', 'waiting');--> statement-breakpoint
CREATE INDEX "company_application_company" ON "company_application" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "company_application_queue" ON "company_application" USING btree ("handed_in_at","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "paper_file_file" ON "paper_file" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stored_file_once" ON "stored_file" USING btree ("company_id","digest") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "stored_file_created" ON "stored_file" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "paper" ADD CONSTRAINT "paper_application_id_company_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."company_application"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paper_approved_once" ON "paper" USING btree ("company_id","kind","number") WHERE status = 'approved';--> statement-breakpoint
CREATE UNIQUE INDEX "paper_open_once" ON "paper" USING btree ("company_id","kind") WHERE status in ('draft', 'reviewing');--> statement-breakpoint
CREATE INDEX "paper_company" ON "paper" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "paper_application" ON "paper" USING btree ("application_id");--> statement-breakpoint
ALTER TABLE "paper" ADD CONSTRAINT "paper_whole" CHECK ("paper"."status" in ('draft', 'replaced') or "paper"."valid_from" is not null and not "paper"."lacks_end");--> statement-breakpoint
ALTER TABLE "paper" ADD CONSTRAINT "paper_status_known" CHECK ("paper"."status" in ('draft', 'reviewing', 'approved', 'rejected', 'replaced'));