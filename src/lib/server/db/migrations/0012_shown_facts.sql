ALTER TABLE "user" ADD COLUMN "wechat" text;--> statement-breakpoint
ALTER TABLE "goods" ADD COLUMN "level" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ad" ADD COLUMN "is_for_newcomers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nav_link" ADD COLUMN "is_for_newcomers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
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
