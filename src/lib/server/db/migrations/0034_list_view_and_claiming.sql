ALTER TABLE "member" ADD COLUMN "list_view" text;--> statement-breakpoint
CREATE INDEX "coupon_claim_to" ON "coupon" USING btree ("claim_to");--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_list_view_known" CHECK ("member"."list_view" in ('cards', 'table', 'plain', 'drugs'));