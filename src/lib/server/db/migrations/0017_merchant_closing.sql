ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_kind_known";--> statement-breakpoint
ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_of_company";--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "closing_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_kind_known" CHECK ("balance_correction"."kind" in ('balance', 'voucher', 'coupon', 'surplus', 'undo_receipt', 'low_price', 'owner_phone', 'setting', 'staff_totp', 'merchant_close', 'order_refund'));--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_of_company" CHECK (("balance_correction"."company_id" is null) = ("balance_correction"."kind" in ('setting', 'staff_totp', 'merchant_close')));--> statement-breakpoint
ALTER TABLE "merchant" ADD CONSTRAINT "merchant_closed" CHECK ("merchant"."closed_at" is null or ("merchant"."closing_at" is not null and "merchant"."closing_at" <= "merchant"."closed_at"));