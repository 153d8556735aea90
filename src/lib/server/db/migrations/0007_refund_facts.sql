ALTER TABLE "order_line" ADD COLUMN "set_quantity" integer;--> statement-breakpoint
ALTER TABLE "payment_trade" ADD COLUMN "is_given_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "order_line" l SET "set_quantity" = g."quantity" FROM "activity_goods" g
WHERE l."type" = 3 AND g."activity_id" = l."activity_id" AND g."goods_id" = l."goods_id" AND g."role" = 'part';
