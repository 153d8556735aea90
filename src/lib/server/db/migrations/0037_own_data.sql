CREATE TABLE "data_export" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text,
	"token" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "data_export_token_unique" UNIQUE("token"),
	CONSTRAINT "data_export_not_negative" CHECK ("data_export"."done" >= 0 and "data_export"."total" >= 0),
	CONSTRAINT "data_export_ready" CHECK (("data_export"."ready_at" is null) = ("data_export"."bytes" is null))
);
--> statement-breakpoint
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_export_open" ON "data_export" USING btree ("company_id") WHERE ready_at is null and removed_at is null;--> statement-breakpoint
CREATE INDEX "data_export_company" ON "data_export" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "data_export_lying" ON "data_export" USING btree ("ready_at") WHERE removed_at is null;