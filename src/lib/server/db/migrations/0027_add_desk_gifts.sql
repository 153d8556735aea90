ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_kind_known";--> statement-breakpoint
ALTER TABLE "points_ledger" DROP CONSTRAINT "points_ledger_use_type_known";--> statement-breakpoint
ALTER TABLE "wheel" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wheel" ADD COLUMN "pause_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_kind_known" CHECK ("balance_correction"."kind" in ('balance', 'voucher', 'coupon', 'surplus', 'undo_receipt', 'low_price', 'owner_phone', 'setting', 'staff_totp', 'merchant_close', 'wheel_open', 'points', 'sign_card', 'gift_back', 'order_refund'));--> statement-breakpoint
ALTER TABLE "points_ledger" ADD CONSTRAINT "points_ledger_use_type_known" CHECK ("points_ledger"."use_type" in ('order', 'sign_in', 'task', 'prize', 'desk', 'desk_back', 'adjust', 'spend', 'give_back', 'refund', 'debt', 'expire'));--> statement-breakpoint
ALTER TABLE "wheel" ADD CONSTRAINT "wheel_paused" CHECK ("wheel"."paused_at" is null or ("wheel"."opened_at" is not null and "wheel"."closed_at" is null and "wheel"."pause_reason" <> ''));