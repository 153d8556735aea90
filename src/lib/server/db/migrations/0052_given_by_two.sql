-- What was given as a coupon or a voucher so far is in its company's hands and was asked for by nobody.
ALTER TABLE "balance_correction" ADD COLUMN "kind" text DEFAULT 'balance' NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "threshold" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "until" date;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "company_coupon_id" integer;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_company_coupon_id_company_coupon_id_fk" FOREIGN KEY ("company_coupon_id") REFERENCES "public"."company_coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_kind_known" CHECK ("balance_correction"."kind" in ('balance', 'voucher', 'coupon'));--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_piece" CHECK (("balance_correction"."kind" = 'balance') = ("balance_correction"."until" is null));--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_piece_value" CHECK ("balance_correction"."kind" = 'balance' or "balance_correction"."amount" > 0);--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_given" CHECK (("balance_correction"."company_coupon_id" is not null) = ("balance_correction"."kind" <> 'balance' and "balance_correction"."state" = 'passed'));