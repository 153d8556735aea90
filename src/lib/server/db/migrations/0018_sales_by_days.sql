CREATE TABLE "folded_day" (
	"day" date PRIMARY KEY NOT NULL,
	"folded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "goods_day" (
	"merchant_id" integer NOT NULL,
	"day" date NOT NULL,
	"goods_id" integer NOT NULL,
	"orders" integer NOT NULL,
	"pieces" integer NOT NULL,
	"paid" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "goods_day_merchant_id_day_goods_id_pk" PRIMARY KEY("merchant_id","day","goods_id"),
	CONSTRAINT "goods_day_not_negative" CHECK ("goods_day"."orders" >= 0 and "goods_day"."pieces" >= 0 and "goods_day"."paid" >= 0 and "goods_day"."refunded" >= 0)
);
--> statement-breakpoint
ALTER TABLE "goods_day" ADD CONSTRAINT "goods_day_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_day" ADD CONSTRAINT "goods_day_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goods_day_day" ON "goods_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "lot_movement_short" ON "lot_movement" USING btree ("created_at") WHERE kind = 'short';--> statement-breakpoint
CREATE INDEX "order_merchant_paid" ON "order" USING btree ("merchant_id","paid_at") WHERE paid_at is not null;