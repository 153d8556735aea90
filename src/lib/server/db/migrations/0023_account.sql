CREATE TABLE "company_closing" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"called_off_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"closed_at" timestamp with time zone,
	"credit_code" text
);
--> statement-breakpoint
ALTER TABLE "company_closing" ADD CONSTRAINT "company_closing_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_closing" ADD CONSTRAINT "company_closing_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_closing_open" ON "company_closing" USING btree ("company_id") WHERE "company_closing"."called_off_at" is null and "company_closing"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "company_closing_due" ON "company_closing" USING btree ("due_at") WHERE "company_closing"."called_off_at" is null and "company_closing"."closed_at" is null;