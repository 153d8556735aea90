DROP INDEX "company_application_queue";--> statement-breakpoint
ALTER TABLE "company_application" ADD COLUMN "verdict" jsonb;--> statement-breakpoint
ALTER TABLE "company_application" ADD COLUMN "verdict_by" integer;--> statement-breakpoint
ALTER TABLE "company_application" ADD COLUMN "verdict_due" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "company_application" ADD CONSTRAINT "company_application_verdict_by_staff_id_fk" FOREIGN KEY ("verdict_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_application_due" ON "company_application" USING btree ("verdict_due") WHERE verdict_due is not null;--> statement-breakpoint
CREATE INDEX "company_application_queue" ON "company_application" USING btree ("handed_in_at","id") WHERE status = 'waiting' and verdict is null;--> statement-breakpoint
ALTER TABLE "company_application" ADD CONSTRAINT "company_application_verdict" CHECK (num_nulls("company_application"."verdict", "company_application"."verdict_by", "company_application"."verdict_due") in (0, 3));