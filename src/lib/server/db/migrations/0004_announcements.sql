-- Every table that feeds the index or a public page announces its changes by itself, at the commit, one notification a
-- statement (equal ones of a transaction are one): no writer has to remember. What the channels mean stands in
-- src/lib/server/bus/channels.ts; tests/server/announcements.test.ts holds every table to it.

-- Goods whose pages, and perhaps lists, show something else now. A payload has room for 8,000 bytes; beyond some
-- thousand goods it is cheaper to read all of them anew.
CREATE FUNCTION announce_goods(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part constant integer := 600;
  many constant integer := coalesce(cardinality(ids), 0);
BEGIN
  IF many > 5000 THEN
    PERFORM pg_notify('catalogue_changed', '');
    RETURN;
  END IF;
  FOR at IN 1..many BY part LOOP
    PERFORM pg_notify('catalogue_changed', array_to_string(ids[at:at + part - 1], ','));
  END LOOP;
END $$;
--> statement-breakpoint
-- Announces `TG_ARGV[1]` on the channel `TG_ARGV[0]` when a statement has changed rows; columns that follow there may
-- change unannounced.
CREATE FUNCTION announce_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM 1 FROM new_rows LIMIT 1;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM 1 FROM old_rows LIMIT 1;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM 1 FROM (
      SELECT to_jsonb(n) - TG_ARGV[2:]::text[] FROM new_rows n
      EXCEPT SELECT to_jsonb(o) - TG_ARGV[2:]::text[] FROM old_rows o) AS changed LIMIT 1;
  ELSE
    -- TRUNCATE tells no rows.
    PERFORM 1;
  END IF;
  IF FOUND THEN
    PERFORM pg_notify(TG_ARGV[0], TG_ARGV[1]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION announce_goods_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_goods(array_agg(id)) FROM new_rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Stock and sales move with every order: of those only that a goods has sold out, or is back, is announced. The least
-- that is sold is the smallest multiple of the pack step that reaches the minimum (rules/quantity, roundUpTo). Every
-- other column counts: they are taken from the table itself, and a test tells when one was added afterwards.
DO $do$
DECLARE
  shown text;
BEGIN
  SELECT string_agg(format('n.%1$I IS DISTINCT FROM o.%1$I', attname), ' OR ' ORDER BY attnum) INTO shown
  FROM pg_attribute
  WHERE attrelid = 'goods'::regclass AND attnum > 0 AND NOT attisdropped
    AND attname NOT IN ('id', 'stock', 'sales', 'updated_at');
  EXECUTE format($f$
    CREATE FUNCTION announce_goods_changes() RETURNS trigger LANGUAGE plpgsql AS $body$
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
--> statement-breakpoint
CREATE TRIGGER goods_announce_insert AFTER INSERT ON goods
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_goods_rows();
--> statement-breakpoint
CREATE TRIGGER goods_announce_update AFTER UPDATE ON goods
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_goods_changes();
--> statement-breakpoint
-- A goods that is gone leaves the index only when that is built anew.
CREATE TRIGGER goods_announce_delete AFTER DELETE ON goods
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER goods_announce_truncate AFTER TRUNCATE ON goods
  FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('catalogue_changed', '');
--> statement-breakpoint
-- Pieces that an activity has sold move with orders: only that its own stock is gone, or back, is announced, and of
-- that goods alone. All else decides which promotions the index knows.
CREATE FUNCTION announce_promoted_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
BEGIN
  PERFORM 1 FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE to_jsonb(n) - 'sold' <> to_jsonb(o) - 'sold' LIMIT 1;
  IF FOUND THEN
    PERFORM pg_notify('catalogue_changed', '');
    RETURN NULL;
  END IF;
  SELECT array_agg(DISTINCT n.goods_id) INTO ids FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.sold >= n.stock) IS DISTINCT FROM (o.sold >= o.stock);
  PERFORM announce_goods(ids);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER activity_goods_announce_update AFTER UPDATE ON activity_goods
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_promoted_changes();
--> statement-breakpoint
-- How many have claimed a coupon shows only when none is left.
CREATE FUNCTION announce_coupon_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE to_jsonb(n) - 'claimed' <> to_jsonb(o) - 'claimed' OR (n.claimed >= n.total) <> (o.claimed >= o.total) LIMIT 1;
  IF FOUND THEN
    PERFORM pg_notify('pages_changed', 'coupons');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER coupon_announce_update AFTER UPDATE ON coupon
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_coupon_changes();
--> statement-breakpoint
-- A group-buy that was settled shows how it ended; nothing in the index changes with it.
CREATE FUNCTION announce_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('pages_changed', 'group_buys');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER activity_announce_settled AFTER UPDATE OF settled_at ON activity
  FOR EACH STATEMENT EXECUTE FUNCTION announce_settled();
--> statement-breakpoint
-- The others: the channel, what is announced (nothing stands for all), and columns that do not count. Categories,
-- products, merchants with their papers and activities are in the index as a whole; ads, links and settings stand
-- around every page.
DO $do$
DECLARE
  one record;
  arguments text;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('category', 'catalogue_changed', '', '{}'::text[], true),
    ('product', 'catalogue_changed', '', '{updated_at}', true),
    ('merchant', 'catalogue_changed', '', '{}', true),
    ('merchant_paper', 'catalogue_changed', '', '{}', true),
    ('activity', 'catalogue_changed', '', '{settled_at}', true),
    ('activity_goods', 'catalogue_changed', '', '{}', false),
    ('brand', 'pages_changed', 'goods', '{}', true),
    ('coupon', 'pages_changed', 'coupons', '{}', false),
    ('ad', 'pages_changed', '', '{}', true),
    ('nav_link', 'pages_changed', '', '{}', true),
    ('site_setting', 'pages_changed', '', '{}', true)
  ) AS known (name, channel, told, ignored, updates) LOOP
    arguments := (SELECT string_agg(quote_literal(word), ', ') FROM unnest(one.channel || (one.told || one.ignored)) AS word);
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION announce_rows(%s)', one.name || '_announce_insert', one.name, arguments);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION announce_rows(%s)', one.name || '_announce_delete', one.name, arguments);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION announce_rows(%s)', one.name || '_announce_truncate', one.name, arguments);
    IF one.updates THEN
      EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
        FOR EACH STATEMENT EXECUTE FUNCTION announce_rows(%s)', one.name || '_announce_update', one.name, arguments);
    END IF;
  END LOOP;
END $do$;
