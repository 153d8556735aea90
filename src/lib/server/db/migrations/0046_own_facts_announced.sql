-- What a process keeps of a buyer's own facts follows the tables by these announcements: companies as `c7`, people as `u`
-- and their id, or nothing for all of them; see src/lib/server/bus/channels.ts.

CREATE FUNCTION announce_own(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(keys), 0) > 100 THEN
    PERFORM pg_notify('own_changed', '');
  ELSIF keys IS NOT NULL THEN
    PERFORM pg_notify('own_changed', array_to_string(keys, ','));
  END IF;
END $$;
--> statement-breakpoint
-- Both are written out instead of made of a column's name: so their plans are kept.
CREATE FUNCTION announce_own_of_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce_own(array_agg(DISTINCT 'c' || n.company_id)) FROM new_rows n;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM announce_own(array_agg(DISTINCT 'c' || one.company_id))
      FROM (SELECT company_id FROM new_rows UNION ALL SELECT company_id FROM old_rows) one;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM announce_own(array_agg(DISTINCT 'c' || o.company_id)) FROM old_rows o;
  ELSE
    PERFORM pg_notify('own_changed', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION announce_own_of_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce_own(array_agg(DISTINCT 'u' || n.user_id)) FROM new_rows n;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM announce_own(array_agg(DISTINCT 'u' || one.user_id))
      FROM (SELECT user_id FROM new_rows UNION ALL SELECT user_id FROM old_rows) one;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM announce_own(array_agg(DISTINCT 'u' || o.user_id)) FROM old_rows o;
  ELSE
    PERFORM pg_notify('own_changed', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $do$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('customer_price', 'companies'), ('controlled_grant', 'companies'), ('quota_use', 'companies'),
    ('company_coupon', 'companies'), ('last_bought', 'companies'), ('address', 'companies'),
    -- Whatever is written to carts by the name of the first finds the rows of the second too, but new ones go to either.
    ('favorite', 'people'), ('goods_alert', 'people'), ('cart_line', 'people'), ('store_cart_line', 'people')
  ) AS known (name, whose) LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', one.name || '_own_insert', one.name, 'announce_own_of_' || one.whose);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', one.name || '_own_update', one.name, 'announce_own_of_' || one.whose);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', one.name || '_own_delete', one.name, 'announce_own_of_' || one.whose);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', one.name || '_own_truncate', one.name, 'announce_own_of_' || one.whose);
  END LOOP;
END $do$;
