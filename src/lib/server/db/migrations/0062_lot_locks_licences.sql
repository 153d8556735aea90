CREATE TABLE "licence_renewal" (
	"id" serial PRIMARY KEY NOT NULL,
	"merchant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"file_id" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"handed_in_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "licence_renewal_kind_known" CHECK ("licence_renewal"."kind" in ('business_licence', 'drug_licence', 'food_licence', 'device_filing')),
	CONSTRAINT "licence_renewal_state_known" CHECK ("licence_renewal"."state" in ('waiting', 'accepted', 'returned', 'withdrawn')),
	CONSTRAINT "licence_renewal_days_in_order" CHECK ("licence_renewal"."valid_from" <= "licence_renewal"."valid_to"),
	CONSTRAINT "licence_renewal_decided" CHECK (("licence_renewal"."state" = 'waiting') = ("licence_renewal"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "quality_stop" (
	"id" serial PRIMARY KEY NOT NULL,
	"goods_id" integer,
	"approval_no" text,
	"reason" text NOT NULL,
	"stopped_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp with time zone,
	"lifted_by" text,
	"lift_reason" text,
	CONSTRAINT "quality_stop_of_one" CHECK (num_nonnulls("quality_stop"."goods_id", "quality_stop"."approval_no") = 1 and "quality_stop"."approval_no" <> ''),
	CONSTRAINT "quality_stop_lifted" CHECK (num_nonnulls("quality_stop"."lifted_at", "quality_stop"."lifted_by", "quality_stop"."lift_reason") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "lot_movement" DROP CONSTRAINT "lot_movement_kind_known";--> statement-breakpoint
ALTER TABLE "merchant_file" DROP CONSTRAINT "merchant_file_kind_known";--> statement-breakpoint
ALTER TABLE "after_sale" ADD COLUMN "return_to" jsonb;--> statement-breakpoint
ALTER TABLE "goods" ADD COLUMN "is_stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lot" ADD COLUMN "locked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lot" ADD COLUMN "lock_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lot" ADD COLUMN "locked_by" text;--> statement-breakpoint
ALTER TABLE "lot_movement" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "return_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "return_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "return_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "licence_renewal" ADD CONSTRAINT "licence_renewal_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_renewal" ADD CONSTRAINT "licence_renewal_file_id_merchant_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."merchant_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_stop" ADD CONSTRAINT "quality_stop_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "licence_renewal_waiting" ON "licence_renewal" USING btree ("merchant_id","kind") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "licence_renewal_open" ON "licence_renewal" USING btree ("id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "licence_renewal_file" ON "licence_renewal" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quality_stop_goods" ON "quality_stop" USING btree ("goods_id") WHERE lifted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "quality_stop_approval" ON "quality_stop" USING btree ("approval_no") WHERE lifted_at is null;--> statement-breakpoint
ALTER TABLE "lot" ADD CONSTRAINT "lot_locked_by_known" CHECK ("lot"."locked_by" in ('platform', 'merchant'));--> statement-breakpoint
ALTER TABLE "lot" ADD CONSTRAINT "lot_locked" CHECK (num_nonnulls("lot"."locked_at", "lot"."locked_by") in (0, 2));--> statement-breakpoint
ALTER TABLE "lot_movement" ADD CONSTRAINT "lot_movement_kind_known" CHECK ("lot_movement"."kind" in ('put_in', 'shipped', 'short', 'counted', 'expired', 'returned', 'put_back', 'written_off', 'damaged', 'cancelled', 'corrected', 'locked', 'unlocked'));--> statement-breakpoint
ALTER TABLE "merchant_file" ADD CONSTRAINT "merchant_file_kind_known" CHECK ("merchant_file"."kind" in ('test_report', 'seal', 'onboarding', 'licence'));--> statement-breakpoint
-- Whether a stop of sale stands for goods of a product.
CREATE FUNCTION is_goods_stopped(of_goods integer, of_product integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM quality_stop s WHERE s.lifted_at IS NULL
    AND (s.goods_id = of_goods OR s.approval_no = (SELECT p.approval_no FROM product p WHERE p.id = of_product)));
$$;
--> statement-breakpoint
-- New goods of a stopped product are stopped. Who stops a product locks its row, so the row is locked before stops are
-- read: of two at once, one sees the other.
CREATE FUNCTION stop_new_goods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM product WHERE id = NEW.product_id FOR KEY SHARE;
  NEW.is_stopped := is_goods_stopped(NEW.id, NEW.product_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER goods_stop_new BEFORE INSERT OR UPDATE OF product_id ON goods
  FOR EACH ROW EXECUTE FUNCTION stop_new_goods();
--> statement-breakpoint
-- Goods of a product with another 批准文号 are under other stops.
CREATE FUNCTION stop_renumbered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE goods SET is_stopped = is_goods_stopped(id, product_id)
  WHERE product_id = NEW.id AND is_stopped <> is_goods_stopped(id, product_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_stop_renumbered AFTER UPDATE OF approval_no ON product
  FOR EACH ROW WHEN (OLD.approval_no IS DISTINCT FROM NEW.approval_no) EXECUTE FUNCTION stop_renumbered();
--> statement-breakpoint
-- The columns of a goods that are announced are taken from the table anew, so that the new one counts (0004).
DO $do$
DECLARE
  shown text;
BEGIN
  SELECT string_agg(format('n.%1$I IS DISTINCT FROM o.%1$I', attname), ' OR ' ORDER BY attnum) INTO shown
  FROM pg_attribute
  WHERE attrelid = 'goods'::regclass AND attnum > 0 AND NOT attisdropped
    AND attname NOT IN ('id', 'stock', 'sales', 'updated_at');
  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION announce_goods_changes() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE
      ids integer[];
    BEGIN
      SELECT array_agg(n.id) INTO ids FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE (n.stock >= (greatest(1, n.min_quantity) + n.pack_step - 1) / n.pack_step * n.pack_step)
          <> (o.stock >= (greatest(1, o.min_quantity) + o.pack_step - 1) / o.pack_step * o.pack_step)
        OR %s;
      IF ids IS NOT NULL THEN
        PERFORM announce_goods(ids);
      END IF;
      RETURN NULL;
    END $body$ $f$, shown);
END $do$;
