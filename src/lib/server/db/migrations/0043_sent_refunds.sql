ALTER TABLE "order_line" DROP CONSTRAINT "order_line_not_negative";--> statement-breakpoint
DROP INDEX "order_line_open";--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "sent_refunded_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "order_line_open" ON "order_line" USING btree ("goods_id") WHERE quantity + sent_refunded_quantity > shipped_quantity + refunded_quantity;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_sent_refund_bounded" CHECK ("order_line"."sent_refunded_quantity" <= "order_line"."refunded_quantity" and "order_line"."sent_refunded_quantity" <= "order_line"."shipped_quantity");--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_not_negative" CHECK ("order_line"."promo_quantity" >= 0 and "order_line"."unit_price" >= 0 and "order_line"."gross" >= 0 and "order_line"."discount" >= 0 and "order_line"."paid" >= 0 and "order_line"."rebate" >= 0 and "order_line"."shipped_quantity" >= 0 and "order_line"."refunded_quantity" >= 0 and "order_line"."sent_refunded_quantity" >= 0 and "order_line"."refunded_amount" >= 0);
--> statement-breakpoint
-- Until now pieces that were still to go out were taken first: what goes beyond them had been sent.
UPDATE order_line SET sent_refunded_quantity = refunded_quantity + shipped_quantity - quantity
WHERE refunded_quantity + shipped_quantity > quantity;
