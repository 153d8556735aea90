CREATE TABLE "owner_change" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"from_phone" text NOT NULL,
	"to_phone" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"word" text DEFAULT '' NOT NULL,
	"objected_by" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "owner_change_state_known" CHECK ("owner_change"."state" in ('waiting', 'passed', 'done', 'refused', 'objected', 'void')),
	CONSTRAINT "owner_change_two_people" CHECK ("owner_change"."decided_by" <> "owner_change"."asked_by"),
	CONSTRAINT "owner_change_decided" CHECK (("owner_change"."decided_by" is null) = ("owner_change"."decided_at" is null)),
	CONSTRAINT "owner_change_due_passed" CHECK ("owner_change"."state" <> 'passed' or "owner_change"."due_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "owner_change_file" (
	"change_id" integer NOT NULL,
	"kind" text NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "owner_change_file_change_id_kind_pk" PRIMARY KEY("change_id","kind"),
	CONSTRAINT "owner_change_file_kind_known" CHECK ("owner_change_file"."kind" in ('licence', 'identity', 'letter'))
);
--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "is_for_desk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_session" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff_session" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "owner_change" ADD CONSTRAINT "owner_change_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_change" ADD CONSTRAINT "owner_change_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_change" ADD CONSTRAINT "owner_change_objected_by_user_id_fk" FOREIGN KEY ("objected_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_change_file" ADD CONSTRAINT "owner_change_file_change_id_owner_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."owner_change"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_change_file" ADD CONSTRAINT "owner_change_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "owner_change_one_open" ON "owner_change" USING btree ("user_id") WHERE state in ('waiting', 'passed');--> statement-breakpoint
CREATE INDEX "owner_change_company" ON "owner_change" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "owner_change_state" ON "owner_change" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "owner_change_due" ON "owner_change" USING btree ("due_at") WHERE state = 'passed';--> statement-breakpoint
CREATE INDEX "owner_change_file_file" ON "owner_change_file" USING btree ("file_id");