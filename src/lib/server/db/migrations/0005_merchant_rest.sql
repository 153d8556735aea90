ALTER TABLE "merchant" ADD COLUMN "rests_from" date;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "rests_until" date;--> statement-breakpoint
ALTER TABLE "merchant" ADD CONSTRAINT "merchant_rest_in_order" CHECK ("merchant"."rests_from" <= "merchant"."rests_until");