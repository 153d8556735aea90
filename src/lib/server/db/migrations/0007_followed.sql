-- What a process keeps of accounts, goods and activities follows the tables by these announcements; what the channels
-- mean stands in src/lib/server/bus/channels.ts.

-- Companies of which an account shows something else now: ids, or nothing for all of them.
CREATE FUNCTION announce_accounts(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(ids), 0) > 600 THEN
    PERFORM pg_notify('accounts_changed', '');
  ELSIF ids IS NOT NULL THEN
    PERFORM pg_notify('accounts_changed', array_to_string(ids, ','));
  END IF;
END $$;
--> statement-breakpoint
-- `TG_ARGV[0]` is the column with the company's id.
CREATE FUNCTION announce_companies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pg_notify('accounts_changed', '');
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT array_agg(DISTINCT (to_jsonb(o) ->> TG_ARGV[0])::integer) INTO ids FROM old_rows o;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    ids := ids || (SELECT array_agg(DISTINCT (to_jsonb(n) ->> TG_ARGV[0])::integer) FROM new_rows n);
  END IF;
  PERFORM announce_accounts(ids);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A person's name or number, by the company that they belong to.
CREATE FUNCTION announce_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_accounts((
    SELECT array_agg(DISTINCT m.company_id) FROM new_rows n JOIN member m ON m.user_id = n.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION announce_managers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('accounts_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_announce_update AFTER UPDATE ON "user"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_people();
--> statement-breakpoint
DO $do$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('company', 'id'), ('member', 'company_id'), ('company_scope', 'company_id'), ('paper', 'company_id')
  ) AS known (name, key) LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION announce_companies(%L)', one.name || '_followed_insert', one.name, one.key);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION announce_companies(%L)', one.name || '_followed_update', one.name, one.key);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION announce_companies(%L)', one.name || '_followed_delete', one.name, one.key);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION announce_companies(%L)', one.name || '_followed_truncate', one.name, one.key);
  END LOOP;
  -- A manager looks after many companies.
  FOR one IN SELECT unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS deed LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON account_manager FOR EACH STATEMENT EXECUTE FUNCTION announce_managers()',
      'account_manager_followed_' || lower(one.deed), one.deed);
  END LOOP;
END $do$;
--> statement-breakpoint
-- A session that ends before its time is told by whom it was; of very many it is told that anybody's may have ended.
-- Those whose time is over are purged in silence: whoever looks at one sees its end by itself.
CREATE OR REPLACE FUNCTION sessions_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  people text;
BEGIN
  SELECT string_agg(user_id, ',') INTO people FROM (SELECT DISTINCT user_id FROM ended WHERE expires_at > now()) AS who;
  IF people IS NOT NULL THEN
    PERFORM pg_notify('sessions_ended', CASE WHEN octet_length(people) < 7000 THEN people ELSE '' END);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- One that is given another end, or to somebody else, is read anew. That it was used is noted all the time.
CREATE FUNCTION session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sessions_ended', OLD.user_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_changed AFTER UPDATE OF expires_at, token, user_id ON session FOR EACH ROW
  WHEN (NEW.expires_at IS DISTINCT FROM OLD.expires_at OR NEW.token IS DISTINCT FROM OLD.token
    OR NEW.user_id IS DISTINCT FROM OLD.user_id)
  EXECUTE FUNCTION session_changed();
--> statement-breakpoint
CREATE FUNCTION sessions_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sessions_ended', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_truncated AFTER TRUNCATE ON session FOR EACH STATEMENT EXECUTE FUNCTION sessions_truncated();
--> statement-breakpoint
-- Of equal notifications of one transaction only the first is sent, but the last number is the one that counts: each
-- bears its moment.
CREATE FUNCTION stamp() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT ';' || (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
$$;
--> statement-breakpoint
-- Stock and sales move with every order and change no page: what is kept of a goods takes the new numbers over.
-- `id:stock:sales`, some hundreds a notification.
CREATE FUNCTION announce_stocks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[];
  part constant integer := 250;
BEGIN
  SELECT array_agg(n.id || ':' || n.stock || ':' || n.sales) INTO told FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE n.stock <> o.stock OR n.sales <> o.sales;
  IF cardinality(told) > 5000 THEN
    PERFORM pg_notify('stock_changed', '');
    RETURN NULL;
  END IF;
  FOR at IN 1..coalesce(cardinality(told), 0) BY part LOOP
    PERFORM pg_notify('stock_changed', array_to_string(told[at:at + part - 1], ',') || stamp());
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER goods_stock_announced AFTER UPDATE ON goods
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_stocks();
--> statement-breakpoint
-- The same of what an activity has sold: `id:sold` of its goods.
CREATE FUNCTION announce_sold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[];
  part constant integer := 300;
BEGIN
  SELECT array_agg(n.id || ':' || n.sold) INTO told FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.sold <> o.sold;
  FOR at IN 1..coalesce(cardinality(told), 0) BY part LOOP
    PERFORM pg_notify('sold_changed', array_to_string(told[at:at + part - 1], ',') || stamp());
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER activity_goods_sold_announced AFTER UPDATE ON activity_goods
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_sold();
