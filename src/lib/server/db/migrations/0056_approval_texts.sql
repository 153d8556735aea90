ALTER TABLE "text_choice" DROP CONSTRAINT "text_choice_kind_known";--> statement-breakpoint
CREATE INDEX "company_head" ON "company" USING btree ("head_id");--> statement-breakpoint
ALTER TABLE "text_choice" ADD CONSTRAINT "text_choice_kind_known" CHECK ("text_choice"."kind" in ('shipment', 'refund', 'paper', 'company', 'approval'));