-- Functions name tables that come later.
SET LOCAL check_function_bodies = false;
--> statement-breakpoint
-- Substring search over names. The extension is a trusted one: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE FUNCTION public.add_brands() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO brand (name)
  SELECT changed.brand FROM changed
  WHERE changed.brand <> '' AND NOT EXISTS (SELECT 1 FROM brand WHERE brand.name = changed.brand)
  GROUP BY changed.brand ORDER BY min(changed.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_accounts(ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF coalesce(cardinality(ids), 0) > 600 THEN
    PERFORM pg_notify('accounts_changed', '');
  ELSIF ids IS NOT NULL THEN
    PERFORM pg_notify('accounts_changed', array_to_string(ids, ','));
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_companies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.announce_coupon_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM 1 FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE to_jsonb(n) - 'claimed' <> to_jsonb(o) - 'claimed' OR (n.claimed >= n.total) <> (o.claimed >= o.total) LIMIT 1;
  IF FOUND THEN
    PERFORM pg_notify('pages_changed', 'coupons');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_desk() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('desk_events', NEW.merchant_id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_goods(ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.announce_goods_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    DECLARE
      ids integer[];
    BEGIN
      SELECT array_agg(n.id) INTO ids FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE (n.stock >= (greatest(1, n.min_quantity) + n.pack_step - 1) / n.pack_step * n.pack_step)
          <> (o.stock >= (greatest(1, o.min_quantity) + o.pack_step - 1) / o.pack_step * o.pack_step)
        OR n.product_id IS DISTINCT FROM o.product_id OR n.merchant_id IS DISTINCT FROM o.merchant_id OR n.warehouse_id IS DISTINCT FROM o.warehouse_id OR n.price IS DISTINCT FROM o.price OR n.member_price IS DISTINCT FROM o.member_price OR n.rank_prices IS DISTINCT FROM o.rank_prices OR n.market_price IS DISTINCT FROM o.market_price OR n.pack_step IS DISTINCT FROM o.pack_step OR n.case_pack IS DISTINCT FROM o.case_pack OR n.min_quantity IS DISTINCT FROM o.min_quantity OR n.limit_quantity IS DISTINCT FROM o.limit_quantity OR n.day_limit IS DISTINCT FROM o.day_limit OR n.week_limit IS DISTINCT FROM o.week_limit OR n.ladder_type IS DISTINCT FROM o.ladder_type OR n.ladder IS DISTINCT FROM o.ladder OR n.lot_no IS DISTINCT FROM o.lot_no OR n.produced_on IS DISTINCT FROM o.produced_on OR n.expires_on IS DISTINCT FROM o.expires_on OR n.buyer_types IS DISTINCT FROM o.buyer_types OR n.is_controlled IS DISTINCT FROM o.is_controlled OR n.control_class IS DISTINCT FROM o.control_class OR n.with_coupon IS DISTINCT FROM o.with_coupon OR n.is_preferred IS DISTINCT FROM o.is_preferred OR n.is_cold_chain IS DISTINCT FROM o.is_cold_chain OR n.free_shipping_number IS DISTINCT FROM o.free_shipping_number OR n.rebate IS DISTINCT FROM o.rebate OR n.flaw IS DISTINCT FROM o.flaw OR n.is_on_shelf IS DISTINCT FROM o.is_on_shelf OR n.created_at IS DISTINCT FROM o.created_at OR n.level IS DISTINCT FROM o.level OR n.is_stopped IS DISTINCT FROM o.is_stopped;
      IF ids IS NOT NULL THEN
        PERFORM announce_goods(ids);
      END IF;
      RETURN NULL;
    END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_goods_rows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM announce_goods(array_agg(id)) FROM new_rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_managers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('accounts_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_own(keys text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF coalesce(cardinality(keys), 0) > 100 THEN
    PERFORM pg_notify('own_changed', '');
  ELSIF keys IS NOT NULL THEN
    PERFORM pg_notify('own_changed', array_to_string(keys, ','));
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_own_of_companies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.announce_own_of_people() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.announce_people() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM announce_accounts((
    SELECT array_agg(DISTINCT m.company_id) FROM new_rows n JOIN member m ON m.user_id = n.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_platform_desk() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('desk_events', '0');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_product_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM announce_goods((
    SELECT array_agg(g.id) FROM new_rows n JOIN old_rows o ON o.id = n.id JOIN goods g ON g.product_id = n.id
    WHERE to_jsonb(n) - 'updated_at' <> to_jsonb(o) - 'updated_at'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_promoted_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.announce_rows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.announce_settled() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('pages_changed', 'group_buys');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.announce_sold() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.announce_stocks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.announce_store_people() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('sessions_ended', coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.audit_setting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO audit_log (actor, actor_id, request_id, act, subject, subject_key, before, after)
  VALUES ('platform',
    coalesce(nullif(current_setting('yaopi.actor', true), ''), session_user::text),
    coalesce(current_setting('yaopi.request', true), ''),
    'setting.' || lower(TG_OP), 'setting', coalesce(NEW.key, OLD.key),
    CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('value', OLD.value) END,
    CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('value', NEW.value) END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book(cause text, ref text, from_account text, from_owner text, to_account text, to_owner text, amount bigint, at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF amount > 0 THEN
    INSERT INTO booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
    VALUES (cause, ref, from_account, from_owner, to_account, to_owner, amount, at);
  ELSIF amount < 0 THEN
    INSERT INTO booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
    VALUES (cause, ref, to_account, to_owner, from_account, from_owner, -amount, at);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book_bank_payout() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM book('sent_back', NEW.refund_no, 'transit', '', 'house', 'bank',
    (SELECT amount FROM refund WHERE no = NEW.refund_no), NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book_bank_receipt() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  undone integer := (SELECT count(*) FROM bank_receipt_undone WHERE serial = NEW.serial);
BEGIN
  PERFORM book('receipt', NEW.serial || CASE WHEN undone = 0 THEN '' ELSE ':' || undone END,
    'house', 'bank', 'transit', '', NEW.amount, NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book_bank_receipt_undone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM book('receipt', NEW.serial || ':undone:' || NEW.id, 'transit', '', 'house', 'bank', NEW.amount, NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
  was_paid boolean := TG_OP = 'UPDATE' AND OLD.paid_at IS NOT NULL;
  went_back bigint := NEW.refunded_amount - CASE WHEN was_paid THEN OLD.refunded_amount ELSE 0 END;
BEGIN
  IF NOT was_paid THEN
    PERFORM book('sale', NEW.no, 'transit', '', 'merchant', NEW.merchant_id::text, NEW.pay_amount, NEW.paid_at);
    PERFORM book('discount', id || ':' || refunded_quantity, 'platform', 'promotions', 'merchant',
        NEW.merchant_id::text, platform_bears(price_trace, refunded_quantity, quantity), NEW.paid_at)
      FROM order_line WHERE order_no = NEW.no
        AND price_trace @? '$[*] ? (@.rule == "platform_coupon" || @.rule == "voucher")';
  END IF;
  IF went_back <> 0 THEN
    PERFORM book('refund', NEW.no || ':' || NEW.refunded_amount, 'merchant', NEW.merchant_id::text, 'transit', '',
      went_back, now());
  END IF;
  RETURN NULL;
END $_$;
--> statement-breakpoint
CREATE FUNCTION public.book_order_line() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  of_order record;
BEGIN
  SELECT merchant_id, paid_at INTO of_order FROM "order" WHERE no = NEW.order_no;
  IF of_order.paid_at IS NOT NULL THEN
    PERFORM book('discount', NEW.id || ':' || NEW.refunded_quantity, 'platform', 'promotions',
      'merchant', of_order.merchant_id::text,
      platform_bears(NEW.price_trace, NEW.refunded_quantity, NEW.quantity)
        - CASE WHEN TG_OP = 'UPDATE' THEN platform_bears(OLD.price_trace, OLD.refunded_quantity, OLD.quantity) ELSE 0 END,
      CASE WHEN TG_OP = 'UPDATE' THEN now() ELSE of_order.paid_at END);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book_paid_twice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM book('sent_back', NEW.refund_no || ':twice', 'platform', 'corrections', 'house', provider, amount,
      NEW.house_paid_at)
    FROM refund WHERE no = NEW.refund_no;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book_payment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM book('came', NEW.no, 'house', NEW.provider, 'transit', '', NEW.amount,
    coalesce(NEW.paid_at, now()));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book_refund() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM book('sent_back', NEW.no, 'transit', '', 'house', NEW.provider, NEW.amount, coalesce(NEW.done_at, now()));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book_second_payment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (SELECT provider_no FROM payment WHERE no = NEW.pay_no) IS DISTINCT FROM NEW.provider_no THEN
    PERFORM book('came', NEW.no, 'house', NEW.provider, 'transit', '', NEW.amount, NEW.created_at);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.book_wallet_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  -- Money that came or goes back by a payment; else it is the platform's own doing.
  is_paid boolean := NEW.use_type IN ('pay', 'refund')
    OR NEW.use_type = 'top_up' AND EXISTS (SELECT 1 FROM payment WHERE no = split_part(NEW.ref, ':', 1));
BEGIN
  PERFORM book('wallet', NEW.id::text,
    CASE WHEN is_paid THEN 'transit' ELSE 'platform' END,
    CASE WHEN is_paid THEN '' WHEN NEW.use_type IN ('rebate', 'cashback') THEN 'rewards' ELSE 'corrections' END,
    'buyer', NEW.company_id::text, NEW.amount, NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.check_demo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  LOCK TABLE company, merchant, product, "user" IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT 1 FROM company) OR EXISTS (SELECT 1 FROM merchant) OR EXISTS (SELECT 1 FROM product)
    OR EXISTS (SELECT 1 FROM "user") THEN
    RAISE EXCEPTION 'only an empty database can become the demo' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.check_payment_shares() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  pay text;
BEGIN
  IF TG_TABLE_NAME = 'payment' THEN
    pay := NEW.no;
  ELSE
    pay := NEW.pay_no;
  END IF;
  IF (SELECT CASE purpose WHEN 'top_up' THEN 0 ELSE amount END FROM payment WHERE no = pay)
    IS DISTINCT FROM (SELECT coalesce(sum(amount), 0) FROM payment_trade WHERE pay_no = pay) THEN
    RAISE EXCEPTION 'a payment is not the sum of its shares' USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_as_shares';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.check_points_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  last record;
BEGIN
  PERFORM 1 FROM wallet WHERE company_id = NEW.company_id FOR UPDATE;
  SELECT id, balance_after INTO last FROM points_ledger
    WHERE company_id = NEW.company_id ORDER BY id DESC LIMIT 1;
  IF NEW.id <= last.id OR NEW.balance_after <> coalesce(last.balance_after, 0) + NEW.amount THEN
    RAISE EXCEPTION 'points_ledger does not run on' USING ERRCODE = 'check_violation', CONSTRAINT = 'points_ledger_runs';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.check_refund() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  came bigint;
BEGIN
  -- Not FOR UPDATE: each insert holds a KEY SHARE of the payment already, and two would wait for each other.
  SELECT amount INTO came FROM payment WHERE no = NEW.pay_no FOR NO KEY UPDATE;
  IF (SELECT sum(amount) FROM refund
      WHERE pay_no = NEW.pay_no AND provider_no = NEW.provider_no AND status <> 'failed') > came THEN
    RAISE EXCEPTION 'refunds exceed their payment' USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_within_payment';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.check_voucher() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  held bigint;
BEGIN
  SELECT balance INTO held FROM company_coupon WHERE id = NEW.id;
  IF FOUND AND held IS DISTINCT FROM (SELECT balance_after FROM voucher_ledger
    WHERE company_coupon_id = NEW.id ORDER BY id DESC LIMIT 1) THEN
    RAISE EXCEPTION 'a voucher is not what its ledger says' USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_as_ledger';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.check_voucher_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  last record;
BEGIN
  PERFORM 1 FROM company_coupon WHERE id = NEW.company_coupon_id FOR UPDATE;
  SELECT id, balance_after INTO last FROM voucher_ledger
    WHERE company_coupon_id = NEW.company_coupon_id ORDER BY id DESC LIMIT 1;
  IF NEW.id <= last.id OR NEW.balance_after <> coalesce(last.balance_after, 0) + NEW.amount THEN
    RAISE EXCEPTION 'voucher_ledger does not run on' USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_ledger_runs';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.check_wallet() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  held record;
BEGIN
  -- The row as it is now: an earlier change of the same transaction may be judged after a later one.
  SELECT balance, points INTO held FROM wallet WHERE company_id = NEW.company_id;
  IF FOUND AND (
    held.balance <> coalesce((SELECT balance_after FROM wallet_ledger
      WHERE company_id = NEW.company_id ORDER BY id DESC LIMIT 1), 0)
    OR held.points <> coalesce((SELECT balance_after FROM points_ledger
      WHERE company_id = NEW.company_id ORDER BY id DESC LIMIT 1), 0)) THEN
    RAISE EXCEPTION 'a wallet is not what its ledgers say' USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_as_ledger';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.check_wallet_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  last record;
BEGIN
  PERFORM 1 FROM wallet WHERE company_id = NEW.company_id FOR UPDATE;
  SELECT id, balance_after INTO last FROM wallet_ledger
    WHERE company_id = NEW.company_id ORDER BY id DESC LIMIT 1;
  IF NEW.id <= last.id OR NEW.balance_after <> coalesce(last.balance_after, 0) + NEW.amount THEN
    RAISE EXCEPTION 'wallet_ledger does not run on' USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_ledger_runs';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.end_company_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM session USING member WHERE member.user_id = session.user_id AND member.company_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.end_member_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.disabled_at IS NOT NULL THEN
      INSERT INTO session_end (token_hash, reason, ended_at)
      SELECT encode(sha256(convert_to(token, 'UTF8')), 'hex'), 'disabled', now() FROM session WHERE user_id = OLD.user_id
      ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  DELETE FROM session WHERE user_id = OLD.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.end_sessions_of_password() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM session
  WHERE user_id = NEW.user_id AND id IS DISTINCT FROM nullif(current_setting('yaopi.kept_session', true), '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.end_staff_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM staff_session WHERE staff_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.is_goods_stopped(of_goods integer, of_product integer) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  SELECT EXISTS (SELECT 1 FROM quality_stop s WHERE s.lifted_at IS NULL
    AND (s.goods_id = of_goods OR s.approval_no = (SELECT p.approval_no FROM product p WHERE p.id = of_product)));
$$;
--> statement-breakpoint
CREATE FUNCTION public.keep_last_bought(nos text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO last_bought (company_id, goods_id, price, number, bought_at)
  SELECT DISTINCT ON (o.company_id, l.goods_id)
    o.company_id, l.goods_id, round(l.gross::numeric / l.quantity), l.quantity, o.paid_at
  FROM "order" o JOIN order_line l ON l.order_no = o.no
  WHERE o.no = ANY ((SELECT nos)::text[]) AND o.paid_at IS NOT NULL AND l.kind IN ('normal', 'flash')
  -- Keys in one order: two payments at once wait for each other in none.
  ORDER BY o.company_id, l.goods_id, o.paid_at DESC, l.id DESC
  ON CONFLICT (company_id, goods_id) DO UPDATE
    SET price = excluded.price, number = excluded.number, bought_at = excluded.bought_at
    WHERE last_bought.bought_at <= excluded.bought_at;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_paid_lines() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  one text;
  nos text[];
BEGIN
  FOR one IN SELECT DISTINCT order_no FROM new_rows LOOP
    IF (SELECT paid_at IS NOT NULL FROM "order" WHERE no = one) THEN
      nos := nos || one;
    END IF;
  END LOOP;
  IF nos IS NOT NULL THEN
    PERFORM keep_last_bought(nos);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_paid_orders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  nos text[];
BEGIN
  SELECT array_agg(n.no) INTO nos FROM new_rows n JOIN old_rows o ON o.no = n.no
    WHERE n.paid_at IS NOT NULL AND o.paid_at IS NULL;
  IF nos IS NOT NULL THEN
    PERFORM keep_last_bought(nos);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_person_seen() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO person_seen (user_id, seen_at) VALUES (NEW.user_id, NEW.updated_at)
  ON CONFLICT (user_id) DO UPDATE SET seen_at = excluded.seen_at WHERE person_seen.seen_at < excluded.seen_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.open_voucher() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO voucher_ledger (company_coupon_id, use_type, amount, balance_after, ref)
  VALUES (NEW.id, 'issue', NEW.balance, NEW.balance, 'issue');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.plain_number(number text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN translate(upper(NORMALIZE(number, NFKC)), ' 	
​﻿‐‑‒–—―−-'::text, ''::text);
--> statement-breakpoint
CREATE FUNCTION public.platform_bears(trace jsonb, refunded integer, quantity integer) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  SELECT coalesce(total - total * refunded / quantity, 0) FROM (
    SELECT -sum((step ->> 'amount')::bigint)::bigint AS total FROM jsonb_array_elements(trace) step
    WHERE step ->> 'rule' = 'platform_coupon'
      OR step ->> 'rule' = 'voucher' AND NOT EXISTS (
        SELECT 1 FROM company_coupon held JOIN coupon c ON c.id = held.coupon_id
        WHERE held.id = (step ->> 'refId')::integer AND c.merchant_id IS NOT NULL)) of_line
$$;
--> statement-breakpoint
CREATE FUNCTION public.raise_line(p_user text, p_company integer, p_is_home boolean, p_goods integer, p_seen bigint, p_number integer, p_price bigint, p_most integer, p_at timestamp with time zone) RETURNS TABLE(line_id integer, lines integer)
    LANGUAGE plpgsql
    AS $$
DECLARE
  pieces bigint;
  others bigint;
  has_flash boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('cart:' || p_user, 0));
  SELECT coalesce(sum(c.number) FILTER (WHERE c.goods_id = p_goods AND c.activity_id IS NULL
        AND c.kind IN ('normal', 'flash')), 0),
      count(*) FILTER (WHERE NOT coalesce(c.goods_id = p_goods AND c.activity_id IS NULL
        AND c.kind IN ('normal', 'flash'), false)),
      coalesce(bool_or(c.goods_id = p_goods AND c.activity_id IS NULL AND c.kind = 'flash'), false)
    INTO pieces, others, has_flash
    FROM cart_line c
    WHERE c.user_id = p_user AND c.company_id = p_company AND c.kind <> 'group_buy' AND NOT c.is_saved_for_later;
  IF pieces <> p_seen OR has_flash OR others >= p_most THEN
    RETURN;
  END IF;
  IF p_is_home THEN
    RETURN QUERY
      INSERT INTO cart_line AS line (user_id, company_id, kind, goods_id, activity_id, number, is_selected,
        is_saved_for_later, price_when_added, updated_at)
      VALUES (p_user, p_company, 'normal', p_goods, NULL, p_number, true, false, p_price, p_at)
      ON CONFLICT ON CONSTRAINT cart_line_once DO UPDATE
        SET company_id = excluded.company_id, number = excluded.number, price_when_added = excluded.price_when_added,
          is_selected = true, is_saved_for_later = false, updated_at = excluded.updated_at
        WHERE (CASE WHEN line.is_saved_for_later THEN 0 ELSE line.number END) = p_seen
      RETURNING line.id, others::integer + 1;
  ELSE
    RETURN QUERY
      INSERT INTO store_cart_line AS line (user_id, company_id, kind, goods_id, activity_id, number, is_selected,
        is_saved_for_later, price_when_added, updated_at)
      VALUES (p_user, p_company, 'normal', p_goods, NULL, p_number, true, false, p_price, p_at)
      ON CONFLICT ON CONSTRAINT store_cart_line_once DO UPDATE
        SET company_id = excluded.company_id, number = excluded.number, price_when_added = excluded.price_when_added,
          is_selected = true, is_saved_for_later = false, updated_at = excluded.updated_at
        WHERE (CASE WHEN line.is_saved_for_later THEN 0 ELSE line.number END) = p_seen
      RETURNING line.id, others::integer + 1;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.raise_or_tell(p_user text, p_company integer, p_is_home boolean, p_goods integer, p_seen bigint, p_number integer, p_price bigint, p_most integer, p_at timestamp with time zone) RETURNS TABLE(line_id integer, lines integer, pieces bigint)
    LANGUAGE plpgsql
    AS $$
DECLARE
  held bigint;
  others bigint;
  has_flash boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('cart:' || p_user, 0));
  SELECT coalesce(sum(c.number) FILTER (WHERE c.goods_id = p_goods AND c.activity_id IS NULL
        AND c.kind IN ('normal', 'flash')), 0),
      count(*) FILTER (WHERE NOT coalesce(c.goods_id = p_goods AND c.activity_id IS NULL
        AND c.kind IN ('normal', 'flash'), false)),
      coalesce(bool_or(c.goods_id = p_goods AND c.activity_id IS NULL AND c.kind = 'flash'), false)
    INTO held, others, has_flash
    FROM cart_line c
    WHERE c.user_id = p_user AND c.company_id = p_company AND c.kind <> 'group_buy' AND NOT c.is_saved_for_later;
  IF has_flash OR others >= p_most THEN
    RETURN;
  END IF;
  IF held <> p_seen THEN
    RETURN QUERY SELECT NULL::integer, others::integer, held;
    RETURN;
  END IF;
  IF p_is_home THEN
    RETURN QUERY
      INSERT INTO cart_line AS line (user_id, company_id, kind, goods_id, activity_id, number, is_selected,
        is_saved_for_later, price_when_added, updated_at)
      VALUES (p_user, p_company, 'normal', p_goods, NULL, p_number, true, false, p_price, p_at)
      ON CONFLICT ON CONSTRAINT cart_line_once DO UPDATE
        SET company_id = excluded.company_id, number = excluded.number, price_when_added = excluded.price_when_added,
          is_selected = true, is_saved_for_later = false, updated_at = excluded.updated_at
        WHERE (CASE WHEN line.is_saved_for_later THEN 0 ELSE line.number END) = p_seen
      RETURNING line.id, others::integer + 1, p_number::bigint;
  ELSE
    RETURN QUERY
      INSERT INTO store_cart_line AS line (user_id, company_id, kind, goods_id, activity_id, number, is_selected,
        is_saved_for_later, price_when_added, updated_at)
      VALUES (p_user, p_company, 'normal', p_goods, NULL, p_number, true, false, p_price, p_at)
      ON CONFLICT ON CONSTRAINT store_cart_line_once DO UPDATE
        SET company_id = excluded.company_id, number = excluded.number, price_when_added = excluded.price_when_added,
          is_selected = true, is_saved_for_later = false, updated_at = excluded.updated_at
        WHERE (CASE WHEN line.is_saved_for_later THEN 0 ELSE line.number END) = p_seen
      RETURNING line.id, others::integer + 1, p_number::bigint;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.refuse_rewriting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION public.session_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('sessions_ended', OLD.user_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.sessions_ended() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.sessions_truncated() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('sessions_ended', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.stamp() RETURNS text
    LANGUAGE sql
    AS $$
  SELECT ';' || (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
$$;
--> statement-breakpoint
CREATE FUNCTION public.stop_new_goods() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM 1 FROM product WHERE id = NEW.product_id FOR KEY SHARE;
  NEW.is_stopped := is_goods_stopped(NEW.id, NEW.product_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.stop_renumbered() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE goods SET is_stopped = is_goods_stopped(id, product_id)
  WHERE product_id = NEW.id AND is_stopped <> is_goods_stopped(id, product_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TABLE public.account (
    id text NOT NULL,
    account_id text NOT NULL,
    provider_id text NOT NULL,
    user_id text NOT NULL,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    password text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.account_manager (
    id integer NOT NULL,
    name text NOT NULL,
    phone text NOT NULL,
    is_default boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.account_manager_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.account_manager_id_seq OWNED BY public.account_manager.id;
--> statement-breakpoint
CREATE TABLE public.activity (
    id integer NOT NULL,
    kind text NOT NULL,
    merchant_id integer,
    name text NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_open boolean DEFAULT true NOT NULL,
    settled_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT activity_kind_known CHECK ((kind = ANY (ARRAY['flash'::text, 'special'::text, 'group_buy'::text, 'combination'::text, 'full_reduction'::text, 'gift'::text, 'add_on'::text, 'cashback'::text]))),
    CONSTRAINT activity_moments_in_order CHECK ((starts_at <= ends_at))
);
--> statement-breakpoint
CREATE TABLE public.activity_goods (
    id integer NOT NULL,
    activity_id integer NOT NULL,
    goods_id integer NOT NULL,
    role text DEFAULT 'subject'::text NOT NULL,
    price bigint,
    quantity integer DEFAULT 1 NOT NULL,
    stock integer,
    sold integer DEFAULT 0 NOT NULL,
    company_limit integer DEFAULT 0 NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    CONSTRAINT activity_goods_not_negative CHECK (((price >= 0) AND (stock >= 0) AND (sold >= 0) AND (company_limit >= 0))),
    CONSTRAINT activity_goods_not_oversold CHECK (((stock IS NULL) OR (sold <= stock))),
    CONSTRAINT activity_goods_quantity_positive CHECK ((quantity > 0)),
    CONSTRAINT activity_goods_role_known CHECK ((role = ANY (ARRAY['subject'::text, 'gift'::text, 'add_on'::text, 'part'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.activity_goods_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.activity_goods_id_seq OWNED BY public.activity_goods.id;
--> statement-breakpoint
CREATE SEQUENCE public.activity_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.activity_id_seq OWNED BY public.activity.id;
--> statement-breakpoint
CREATE TABLE public.ad (
    id integer NOT NULL,
    slot text NOT NULL,
    title text NOT NULL,
    subtitle text DEFAULT ''::text NOT NULL,
    image text DEFAULT ''::text NOT NULL,
    url text DEFAULT ''::text NOT NULL,
    approval_no text DEFAULT ''::text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    is_for_newcomers boolean DEFAULT false NOT NULL,
    CONSTRAINT ad_moments_in_order CHECK ((starts_at <= ends_at))
);
--> statement-breakpoint
CREATE SEQUENCE public.ad_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.ad_id_seq OWNED BY public.ad.id;
--> statement-breakpoint
CREATE TABLE public.address (
    id integer NOT NULL,
    company_id integer NOT NULL,
    receiver text NOT NULL,
    phone text NOT NULL,
    province text NOT NULL,
    city text NOT NULL,
    district text NOT NULL,
    region_code text NOT NULL,
    detail text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    deleted_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.address_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.address_id_seq OWNED BY public.address.id;
--> statement-breakpoint
CREATE TABLE public.after_sale (
    id integer NOT NULL,
    order_no text NOT NULL,
    company_id integer NOT NULL,
    merchant_id integer NOT NULL,
    user_id text NOT NULL,
    stage text NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'reviewing'::text NOT NULL,
    reasons text[] NOT NULL,
    amount bigint DEFAULT 0 NOT NULL,
    refunded bigint,
    refund_nos text[] DEFAULT '{}'::text[] NOT NULL,
    due_at timestamp with time zone,
    is_escalated boolean DEFAULT false NOT NULL,
    appealed_at timestamp with time zone,
    carrier text DEFAULT ''::text NOT NULL,
    tracking_no text DEFAULT ''::text NOT NULL,
    arrived_at timestamp with time zone,
    ended_by text,
    ended_at timestamp with time zone,
    token text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    return_to jsonb,
    CONSTRAINT after_sale_ended_by_known CHECK ((ended_by = ANY (ARRAY['buyer'::text, 'merchant'::text, 'platform'::text, 'system'::text]))),
    CONSTRAINT after_sale_kind_known CHECK ((kind = ANY (ARRAY['return_refund'::text, 'refund_only'::text, 'exchange'::text, 'damage'::text, 'papers'::text]))),
    CONSTRAINT after_sale_not_negative CHECK (((amount >= 0) AND (refunded >= 0))),
    CONSTRAINT after_sale_stage_known CHECK ((stage = ANY (ARRAY['unsent'::text, 'received'::text, 'recalled'::text]))),
    CONSTRAINT after_sale_state_known CHECK ((state = ANY (ARRAY['reviewing'::text, 'to_return'::text, 'to_inspect'::text, 'refunding'::text, 'completed'::text, 'rejected'::text, 'withdrawn'::text])))
);
--> statement-breakpoint
CREATE TABLE public.after_sale_file (
    note_id integer NOT NULL,
    "position" smallint NOT NULL,
    file_id integer NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.after_sale_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.after_sale_id_seq OWNED BY public.after_sale.id;
--> statement-breakpoint
CREATE TABLE public.after_sale_line (
    after_sale_id integer NOT NULL,
    order_line_id integer NOT NULL,
    lot_no text NOT NULL,
    pieces integer NOT NULL,
    CONSTRAINT after_sale_line_pieces CHECK ((pieces > 0))
);
--> statement-breakpoint
CREATE TABLE public.after_sale_note (
    id integer NOT NULL,
    after_sale_id integer NOT NULL,
    side text NOT NULL,
    actor_id text NOT NULL,
    act text NOT NULL,
    text text NOT NULL,
    token text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT after_sale_note_side_known CHECK ((side = ANY (ARRAY['buyer'::text, 'merchant'::text, 'platform'::text, 'system'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.after_sale_note_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.after_sale_note_id_seq OWNED BY public.after_sale_note.id;
--> statement-breakpoint
CREATE TABLE public.agreement_acceptance (
    user_id text NOT NULL,
    version text NOT NULL,
    accepted_at timestamp with time zone NOT NULL,
    address text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.audit_log (
    id integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    actor text NOT NULL,
    actor_id text NOT NULL,
    request_id text NOT NULL,
    act text NOT NULL,
    subject text NOT NULL,
    subject_key text NOT NULL,
    before jsonb,
    after jsonb,
    merchant_id integer,
    CONSTRAINT audit_log_actor_known CHECK ((actor = ANY (ARRAY['buyer'::text, 'merchant'::text, 'platform'::text, 'provider'::text, 'system'::text]))),
    CONSTRAINT audit_log_actor_named CHECK ((actor_id <> ''::text))
);
--> statement-breakpoint
CREATE SEQUENCE public.audit_log_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.audit_log_id_seq OWNED BY public.audit_log.id;
--> statement-breakpoint
CREATE TABLE public.balance_correction (
    id integer NOT NULL,
    company_id integer NOT NULL,
    amount bigint,
    reason text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    asked_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_by text,
    decided_at timestamp with time zone,
    word text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'balance'::text NOT NULL,
    threshold bigint DEFAULT 0 NOT NULL,
    until date,
    company_coupon_id integer,
    subject text DEFAULT ''::text NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    changes jsonb DEFAULT '[]'::jsonb NOT NULL,
    asked_as text DEFAULT ''::text NOT NULL,
    is_alone boolean DEFAULT false NOT NULL,
    outcome text DEFAULT ''::text NOT NULL,
    merchant_id integer,
    CONSTRAINT balance_correction_decided CHECK (((decided_by IS NULL) = (state = 'waiting'::text))),
    CONSTRAINT balance_correction_given CHECK (((company_coupon_id IS NOT NULL) = ((kind = ANY (ARRAY['voucher'::text, 'coupon'::text])) AND (state = 'passed'::text)))),
    CONSTRAINT balance_correction_kind_known CHECK ((kind = ANY (ARRAY['balance'::text, 'voucher'::text, 'coupon'::text, 'surplus'::text, 'undo_receipt'::text, 'low_price'::text, 'owner_phone'::text, 'order_refund'::text]))),
    CONSTRAINT balance_correction_moves CHECK ((amount <> 0)),
    CONSTRAINT balance_correction_outcome CHECK (((kind = ANY (ARRAY['balance'::text, 'voucher'::text, 'coupon'::text])) OR (state = 'waiting'::text) OR (outcome <> ''::text))),
    CONSTRAINT balance_correction_piece CHECK (((kind = ANY (ARRAY['voucher'::text, 'coupon'::text])) = (until IS NOT NULL))),
    CONSTRAINT balance_correction_piece_value CHECK (((kind = 'balance'::text) OR (amount > 0))),
    CONSTRAINT balance_correction_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'passed'::text, 'refused'::text, 'withdrawn'::text]))),
    CONSTRAINT balance_correction_two_people CHECK ((is_alone OR (state = 'withdrawn'::text) OR (decided_by <> asked_by)))
);
--> statement-breakpoint
CREATE SEQUENCE public.balance_correction_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.balance_correction_id_seq OWNED BY public.balance_correction.id;
--> statement-breakpoint
CREATE TABLE public.bank_payout (
    refund_no text NOT NULL,
    serial text NOT NULL,
    staff text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.bank_receipt (
    serial text NOT NULL,
    pay_no text NOT NULL,
    amount bigint NOT NULL,
    received_on date NOT NULL,
    settled_at timestamp with time zone,
    staff text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT bank_receipt_amount_positive CHECK ((amount > 0))
);
--> statement-breakpoint
CREATE TABLE public.bank_receipt_undone (
    id integer NOT NULL,
    serial text NOT NULL,
    pay_no text NOT NULL,
    amount bigint NOT NULL,
    received_on date NOT NULL,
    staff text NOT NULL,
    undone_by text NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT bank_receipt_undone_amount_positive CHECK ((amount > 0))
);
--> statement-breakpoint
CREATE SEQUENCE public.bank_receipt_undone_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.bank_receipt_undone_id_seq OWNED BY public.bank_receipt_undone.id;
--> statement-breakpoint
CREATE TABLE public.bank_statement_row (
    id integer NOT NULL,
    bank text NOT NULL,
    serial text NOT NULL,
    paid_on date NOT NULL,
    amount bigint NOT NULL,
    payer text DEFAULT ''::text NOT NULL,
    payer_account text DEFAULT ''::text NOT NULL,
    remark text DEFAULT ''::text NOT NULL,
    staff text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    pay_no text,
    registered_at timestamp with time zone,
    CONSTRAINT bank_statement_row_amount_positive CHECK ((amount > 0)),
    CONSTRAINT bank_statement_row_registered CHECK (((pay_no IS NULL) = (registered_at IS NULL)))
);
--> statement-breakpoint
CREATE SEQUENCE public.bank_statement_row_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.bank_statement_row_id_seq OWNED BY public.bank_statement_row.id;
--> statement-breakpoint
CREATE TABLE public.bank_transfer (
    pay_no text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    file_id integer,
    submitted_at timestamp with time zone,
    reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT bank_transfer_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'submitted'::text, 'refused'::text, 'short'::text, 'settled'::text])))
);
--> statement-breakpoint
CREATE TABLE public.bill_difference (
    id integer NOT NULL,
    house text NOT NULL,
    day date NOT NULL,
    kind text NOT NULL,
    problem text NOT NULL,
    no text NOT NULL,
    provider_no text NOT NULL,
    ours bigint,
    theirs bigint,
    found_at timestamp with time zone DEFAULT now() NOT NULL,
    settled_at timestamp with time zone,
    settled_by text,
    note text,
    CONSTRAINT bill_difference_kind_known CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'fee'::text, 'fee_back'::text]))),
    CONSTRAINT bill_difference_not_negative CHECK (((ours >= 0) AND (theirs >= 0))),
    CONSTRAINT bill_difference_problem_known CHECK ((problem = ANY (ARRAY['unknown'::text, 'unbooked'::text, 'amount'::text, 'absent'::text, 'moved'::text, 'unmoved'::text, 'moved_amount'::text])))
);
--> statement-breakpoint
ALTER TABLE public.bill_difference ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.bill_difference_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE public.bill_line (
    house text NOT NULL,
    kind text NOT NULL,
    no text NOT NULL,
    provider_no text NOT NULL,
    amount bigint NOT NULL,
    day date NOT NULL,
    CONSTRAINT bill_line_kind_known CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'fee'::text, 'fee_back'::text]))),
    CONSTRAINT bill_line_not_negative CHECK ((amount >= 0))
);
--> statement-breakpoint
CREATE TABLE public.booking (
    id integer NOT NULL,
    cause text NOT NULL,
    ref text NOT NULL,
    from_account text NOT NULL,
    from_owner text NOT NULL,
    to_account text NOT NULL,
    to_owner text NOT NULL,
    amount bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT booking_cause_known CHECK ((cause = ANY (ARRAY['wallet'::text, 'came'::text, 'receipt'::text, 'sale'::text, 'refund'::text, 'discount'::text, 'sent_back'::text, 'settlement'::text]))),
    CONSTRAINT booking_from_account_known CHECK ((from_account = ANY (ARRAY['buyer'::text, 'house'::text, 'merchant'::text, 'platform'::text, 'transit'::text]))),
    CONSTRAINT booking_moves CHECK (((amount > 0) AND ((from_account <> to_account) OR (from_owner <> to_owner)))),
    CONSTRAINT booking_to_account_known CHECK ((to_account = ANY (ARRAY['buyer'::text, 'house'::text, 'merchant'::text, 'platform'::text, 'transit'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.booking_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.booking_id_seq OWNED BY public.booking.id;
--> statement-breakpoint
CREATE TABLE public.brand (
    id integer NOT NULL,
    name text NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.brand_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.brand_id_seq OWNED BY public.brand.id;
--> statement-breakpoint
CREATE TABLE public.cart_line (
    id integer NOT NULL,
    user_id text NOT NULL,
    company_id integer NOT NULL,
    kind text DEFAULT 'normal'::text NOT NULL,
    goods_id integer,
    activity_id integer,
    number integer NOT NULL,
    is_selected boolean DEFAULT true NOT NULL,
    is_saved_for_later boolean DEFAULT false NOT NULL,
    price_when_added bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT cart_line_kind_known CHECK ((kind = ANY (ARRAY['normal'::text, 'flash'::text, 'group_buy'::text, 'combination'::text, 'add_on'::text]))),
    CONSTRAINT cart_line_not_negative CHECK ((price_when_added >= 0)),
    CONSTRAINT cart_line_positive CHECK ((number > 0))
);
--> statement-breakpoint
CREATE SEQUENCE public.cart_line_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.cart_line_id_seq OWNED BY public.cart_line.id;
--> statement-breakpoint
CREATE TABLE public.category (
    id integer NOT NULL,
    parent_id integer,
    kind text NOT NULL,
    name text NOT NULL,
    level smallint NOT NULL,
    sort integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.category_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.category_id_seq OWNED BY public.category.id;
--> statement-breakpoint
CREATE TABLE public.code_wish (
    shipment_lot_id integer NOT NULL,
    asked_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.cold_record (
    shipment_id integer NOT NULL,
    sent_tenths smallint,
    cooler text DEFAULT ''::text NOT NULL,
    recorder text DEFAULT ''::text NOT NULL,
    arrived_tenths smallint,
    arrived_at timestamp with time zone,
    arrived_by text,
    CONSTRAINT cold_record_arrived_by CHECK ((num_nonnulls(arrived_tenths, arrived_at, arrived_by) = ANY (ARRAY[0, 3]))),
    CONSTRAINT cold_record_degrees CHECK ((((sent_tenths >= '-800'::integer) AND (sent_tenths <= 300)) AND ((arrived_tenths >= '-800'::integer) AND (arrived_tenths <= 300))))
);
--> statement-breakpoint
CREATE TABLE public.company (
    id integer NOT NULL,
    name text NOT NULL,
    credit_code text,
    buyer_type text NOT NULL,
    status text NOT NULL,
    status_reason text,
    province text NOT NULL,
    city text NOT NULL,
    district text DEFAULT ''::text NOT NULL,
    region_code text NOT NULL,
    rank smallint DEFAULT 0 NOT NULL,
    is_temporary boolean DEFAULT false NOT NULL,
    min_shelf_life_days integer DEFAULT 0 NOT NULL,
    account_manager_id integer,
    head_id integer,
    first_paid_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    inherits_papers boolean DEFAULT false NOT NULL,
    store_code text DEFAULT ''::text NOT NULL,
    CONSTRAINT company_buyer_type_known CHECK ((buyer_type = ANY (ARRAY['pharmacy'::text, 'chain_store'::text, 'chain_head'::text, 'distributor'::text, 'clinic'::text, 'hospital'::text]))),
    CONSTRAINT company_not_negative CHECK (((rank >= 0) AND (min_shelf_life_days >= 0))),
    CONSTRAINT company_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'reviewing'::text, 'approved'::text, 'rejected'::text, 'changing'::text, 'frozen'::text, 'closed'::text])))
);
--> statement-breakpoint
CREATE TABLE public.company_application (
    id integer NOT NULL,
    company_id integer NOT NULL,
    kind text NOT NULL,
    status text DEFAULT 'draft'::text NOT NULL,
    data jsonb NOT NULL,
    reason text,
    handed_in_at timestamp with time zone,
    claimed_by integer,
    claimed_until timestamp with time zone,
    decided_by integer,
    decided_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_application_handed_in CHECK (((status = ANY (ARRAY['draft'::text, 'withdrawn'::text])) OR (handed_in_at IS NOT NULL))),
    CONSTRAINT company_application_kind_known CHECK ((kind = ANY (ARRAY['first'::text, 'change'::text]))),
    CONSTRAINT company_application_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'waiting'::text, 'approved'::text, 'returned'::text, 'withdrawn'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.company_application_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.company_application_id_seq OWNED BY public.company_application.id;
--> statement-breakpoint
CREATE TABLE public.company_closing (
    id integer NOT NULL,
    company_id integer NOT NULL,
    user_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    called_off_at timestamp with time zone,
    reason text DEFAULT ''::text NOT NULL,
    closed_at timestamp with time zone,
    credit_code text
);
--> statement-breakpoint
CREATE SEQUENCE public.company_closing_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.company_closing_id_seq OWNED BY public.company_closing.id;
--> statement-breakpoint
CREATE TABLE public.company_coupon (
    id integer NOT NULL,
    coupon_id integer NOT NULL,
    company_id integer NOT NULL,
    status text DEFAULT 'unused'::text NOT NULL,
    trade_no text,
    balance bigint,
    valid_from timestamp with time zone NOT NULL,
    valid_to timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT company_coupon_not_negative CHECK ((balance >= 0)),
    CONSTRAINT company_coupon_status_known CHECK ((status = ANY (ARRAY['unused'::text, 'held'::text, 'used'::text]))),
    CONSTRAINT company_coupon_using_in_order CHECK ((valid_from <= valid_to))
);
--> statement-breakpoint
CREATE SEQUENCE public.company_coupon_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.company_coupon_id_seq OWNED BY public.company_coupon.id;
--> statement-breakpoint
CREATE SEQUENCE public.company_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.company_id_seq OWNED BY public.company.id;
--> statement-breakpoint
CREATE TABLE public.company_scope (
    company_id integer NOT NULL,
    scope text NOT NULL,
    CONSTRAINT company_scope_scope_known CHECK ((scope = ANY (ARRAY['化学药制剂'::text, '抗生素'::text, '中成药'::text, '中药饮片'::text, '中药材'::text, '生化药品'::text, '生物制品'::text, '冷藏药品'::text, '保健食品'::text, '二类器械'::text, '三类器械'::text, '其他'::text])))
);
--> statement-breakpoint
CREATE TABLE public.controlled_grant (
    id integer NOT NULL,
    company_id integer NOT NULL,
    goods_id integer NOT NULL,
    status text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    CONSTRAINT controlled_grant_status_known CHECK ((status = ANY (ARRAY['applied'::text, 'granted'::text, 'refused'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.controlled_grant_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.controlled_grant_id_seq OWNED BY public.controlled_grant.id;
--> statement-breakpoint
CREATE TABLE public.coupon (
    id integer NOT NULL,
    kind text DEFAULT 'coupon'::text NOT NULL,
    merchant_id integer,
    name text NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    threshold bigint DEFAULT 0 NOT NULL,
    value bigint NOT NULL,
    total integer NOT NULL,
    claimed integer DEFAULT 0 NOT NULL,
    per_company integer DEFAULT 1 NOT NULL,
    is_newcomer_only boolean DEFAULT false NOT NULL,
    claim_from timestamp with time zone NOT NULL,
    claim_to timestamp with time zone NOT NULL,
    valid_from timestamp with time zone NOT NULL,
    valid_to timestamp with time zone NOT NULL,
    CONSTRAINT coupon_claiming_in_order CHECK ((claim_from <= claim_to)),
    CONSTRAINT coupon_kind_known CHECK ((kind = ANY (ARRAY['coupon'::text, 'voucher'::text]))),
    CONSTRAINT coupon_not_negative CHECK (((threshold >= 0) AND (claimed >= 0))),
    CONSTRAINT coupon_not_overclaimed CHECK ((claimed <= total)),
    CONSTRAINT coupon_using_in_order CHECK ((valid_from <= valid_to)),
    CONSTRAINT coupon_worth_something CHECK (((value > 0) AND (per_company > 0)))
);
--> statement-breakpoint
CREATE SEQUENCE public.coupon_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.coupon_id_seq OWNED BY public.coupon.id;
--> statement-breakpoint
CREATE TABLE public.customer_price (
    company_id integer NOT NULL,
    goods_id integer NOT NULL,
    price bigint NOT NULL,
    CONSTRAINT customer_price_not_negative CHECK ((price >= 0))
);
--> statement-breakpoint
CREATE TABLE public.data_export (
    id integer NOT NULL,
    company_id integer NOT NULL,
    user_id text,
    token text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    bytes bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ready_at timestamp with time zone,
    removed_at timestamp with time zone,
    CONSTRAINT data_export_not_negative CHECK (((done >= 0) AND (total >= 0))),
    CONSTRAINT data_export_ready CHECK (((ready_at IS NULL) = (bytes IS NULL)))
);
--> statement-breakpoint
CREATE SEQUENCE public.data_export_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.data_export_id_seq OWNED BY public.data_export.id;
--> statement-breakpoint
CREATE TABLE public.demo (
    id smallint NOT NULL,
    seeded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT demo_one CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE public.demo_goods (
    first_id integer NOT NULL,
    last_id integer NOT NULL,
    demo_id smallint DEFAULT 1 NOT NULL,
    CONSTRAINT demo_goods_in_order CHECK ((first_id <= last_id))
);
--> statement-breakpoint
CREATE TABLE public.demo_sms (
    id integer NOT NULL,
    phone text NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.demo_sms_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.demo_sms_id_seq OWNED BY public.demo_sms.id;
--> statement-breakpoint
CREATE TABLE public.duty_phone (
    merchant_id integer NOT NULL,
    phone text NOT NULL,
    kinds text[] NOT NULL,
    from_hour smallint NOT NULL,
    to_hour smallint NOT NULL,
    texted_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT duty_phone_hours CHECK (((0 <= from_hour) AND (from_hour < to_hour) AND (to_hour <= 24)))
);
--> statement-breakpoint
CREATE TABLE public.favorite (
    user_id text NOT NULL,
    goods_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.feedback (
    id integer NOT NULL,
    company_id integer NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    order_no text DEFAULT ''::text NOT NULL,
    phone text NOT NULL,
    status text NOT NULL,
    answer text DEFAULT ''::text NOT NULL,
    answered_by integer,
    answered_at timestamp with time zone,
    token text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT feedback_kind_known CHECK ((kind = ANY (ARRAY['goods'::text, 'price'::text, 'order'::text, 'quality'::text, 'service'::text, 'report'::text, 'site'::text, 'other'::text]))),
    CONSTRAINT feedback_status_known CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text])))
);
--> statement-breakpoint
CREATE TABLE public.feedback_file (
    feedback_id integer NOT NULL,
    "position" smallint NOT NULL,
    file_id integer NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.feedback_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.feedback_id_seq OWNED BY public.feedback.id;
--> statement-breakpoint
CREATE TABLE public.goods (
    id integer NOT NULL,
    product_id integer NOT NULL,
    merchant_id integer NOT NULL,
    warehouse_id smallint DEFAULT 1 NOT NULL,
    price bigint NOT NULL,
    member_price bigint NOT NULL,
    rank_prices jsonb DEFAULT '{}'::jsonb NOT NULL,
    market_price bigint NOT NULL,
    stock integer NOT NULL,
    pack_step integer NOT NULL,
    case_pack integer NOT NULL,
    min_quantity integer DEFAULT 1 NOT NULL,
    limit_quantity integer DEFAULT 0 NOT NULL,
    day_limit integer DEFAULT 0 NOT NULL,
    week_limit integer DEFAULT 0 NOT NULL,
    ladder_type text DEFAULT 'from'::text NOT NULL,
    ladder jsonb DEFAULT '[]'::jsonb NOT NULL,
    lot_no text DEFAULT ''::text NOT NULL,
    produced_on date,
    expires_on date,
    buyer_types text[],
    is_controlled boolean DEFAULT false NOT NULL,
    control_class text DEFAULT ''::text NOT NULL,
    with_coupon boolean DEFAULT true NOT NULL,
    is_preferred boolean DEFAULT false NOT NULL,
    is_cold_chain boolean DEFAULT false NOT NULL,
    free_shipping_number integer DEFAULT 0 NOT NULL,
    rebate bigint DEFAULT 0 NOT NULL,
    flaw text DEFAULT ''::text NOT NULL,
    is_on_shelf boolean DEFAULT true NOT NULL,
    sales integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    level text DEFAULT ''::text NOT NULL,
    is_stopped boolean DEFAULT false NOT NULL,
    CONSTRAINT goods_case_positive CHECK ((case_pack > 0)),
    CONSTRAINT goods_days_in_order CHECK ((produced_on <= expires_on)),
    CONSTRAINT goods_ladder_type_known CHECK ((ladder_type = ANY (ARRAY['up_to'::text, 'from'::text]))),
    CONSTRAINT goods_not_negative CHECK (((price >= 0) AND (member_price >= 0) AND (market_price >= 0) AND (limit_quantity >= 0) AND (day_limit >= 0) AND (week_limit >= 0) AND (free_shipping_number >= 0) AND (rebate >= 0) AND (sales >= 0))),
    CONSTRAINT goods_steps_positive CHECK (((pack_step > 0) AND (min_quantity > 0))),
    CONSTRAINT goods_stock_not_negative CHECK ((stock >= 0))
);
--> statement-breakpoint
CREATE TABLE public.goods_alert (
    id integer NOT NULL,
    user_id text NOT NULL,
    company_id integer NOT NULL,
    goods_id integer NOT NULL,
    kind text NOT NULL,
    price bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    told_at timestamp with time zone,
    CONSTRAINT goods_alert_kind_known CHECK ((kind = ANY (ARRAY['stock'::text, 'price'::text]))),
    CONSTRAINT goods_alert_not_negative CHECK ((price >= 0))
);
--> statement-breakpoint
CREATE SEQUENCE public.goods_alert_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.goods_alert_id_seq OWNED BY public.goods_alert.id;
--> statement-breakpoint
CREATE SEQUENCE public.goods_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.goods_id_seq OWNED BY public.goods.id;
--> statement-breakpoint
CREATE TABLE public.heartbeat (
    id smallint NOT NULL,
    beat_at timestamp with time zone NOT NULL,
    CONSTRAINT heartbeat_one CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE public.idempotency_key (
    company_id integer NOT NULL,
    key text NOT NULL,
    body_hash text NOT NULL,
    answer jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.job_failure (
    job text NOT NULL,
    row_key text NOT NULL,
    tries integer NOT NULL,
    next_at timestamp with time zone NOT NULL,
    error text NOT NULL,
    first_at timestamp with time zone DEFAULT now() NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL,
    put_away_at timestamp with time zone,
    put_away_by text,
    put_away_word text DEFAULT ''::text NOT NULL,
    CONSTRAINT job_failure_tries_positive CHECK ((tries > 0))
);
--> statement-breakpoint
CREATE TABLE public.job_lease (
    job text NOT NULL,
    holder text NOT NULL,
    until timestamp with time zone NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE public.last_bought (
    company_id integer NOT NULL,
    goods_id integer NOT NULL,
    price bigint NOT NULL,
    number integer NOT NULL,
    bought_at timestamp with time zone NOT NULL,
    CONSTRAINT last_bought_not_negative CHECK ((price >= 0))
);
--> statement-breakpoint
CREATE TABLE public.licence_renewal (
    id integer NOT NULL,
    merchant_id integer NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    valid_from date NOT NULL,
    valid_to date,
    file_id integer NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    handed_in_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_by text,
    decided_at timestamp with time zone,
    reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT licence_renewal_days_in_order CHECK ((valid_from <= valid_to)),
    CONSTRAINT licence_renewal_decided CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
    CONSTRAINT licence_renewal_kind_known CHECK ((kind = ANY (ARRAY['business_licence'::text, 'drug_licence'::text, 'food_licence'::text, 'device_filing'::text]))),
    CONSTRAINT licence_renewal_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'returned'::text, 'withdrawn'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.licence_renewal_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.licence_renewal_id_seq OWNED BY public.licence_renewal.id;
--> statement-breakpoint
CREATE TABLE public.line_lot (
    order_line_id integer NOT NULL,
    lot_id integer NOT NULL,
    pieces integer NOT NULL,
    CONSTRAINT line_lot_positive CHECK ((pieces > 0))
);
--> statement-breakpoint
CREATE TABLE public.lot (
    id integer NOT NULL,
    goods_id integer NOT NULL,
    lot_no text NOT NULL,
    produced_on date NOT NULL,
    expires_on date NOT NULL,
    on_hand integer NOT NULL,
    held integer DEFAULT 0 NOT NULL,
    recalled_at timestamp with time zone,
    recall_reason text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    returned integer DEFAULT 0 NOT NULL,
    locked_at timestamp with time zone,
    lock_reason text DEFAULT ''::text NOT NULL,
    locked_by text,
    CONSTRAINT lot_days_in_order CHECK ((produced_on <= expires_on)),
    CONSTRAINT lot_locked CHECK ((num_nonnulls(locked_at, locked_by) = ANY (ARRAY[0, 2]))),
    CONSTRAINT lot_locked_by_known CHECK ((locked_by = ANY (ARRAY['platform'::text, 'merchant'::text]))),
    CONSTRAINT lot_named CHECK ((lot_no <> ''::text)),
    CONSTRAINT lot_pieces CHECK (((held >= 0) AND (held <= on_hand))),
    CONSTRAINT lot_returned CHECK ((returned >= 0))
);
--> statement-breakpoint
CREATE SEQUENCE public.lot_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.lot_id_seq OWNED BY public.lot.id;
--> statement-breakpoint
CREATE TABLE public.lot_movement (
    id integer NOT NULL,
    lot_id integer NOT NULL,
    kind text NOT NULL,
    pieces integer NOT NULL,
    ref text NOT NULL,
    actor text NOT NULL,
    actor_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT lot_movement_actor_known CHECK ((actor = ANY (ARRAY['buyer'::text, 'merchant'::text, 'platform'::text, 'provider'::text, 'system'::text]))),
    CONSTRAINT lot_movement_kind_known CHECK ((kind = ANY (ARRAY['put_in'::text, 'shipped'::text, 'short'::text, 'counted'::text, 'expired'::text, 'returned'::text, 'put_back'::text, 'written_off'::text, 'damaged'::text, 'cancelled'::text, 'corrected'::text, 'locked'::text, 'unlocked'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.lot_movement_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.lot_movement_id_seq OWNED BY public.lot_movement.id;
--> statement-breakpoint
CREATE TABLE public.lot_report (
    goods_id integer NOT NULL,
    lot_no text NOT NULL,
    file_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.member (
    user_id text NOT NULL,
    company_id integer NOT NULL,
    role text NOT NULL,
    order_limit bigint,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    list_view text,
    CONSTRAINT member_list_view_known CHECK ((list_view = ANY (ARRAY['cards'::text, 'table'::text, 'plain'::text, 'drugs'::text]))),
    CONSTRAINT member_not_negative CHECK ((order_limit >= 0)),
    CONSTRAINT member_role_known CHECK ((role = ANY (ARRAY['owner'::text, 'buyer'::text, 'finance'::text, 'receiver'::text, 'viewer'::text])))
);
--> statement-breakpoint
CREATE TABLE public.member_invite (
    id integer NOT NULL,
    company_id integer NOT NULL,
    token_hash text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    role text NOT NULL,
    order_limit bigint,
    store_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    invited_by text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    used_by text,
    revoked_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT member_invite_not_negative CHECK ((order_limit >= 0)),
    CONSTRAINT member_invite_role_known CHECK ((role = ANY (ARRAY['owner'::text, 'buyer'::text, 'finance'::text, 'receiver'::text, 'viewer'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.member_invite_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.member_invite_id_seq OWNED BY public.member_invite.id;
--> statement-breakpoint
CREATE TABLE public.member_store (
    user_id text NOT NULL,
    company_id integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.merchant (
    id integer NOT NULL,
    code text NOT NULL,
    short_name text NOT NULL,
    full_name text NOT NULL,
    province text NOT NULL,
    city text NOT NULL,
    address text NOT NULL,
    licence_no text NOT NULL,
    kind text NOT NULL,
    speciality text NOT NULL,
    badges text[] DEFAULT '{}'::text[] NOT NULL,
    policies text[] DEFAULT '{}'::text[] NOT NULL,
    phone text NOT NULL,
    free_shipping_amount bigint NOT NULL,
    shipping_fee bigint NOT NULL,
    cold_chain_fee bigint DEFAULT 0 NOT NULL,
    min_order_amount bigint DEFAULT 0 NOT NULL,
    sales_regions text[],
    freight_rules jsonb DEFAULT '{}'::jsonb NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    return_name text DEFAULT ''::text NOT NULL,
    return_phone text DEFAULT ''::text NOT NULL,
    return_address text DEFAULT ''::text NOT NULL,
    stopped_on date,
    CONSTRAINT merchant_not_negative CHECK (((free_shipping_amount >= 0) AND (shipping_fee >= 0) AND (cold_chain_fee >= 0) AND (min_order_amount >= 0)))
);
--> statement-breakpoint
CREATE TABLE public.merchant_file (
    id integer NOT NULL,
    merchant_id integer NOT NULL,
    kind text NOT NULL,
    digest text NOT NULL,
    content_type text NOT NULL,
    bytes integer NOT NULL,
    name text NOT NULL,
    uploaded_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT merchant_file_kind_known CHECK ((kind = ANY (ARRAY['test_report'::text, 'seal'::text, 'onboarding'::text, 'licence'::text]))),
    CONSTRAINT merchant_file_positive CHECK ((bytes > 0))
);
--> statement-breakpoint
CREATE SEQUENCE public.merchant_file_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.merchant_file_id_seq OWNED BY public.merchant_file.id;
--> statement-breakpoint
CREATE SEQUENCE public.merchant_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.merchant_id_seq OWNED BY public.merchant.id;
--> statement-breakpoint
CREATE TABLE public.merchant_notice (
    id integer NOT NULL,
    merchant_id integer NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    link text DEFAULT ''::text NOT NULL,
    ref text NOT NULL,
    texted_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.merchant_notice_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.merchant_notice_id_seq OWNED BY public.merchant_notice.id;
--> statement-breakpoint
CREATE TABLE public.merchant_notice_read (
    notice_id integer NOT NULL,
    staff_id integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.merchant_paper (
    merchant_id integer NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    valid_from date NOT NULL,
    valid_to date,
    CONSTRAINT merchant_paper_days_in_order CHECK ((valid_from <= valid_to)),
    CONSTRAINT merchant_paper_kind_known CHECK ((kind = ANY (ARRAY['business_licence'::text, 'drug_licence'::text, 'practice_licence'::text, 'legal_person_id'::text, 'purchase_authorisation'::text, 'food_licence'::text, 'device_filing'::text, 'invoice_details'::text, 'quality_survey'::text])))
);
--> statement-breakpoint
CREATE TABLE public.message (
    id integer NOT NULL,
    company_id integer NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    link text DEFAULT ''::text NOT NULL,
    ref text NOT NULL,
    read_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.message_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.message_id_seq OWNED BY public.message.id;
--> statement-breakpoint
CREATE TABLE public.nav_link (
    id integer NOT NULL,
    parent_id integer,
    kind text NOT NULL,
    name text NOT NULL,
    url text DEFAULT ''::text NOT NULL,
    image text DEFAULT ''::text NOT NULL,
    is_open boolean DEFAULT true NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    is_for_newcomers boolean DEFAULT false NOT NULL,
    CONSTRAINT nav_link_kind_known CHECK ((kind = ANY (ARRAY['nav'::text, 'float'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.nav_link_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.nav_link_id_seq OWNED BY public.nav_link.id;
--> statement-breakpoint
CREATE TABLE public.onboarding_page (
    paper_id integer NOT NULL,
    "position" smallint NOT NULL,
    file_id integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.onboarding_paper (
    id integer NOT NULL,
    merchant_id integer NOT NULL,
    goods_id integer,
    maker text,
    kind text NOT NULL,
    number text NOT NULL,
    valid_to date,
    uploaded_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ending text,
    ended_by text,
    ended_at timestamp with time zone,
    CONSTRAINT onboarding_paper_ended CHECK ((num_nonnulls(ending, ended_by, ended_at) = ANY (ARRAY[0, 3]))),
    CONSTRAINT onboarding_paper_ending_known CHECK ((ending = ANY (ARRAY['replaced'::text, 'removed'::text]))),
    CONSTRAINT onboarding_paper_kind_known CHECK ((kind = ANY (ARRAY['business_licence'::text, 'drug_licence'::text, 'quality_agreement'::text, 'sales_authorisation'::text, 'seal_specimens'::text, 'note_specimen'::text, 'bank_details'::text, 'annual_report'::text, 'gsp_certificate'::text, 'quality_survey'::text, 'food_licence'::text, 'device_filing'::text, 'maker_business_licence'::text, 'maker_licence'::text, 'approval'::text, 'quality_standard'::text, 'package_specimen'::text, 'inspection_report'::text, 'price_filing'::text]))),
    CONSTRAINT onboarding_paper_of_one CHECK ((num_nonnulls(goods_id, maker) <= 1))
);
--> statement-breakpoint
CREATE SEQUENCE public.onboarding_paper_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.onboarding_paper_id_seq OWNED BY public.onboarding_paper.id;
--> statement-breakpoint
CREATE TABLE public.onboarding_wish (
    id integer NOT NULL,
    merchant_id integer NOT NULL,
    goods_id integer,
    maker text,
    kind text NOT NULL,
    company_id integer NOT NULL,
    order_no text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT onboarding_wish_kind_known CHECK ((kind = ANY (ARRAY['business_licence'::text, 'drug_licence'::text, 'quality_agreement'::text, 'sales_authorisation'::text, 'seal_specimens'::text, 'note_specimen'::text, 'bank_details'::text, 'annual_report'::text, 'gsp_certificate'::text, 'quality_survey'::text, 'food_licence'::text, 'device_filing'::text, 'maker_business_licence'::text, 'maker_licence'::text, 'approval'::text, 'quality_standard'::text, 'package_specimen'::text, 'inspection_report'::text, 'price_filing'::text]))),
    CONSTRAINT onboarding_wish_of_one CHECK ((num_nonnulls(goods_id, maker) <= 1))
);
--> statement-breakpoint
CREATE SEQUENCE public.onboarding_wish_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.onboarding_wish_id_seq OWNED BY public.onboarding_wish.id;
--> statement-breakpoint
CREATE TABLE public."order" (
    no text NOT NULL,
    trade_no text NOT NULL,
    company_id integer NOT NULL,
    merchant_id integer NOT NULL,
    warehouse_id smallint NOT NULL,
    is_cold_chain boolean DEFAULT false NOT NULL,
    status text NOT NULL,
    goods_amount bigint NOT NULL,
    discount_amount bigint NOT NULL,
    shipping_amount bigint NOT NULL,
    pay_amount bigint NOT NULL,
    refunded_amount bigint DEFAULT 0 NOT NULL,
    cashback_amount bigint DEFAULT 0 NOT NULL,
    rebate_amount bigint DEFAULT 0 NOT NULL,
    remark text DEFAULT ''::text NOT NULL,
    reservations jsonb NOT NULL,
    cancel_reason text,
    deadline_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    shipped_at timestamp with time zone,
    receive_by timestamp with time zone,
    is_extended boolean DEFAULT false NOT NULL,
    completed_at timestamp with time zone,
    credited_at timestamp with time zone,
    cancelled_at timestamp with time zone,
    hidden_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    hurried_at timestamp with time zone,
    CONSTRAINT order_adds_up CHECK ((pay_amount = ((goods_amount - discount_amount) + shipping_amount))),
    CONSTRAINT order_not_negative CHECK (((goods_amount >= 0) AND (discount_amount >= 0) AND (shipping_amount >= 0) AND (pay_amount >= 0) AND (refunded_amount >= 0) AND (cashback_amount >= 0) AND (rebate_amount >= 0))),
    CONSTRAINT order_refund_bounded CHECK ((refunded_amount <= pay_amount)),
    CONSTRAINT order_status_known CHECK ((status = ANY (ARRAY['to_pay'::text, 'to_verify'::text, 'to_approve'::text, 'to_ship'::text, 'part_shipped'::text, 'to_receive'::text, 'refusing'::text, 'completed'::text, 'cancelled'::text, 'closed'::text])))
);
--> statement-breakpoint
CREATE TABLE public.order_event (
    id integer NOT NULL,
    order_no text NOT NULL,
    from_status text,
    to_status text NOT NULL,
    actor text NOT NULL,
    actor_id text NOT NULL,
    request_id text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT order_event_actor_known CHECK ((actor = ANY (ARRAY['buyer'::text, 'merchant'::text, 'platform'::text, 'provider'::text, 'system'::text]))),
    CONSTRAINT order_event_actor_named CHECK ((actor_id <> ''::text)),
    CONSTRAINT order_event_from_status_known CHECK ((from_status = ANY (ARRAY['to_pay'::text, 'to_verify'::text, 'to_approve'::text, 'to_ship'::text, 'part_shipped'::text, 'to_receive'::text, 'refusing'::text, 'completed'::text, 'cancelled'::text, 'closed'::text]))),
    CONSTRAINT order_event_to_status_known CHECK ((to_status = ANY (ARRAY['to_pay'::text, 'to_verify'::text, 'to_approve'::text, 'to_ship'::text, 'part_shipped'::text, 'to_receive'::text, 'refusing'::text, 'completed'::text, 'cancelled'::text, 'closed'::text])))
);
--> statement-breakpoint
CREATE TABLE public.order_event_file (
    order_no text NOT NULL,
    event_id integer NOT NULL,
    "position" smallint NOT NULL,
    file_id integer NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.order_event_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.order_event_id_seq OWNED BY public.order_event.id;
--> statement-breakpoint
CREATE TABLE public.order_line (
    id integer NOT NULL,
    order_no text NOT NULL,
    goods_id integer NOT NULL,
    kind text DEFAULT 'normal'::text NOT NULL,
    activity_id integer,
    snapshot jsonb NOT NULL,
    quantity integer NOT NULL,
    promo_quantity integer DEFAULT 0 NOT NULL,
    set_quantity integer,
    unit_price bigint NOT NULL,
    gross bigint NOT NULL,
    discount bigint NOT NULL,
    paid bigint NOT NULL,
    rebate bigint DEFAULT 0 NOT NULL,
    price_trace jsonb DEFAULT '[]'::jsonb NOT NULL,
    shipped_quantity integer DEFAULT 0 NOT NULL,
    refunded_quantity integer DEFAULT 0 NOT NULL,
    refunded_amount bigint DEFAULT 0 NOT NULL,
    earned_by integer[] DEFAULT '{}'::integer[] NOT NULL,
    sent_refunded_quantity integer DEFAULT 0 NOT NULL,
    CONSTRAINT order_line_adds_up CHECK ((paid = (gross - discount))),
    CONSTRAINT order_line_kind_known CHECK ((kind = ANY (ARRAY['normal'::text, 'flash'::text, 'group_buy'::text, 'combination'::text, 'add_on'::text, 'gift'::text]))),
    CONSTRAINT order_line_not_negative CHECK (((promo_quantity >= 0) AND (unit_price >= 0) AND (gross >= 0) AND (discount >= 0) AND (paid >= 0) AND (rebate >= 0) AND (shipped_quantity >= 0) AND (refunded_quantity >= 0) AND (sent_refunded_quantity >= 0) AND (refunded_amount >= 0))),
    CONSTRAINT order_line_pieces CHECK (((quantity > 0) AND (promo_quantity <= quantity) AND (set_quantity > 0))),
    CONSTRAINT order_line_refund_bounded CHECK (((refunded_quantity <= quantity) AND (refunded_amount <= paid))),
    CONSTRAINT order_line_sent_bounded CHECK ((shipped_quantity <= quantity)),
    CONSTRAINT order_line_sent_refund_bounded CHECK (((sent_refunded_quantity <= refunded_quantity) AND (sent_refunded_quantity <= shipped_quantity)))
);
--> statement-breakpoint
CREATE SEQUENCE public.order_line_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.order_line_id_seq OWNED BY public.order_line.id;
--> statement-breakpoint
CREATE TABLE public.owner_change (
    id integer NOT NULL,
    company_id integer NOT NULL,
    user_id text NOT NULL,
    from_phone text NOT NULL,
    to_phone text NOT NULL,
    reason text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    asked_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_by text,
    decided_at timestamp with time zone,
    due_at timestamp with time zone,
    word text DEFAULT ''::text NOT NULL,
    objected_by text,
    ended_at timestamp with time zone,
    CONSTRAINT owner_change_decided CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
    CONSTRAINT owner_change_due_passed CHECK (((state <> 'passed'::text) OR (due_at IS NOT NULL))),
    CONSTRAINT owner_change_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'passed'::text, 'done'::text, 'refused'::text, 'objected'::text, 'void'::text]))),
    CONSTRAINT owner_change_two_people CHECK ((decided_by <> asked_by))
);
--> statement-breakpoint
CREATE TABLE public.owner_change_file (
    change_id integer NOT NULL,
    kind text NOT NULL,
    file_id integer NOT NULL,
    CONSTRAINT owner_change_file_kind_known CHECK ((kind = ANY (ARRAY['licence'::text, 'identity'::text, 'letter'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.owner_change_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.owner_change_id_seq OWNED BY public.owner_change.id;
--> statement-breakpoint
CREATE TABLE public.paper (
    id integer NOT NULL,
    company_id integer NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    valid_from date,
    valid_to date,
    status text DEFAULT 'approved'::text NOT NULL,
    reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    application_id integer,
    lacks_end boolean DEFAULT false NOT NULL,
    CONSTRAINT paper_days_in_order CHECK ((valid_from <= valid_to)),
    CONSTRAINT paper_kind_known CHECK ((kind = ANY (ARRAY['business_licence'::text, 'drug_licence'::text, 'practice_licence'::text, 'legal_person_id'::text, 'purchase_authorisation'::text, 'food_licence'::text, 'device_filing'::text, 'invoice_details'::text, 'quality_survey'::text]))),
    CONSTRAINT paper_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'reviewing'::text, 'approved'::text, 'rejected'::text, 'replaced'::text]))),
    CONSTRAINT paper_whole CHECK (((status = ANY (ARRAY['draft'::text, 'replaced'::text])) OR ((valid_from IS NOT NULL) AND (NOT lacks_end))))
);
--> statement-breakpoint
CREATE TABLE public.paper_calendar (
    user_id text NOT NULL,
    company_id integer NOT NULL,
    token_hash text,
    version integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.paper_file (
    paper_id integer NOT NULL,
    "position" smallint NOT NULL,
    file_id integer NOT NULL,
    rotation smallint DEFAULT 0 NOT NULL,
    CONSTRAINT paper_file_quarter_turns CHECK ((rotation = ANY (ARRAY[0, 90, 180, 270])))
);
--> statement-breakpoint
CREATE SEQUENCE public.paper_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.paper_id_seq OWNED BY public.paper.id;
--> statement-breakpoint
CREATE TABLE public.passkey (
    id integer NOT NULL,
    user_id text NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT passkey_not_negative CHECK ((counter >= 0))
);
--> statement-breakpoint
ALTER TABLE public.passkey ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.passkey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE public.pay_link (
    id integer NOT NULL,
    trade_no text NOT NULL,
    company_id integer NOT NULL,
    user_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE public.pay_link ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pay_link_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE public.pay_password (
    user_id text NOT NULL,
    hash text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    set_at timestamp with time zone NOT NULL,
    CONSTRAINT pay_password_not_negative CHECK ((tries >= 0))
);
--> statement-breakpoint
CREATE TABLE public.payment (
    no text NOT NULL,
    company_id integer NOT NULL,
    user_id text NOT NULL,
    provider text NOT NULL,
    amount bigint NOT NULL,
    status text NOT NULL,
    provider_no text,
    part_of text,
    remote_state text,
    ask_at timestamp with time zone,
    fail_reason text,
    voucher_url text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    paid_at timestamp with time zone,
    closed_at timestamp with time zone,
    purpose text DEFAULT 'order'::text NOT NULL,
    qr text,
    qr_until timestamp with time zone,
    link_id integer,
    CONSTRAINT payment_not_negative CHECK ((amount >= 0)),
    CONSTRAINT payment_purpose_known CHECK ((purpose = ANY (ARRAY['order'::text, 'top_up'::text]))),
    CONSTRAINT payment_remote_state_known CHECK ((remote_state = ANY (ARRAY['requested'::text, 'sent'::text, 'unknown'::text, 'done'::text, 'failed'::text]))),
    CONSTRAINT payment_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text, 'closed'::text, 'refunded'::text])))
);
--> statement-breakpoint
CREATE TABLE public.payment_trade (
    pay_no text NOT NULL,
    trade_no text NOT NULL,
    amount bigint NOT NULL,
    is_given_back boolean DEFAULT false NOT NULL,
    CONSTRAINT payment_trade_not_negative CHECK ((amount >= 0))
);
--> statement-breakpoint
CREATE TABLE public.person_seen (
    user_id text NOT NULL,
    seen_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.phone_code (
    purpose text NOT NULL,
    phone text NOT NULL,
    code_hash text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.points_ledger (
    id integer NOT NULL,
    company_id integer NOT NULL,
    use_type text NOT NULL,
    amount integer NOT NULL,
    balance_after integer NOT NULL,
    ref text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT points_ledger_not_negative CHECK ((balance_after >= 0)),
    CONSTRAINT points_ledger_use_type_known CHECK ((use_type = ANY (ARRAY['order'::text, 'refund'::text, 'adjust'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.points_ledger_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.points_ledger_id_seq OWNED BY public.points_ledger.id;
--> statement-breakpoint
CREATE TABLE public.price_proposal (
    id integer NOT NULL,
    company_id integer NOT NULL,
    goods_id integer NOT NULL,
    merchant_id integer NOT NULL,
    price bigint NOT NULL,
    was bigint,
    state text DEFAULT 'waiting'::text NOT NULL,
    proposed_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_by text,
    decided_at timestamp with time zone,
    word text DEFAULT ''::text NOT NULL,
    CONSTRAINT price_proposal_decided CHECK (((decided_by IS NULL) = (state = 'waiting'::text))),
    CONSTRAINT price_proposal_price_positive CHECK ((price > 0)),
    CONSTRAINT price_proposal_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text, 'replaced'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.price_proposal_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.price_proposal_id_seq OWNED BY public.price_proposal.id;
--> statement-breakpoint
CREATE TABLE public.product (
    id integer NOT NULL,
    sku text NOT NULL,
    kind text NOT NULL,
    category_id integer NOT NULL,
    name text NOT NULL,
    brand text DEFAULT ''::text NOT NULL,
    maker text NOT NULL,
    spec text NOT NULL,
    form text NOT NULL,
    origin text DEFAULT ''::text NOT NULL,
    size text DEFAULT ''::text NOT NULL,
    approval_no text DEFAULT ''::text NOT NULL,
    national_code text DEFAULT ''::text NOT NULL,
    barcode text DEFAULT ''::text NOT NULL,
    video text DEFAULT ''::text NOT NULL,
    unit text NOT NULL,
    mid_pack integer NOT NULL,
    case_pack integer NOT NULL,
    otc text NOT NULL,
    scope text NOT NULL,
    storage text NOT NULL,
    shelf_life_months integer NOT NULL,
    indications text DEFAULT ''::text NOT NULL,
    base_price bigint NOT NULL,
    market_price bigint NOT NULL,
    pinyin text DEFAULT ''::text NOT NULL,
    initials text DEFAULT ''::text NOT NULL,
    maker_pinyin text DEFAULT ''::text NOT NULL,
    maker_initials text DEFAULT ''::text NOT NULL,
    row_hash text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    leaflet jsonb,
    pictures text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT product_not_negative CHECK (((base_price >= 0) AND (market_price >= 0))),
    CONSTRAINT product_packs_positive CHECK (((mid_pack > 0) AND (case_pack > 0) AND (shelf_life_months > 0)))
);
--> statement-breakpoint
CREATE SEQUENCE public.product_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.product_id_seq OWNED BY public.product.id;
--> statement-breakpoint
CREATE TABLE public.provider_bill (
    house text NOT NULL,
    day date NOT NULL,
    lines integer NOT NULL,
    read_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT provider_bill_not_negative CHECK ((lines >= 0))
);
--> statement-breakpoint
CREATE TABLE public.purchase_draft (
    user_id text NOT NULL,
    company_id integer NOT NULL,
    version integer NOT NULL,
    content jsonb NOT NULL,
    last jsonb,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.purchase_memory (
    company_id integer NOT NULL,
    line text NOT NULL,
    product_id integer NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.purchase_template (
    id integer NOT NULL,
    company_id integer NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    weekday smallint,
    month_day smallint,
    used_on date,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT purchase_template_day CHECK (((((weekday >= 1) AND (weekday <= 7)) AND (month_day IS NULL)) OR (((month_day >= 1) AND (month_day <= 31)) AND (weekday IS NULL)) OR ((weekday IS NULL) AND (month_day IS NULL))))
);
--> statement-breakpoint
CREATE SEQUENCE public.purchase_template_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.purchase_template_id_seq OWNED BY public.purchase_template.id;
--> statement-breakpoint
CREATE TABLE public.purchase_template_line (
    template_id integer NOT NULL,
    goods_id integer NOT NULL,
    number integer NOT NULL,
    price bigint,
    expires_on date,
    sort integer NOT NULL,
    CONSTRAINT purchase_template_line_not_negative CHECK ((price >= 0)),
    CONSTRAINT purchase_template_line_positive CHECK ((number > 0))
);
--> statement-breakpoint
CREATE TABLE public.quality_stop (
    id integer NOT NULL,
    goods_id integer,
    approval_no text,
    reason text NOT NULL,
    stopped_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    lifted_at timestamp with time zone,
    lifted_by text,
    lift_reason text,
    CONSTRAINT quality_stop_lifted CHECK ((num_nonnulls(lifted_at, lifted_by, lift_reason) = ANY (ARRAY[0, 3]))),
    CONSTRAINT quality_stop_of_one CHECK (((num_nonnulls(goods_id, approval_no) = 1) AND (approval_no <> ''::text)))
);
--> statement-breakpoint
CREATE SEQUENCE public.quality_stop_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.quality_stop_id_seq OWNED BY public.quality_stop.id;
--> statement-breakpoint
CREATE TABLE public.quota_use (
    company_id integer NOT NULL,
    scope text NOT NULL,
    used integer NOT NULL,
    CONSTRAINT quota_not_negative CHECK ((used >= 0))
);
--> statement-breakpoint
CREATE TABLE public.rate_limit (
    key text NOT NULL,
    count integer NOT NULL,
    resets_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.refund (
    no text NOT NULL,
    pay_no text NOT NULL,
    order_no text,
    company_id integer NOT NULL,
    provider text NOT NULL,
    provider_no text NOT NULL,
    amount bigint NOT NULL,
    status text NOT NULL,
    ask_at timestamp with time zone,
    reason text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT refund_amount_positive CHECK ((amount > 0)),
    CONSTRAINT refund_status_known CHECK ((status = ANY (ARRAY['requested'::text, 'sent'::text, 'unknown'::text, 'failed'::text, 'held'::text, 'diverted'::text, 'done'::text])))
);
--> statement-breakpoint
CREATE TABLE public.refund_diversion (
    id integer NOT NULL,
    refund_no text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    way text NOT NULL,
    reason text NOT NULL,
    last_answer text DEFAULT ''::text NOT NULL,
    asked_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_by text,
    decided_at timestamp with time zone,
    word text DEFAULT ''::text NOT NULL,
    house_paid_at timestamp with time zone,
    settled_by text,
    settled_at timestamp with time zone,
    settled_word text DEFAULT ''::text NOT NULL,
    CONSTRAINT refund_diversion_decided CHECK (((decided_by IS NOT NULL) = (state = ANY (ARRAY['passed'::text, 'refused'::text])))),
    CONSTRAINT refund_diversion_settled CHECK (((settled_at IS NULL) OR (house_paid_at IS NOT NULL))),
    CONSTRAINT refund_diversion_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'passed'::text, 'refused'::text, 'void'::text]))),
    CONSTRAINT refund_diversion_twice_paid CHECK (((house_paid_at IS NULL) OR (state = 'passed'::text))),
    CONSTRAINT refund_diversion_two_people CHECK ((decided_by <> asked_by)),
    CONSTRAINT refund_diversion_way_known CHECK ((way = ANY (ARRAY['balance'::text, 'bank'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.refund_diversion_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.refund_diversion_id_seq OWNED BY public.refund_diversion.id;
--> statement-breakpoint
CREATE TABLE public.registration (
    company_id integer NOT NULL,
    form text NOT NULL,
    stores jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT registration_form_known CHECK ((form = ANY (ARRAY['single'::text, 'head'::text])))
);
--> statement-breakpoint
CREATE TABLE public.report_wish (
    goods_id integer NOT NULL,
    lot_no text NOT NULL,
    company_id integer NOT NULL,
    order_no text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sandbox_charge (
    no text NOT NULL,
    pay_no text NOT NULL,
    merchant text NOT NULL,
    amount bigint NOT NULL,
    is_paid boolean NOT NULL,
    notify_url text NOT NULL,
    notify_at timestamp with time zone,
    notifies_left integer NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sandbox_charge_not_negative CHECK (((amount >= 0) AND (notifies_left >= 0) AND (tries >= 0)))
);
--> statement-breakpoint
CREATE TABLE public.sandbox_order (
    pay_no text NOT NULL,
    closed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sandbox_refund (
    no text NOT NULL,
    charge_no text NOT NULL,
    amount bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sandbox_refund_amount_positive CHECK ((amount > 0))
);
--> statement-breakpoint
CREATE TABLE public.search_history (
    user_id text NOT NULL,
    keywords text NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.session (
    id text NOT NULL,
    token text NOT NULL,
    user_id text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer
);
--> statement-breakpoint
CREATE TABLE public.session_end (
    token_hash text NOT NULL,
    reason text NOT NULL,
    ended_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.shipment (
    id integer NOT NULL,
    order_no text NOT NULL,
    carrier text NOT NULL,
    tracking_no text NOT NULL,
    shipped_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.shipment_event (
    id integer NOT NULL,
    shipment_id integer NOT NULL,
    text text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    state text,
    CONSTRAINT shipment_event_state_known CHECK ((state = ANY (ARRAY['sent'::text, 'taken'::text, 'moving'::text, 'delivering'::text, 'signed'::text, 'returned'::text, 'trouble'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.shipment_event_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.shipment_event_id_seq OWNED BY public.shipment_event.id;
--> statement-breakpoint
CREATE SEQUENCE public.shipment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.shipment_id_seq OWNED BY public.shipment.id;
--> statement-breakpoint
CREATE TABLE public.shipment_lot (
    id integer NOT NULL,
    shipment_id integer NOT NULL,
    order_line_id integer NOT NULL,
    lot_no text NOT NULL,
    produced_on date NOT NULL,
    expires_on date NOT NULL,
    quantity integer NOT NULL,
    test_report text DEFAULT ''::text NOT NULL,
    trace_codes text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT shipment_lot_days_in_order CHECK ((produced_on <= expires_on)),
    CONSTRAINT shipment_lot_quantity_positive CHECK ((quantity > 0))
);
--> statement-breakpoint
CREATE SEQUENCE public.shipment_lot_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.shipment_lot_id_seq OWNED BY public.shipment_lot.id;
--> statement-breakpoint
CREATE TABLE public.site_setting (
    key text NOT NULL,
    value jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.staff (
    id integer NOT NULL,
    username text NOT NULL,
    merchant_id integer,
    role text NOT NULL,
    password_hash text NOT NULL,
    is_password_initial boolean DEFAULT true NOT NULL,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    totp_secret text,
    totp_pending text,
    totp_step bigint,
    recovery_codes text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT staff_role_known CHECK ((role = ANY (ARRAY['admin'::text, 'review'::text, 'goods'::text, 'marketing'::text, 'finance'::text, 'service'::text, 'orders'::text]))),
    CONSTRAINT staff_role_of_side CHECK (
CASE
    WHEN (merchant_id IS NULL) THEN (role = ANY (ARRAY['admin'::text, 'review'::text, 'goods'::text, 'marketing'::text, 'finance'::text, 'service'::text]))
    ELSE (role = ANY (ARRAY['admin'::text, 'goods'::text, 'orders'::text, 'finance'::text, 'service'::text]))
END),
    CONSTRAINT staff_totp_whole CHECK ((((totp_secret IS NULL) = (totp_step IS NULL)) AND ((totp_secret IS NOT NULL) OR (recovery_codes = '{}'::text[])))),
    CONSTRAINT staff_username_small CHECK (((username <> ''::text) AND (username = lower(username))))
);
--> statement-breakpoint
CREATE SEQUENCE public.staff_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.staff_id_seq OWNED BY public.staff.id;
--> statement-breakpoint
CREATE TABLE public.staff_session (
    token_hash text NOT NULL,
    staff_id integer NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone,
    proved_at timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE public.store_cart_line (
)
INHERITS (public.cart_line);
--> statement-breakpoint
CREATE TABLE public.stored_file (
    id integer NOT NULL,
    company_id integer NOT NULL,
    digest text NOT NULL,
    kind text NOT NULL,
    content_type text NOT NULL,
    bytes integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    pages integer DEFAULT 1 NOT NULL,
    name text NOT NULL,
    uploaded_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    for_case integer,
    is_for_desk boolean DEFAULT false NOT NULL,
    for_order text,
    CONSTRAINT stored_file_kind_known CHECK ((kind = ANY (ARRAY['image'::text, 'pdf'::text]))),
    CONSTRAINT stored_file_positive CHECK (((bytes > 0) AND (width > 0) AND (height > 0) AND (pages > 0)))
);
--> statement-breakpoint
CREATE SEQUENCE public.stored_file_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.stored_file_id_seq OWNED BY public.stored_file.id;
--> statement-breakpoint
CREATE TABLE public.table_mapping (
    id integer NOT NULL,
    company_id integer,
    merchant_id integer,
    kind text NOT NULL,
    heads text NOT NULL,
    keys text[] NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT table_mapping_owner CHECK ((num_nonnulls(company_id, merchant_id) <= 1))
);
--> statement-breakpoint
CREATE SEQUENCE public.table_mapping_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.table_mapping_id_seq OWNED BY public.table_mapping.id;
--> statement-breakpoint
CREATE TABLE public.text_choice (
    user_id text NOT NULL,
    kind text NOT NULL,
    is_on boolean NOT NULL,
    CONSTRAINT text_choice_kind_known CHECK ((kind = ANY (ARRAY['shipment'::text, 'refund'::text, 'paper'::text, 'company'::text, 'approval'::text])))
);
--> statement-breakpoint
CREATE TABLE public.text_message (
    message_id integer NOT NULL,
    user_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.trace_code (
    code text NOT NULL,
    shipment_id integer NOT NULL,
    order_line_id integer NOT NULL,
    lot_no text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.tracking (
    shipment_id integer NOT NULL,
    state text DEFAULT 'sent'::text NOT NULL,
    moved_at timestamp with time zone NOT NULL,
    provider text,
    code text,
    ask_at timestamp with time zone,
    CONSTRAINT tracking_state_known CHECK ((state = ANY (ARRAY['sent'::text, 'taken'::text, 'moving'::text, 'delivering'::text, 'signed'::text, 'returned'::text, 'trouble'::text])))
);
--> statement-breakpoint
CREATE TABLE public.trade (
    no text NOT NULL,
    company_id integer NOT NULL,
    user_id text NOT NULL,
    kind text DEFAULT 'normal'::text NOT NULL,
    pay_amount bigint NOT NULL,
    paid_at timestamp with time zone,
    deadline_at timestamp with time zone NOT NULL,
    address jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT trade_kind_known CHECK ((kind = ANY (ARRAY['normal'::text, 'flash'::text, 'group_buy'::text]))),
    CONSTRAINT trade_not_negative CHECK ((pay_amount >= 0))
);
--> statement-breakpoint
CREATE TABLE public.unused_picture (
    name text NOT NULL,
    since timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public."user" (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    username text,
    display_username text,
    phone_number text,
    phone_number_verified boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    wechat text
);
--> statement-breakpoint
CREATE TABLE public.user_totp (
    user_id text NOT NULL,
    secret text,
    pending text,
    step bigint,
    recovery_codes text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT user_totp_whole CHECK ((((secret IS NULL) = (step IS NULL)) AND ((secret IS NOT NULL) OR (recovery_codes = '{}'::text[]))))
);
--> statement-breakpoint
CREATE TABLE public.verification (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.voucher_ledger (
    id integer NOT NULL,
    company_coupon_id integer NOT NULL,
    use_type text NOT NULL,
    amount bigint NOT NULL,
    balance_after bigint NOT NULL,
    ref text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT voucher_ledger_not_negative CHECK ((balance_after >= 0)),
    CONSTRAINT voucher_ledger_use_type_known CHECK ((use_type = ANY (ARRAY['issue'::text, 'pay'::text, 'give_back'::text, 'refund'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.voucher_ledger_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.voucher_ledger_id_seq OWNED BY public.voucher_ledger.id;
--> statement-breakpoint
CREATE TABLE public.wallet (
    company_id integer NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    CONSTRAINT wallet_not_negative CHECK (((balance >= 0) AND (points >= 0)))
);
--> statement-breakpoint
CREATE TABLE public.wallet_ledger (
    id integer NOT NULL,
    company_id integer NOT NULL,
    use_type text NOT NULL,
    amount bigint NOT NULL,
    balance_after bigint NOT NULL,
    ref text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT wallet_ledger_not_negative CHECK ((balance_after >= 0)),
    CONSTRAINT wallet_ledger_use_type_known CHECK ((use_type = ANY (ARRAY['top_up'::text, 'pay'::text, 'refund'::text, 'rebate'::text, 'cashback'::text, 'adjust'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.wallet_ledger_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.wallet_ledger_id_seq OWNED BY public.wallet_ledger.id;
--> statement-breakpoint
CREATE TABLE public.wanted (
    id integer NOT NULL,
    company_id integer NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    spec text DEFAULT ''::text NOT NULL,
    maker text DEFAULT ''::text NOT NULL,
    quantity integer NOT NULL,
    unit text DEFAULT ''::text NOT NULL,
    price bigint,
    phone text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    status text NOT NULL,
    reply text DEFAULT ''::text NOT NULL,
    goods_id integer,
    token text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT wanted_not_negative CHECK ((price >= 0)),
    CONSTRAINT wanted_quantity_positive CHECK ((quantity > 0)),
    CONSTRAINT wanted_status_known CHECK ((status = ANY (ARRAY['open'::text, 'found'::text, 'missing'::text, 'withdrawn'::text])))
);
--> statement-breakpoint
CREATE SEQUENCE public.wanted_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.wanted_id_seq OWNED BY public.wanted.id;
--> statement-breakpoint
ALTER TABLE ONLY public.account_manager ALTER COLUMN id SET DEFAULT nextval('public.account_manager_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.activity ALTER COLUMN id SET DEFAULT nextval('public.activity_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.activity_goods ALTER COLUMN id SET DEFAULT nextval('public.activity_goods_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.ad ALTER COLUMN id SET DEFAULT nextval('public.ad_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.address ALTER COLUMN id SET DEFAULT nextval('public.address_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale ALTER COLUMN id SET DEFAULT nextval('public.after_sale_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_note ALTER COLUMN id SET DEFAULT nextval('public.after_sale_note_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.audit_log ALTER COLUMN id SET DEFAULT nextval('public.audit_log_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.balance_correction ALTER COLUMN id SET DEFAULT nextval('public.balance_correction_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_receipt_undone ALTER COLUMN id SET DEFAULT nextval('public.bank_receipt_undone_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_statement_row ALTER COLUMN id SET DEFAULT nextval('public.bank_statement_row_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.booking ALTER COLUMN id SET DEFAULT nextval('public.booking_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.brand ALTER COLUMN id SET DEFAULT nextval('public.brand_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.cart_line ALTER COLUMN id SET DEFAULT nextval('public.cart_line_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.category ALTER COLUMN id SET DEFAULT nextval('public.category_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.company ALTER COLUMN id SET DEFAULT nextval('public.company_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.company_application ALTER COLUMN id SET DEFAULT nextval('public.company_application_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.company_closing ALTER COLUMN id SET DEFAULT nextval('public.company_closing_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.company_coupon ALTER COLUMN id SET DEFAULT nextval('public.company_coupon_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.controlled_grant ALTER COLUMN id SET DEFAULT nextval('public.controlled_grant_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.coupon ALTER COLUMN id SET DEFAULT nextval('public.coupon_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.data_export ALTER COLUMN id SET DEFAULT nextval('public.data_export_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.demo_sms ALTER COLUMN id SET DEFAULT nextval('public.demo_sms_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.feedback ALTER COLUMN id SET DEFAULT nextval('public.feedback_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.goods ALTER COLUMN id SET DEFAULT nextval('public.goods_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.goods_alert ALTER COLUMN id SET DEFAULT nextval('public.goods_alert_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.licence_renewal ALTER COLUMN id SET DEFAULT nextval('public.licence_renewal_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.lot ALTER COLUMN id SET DEFAULT nextval('public.lot_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.lot_movement ALTER COLUMN id SET DEFAULT nextval('public.lot_movement_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.member_invite ALTER COLUMN id SET DEFAULT nextval('public.member_invite_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant ALTER COLUMN id SET DEFAULT nextval('public.merchant_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_file ALTER COLUMN id SET DEFAULT nextval('public.merchant_file_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_notice ALTER COLUMN id SET DEFAULT nextval('public.merchant_notice_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.message ALTER COLUMN id SET DEFAULT nextval('public.message_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.nav_link ALTER COLUMN id SET DEFAULT nextval('public.nav_link_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_paper ALTER COLUMN id SET DEFAULT nextval('public.onboarding_paper_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_wish ALTER COLUMN id SET DEFAULT nextval('public.onboarding_wish_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.order_event ALTER COLUMN id SET DEFAULT nextval('public.order_event_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.order_line ALTER COLUMN id SET DEFAULT nextval('public.order_line_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.owner_change ALTER COLUMN id SET DEFAULT nextval('public.owner_change_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.paper ALTER COLUMN id SET DEFAULT nextval('public.paper_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.points_ledger ALTER COLUMN id SET DEFAULT nextval('public.points_ledger_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.price_proposal ALTER COLUMN id SET DEFAULT nextval('public.price_proposal_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.product ALTER COLUMN id SET DEFAULT nextval('public.product_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_template ALTER COLUMN id SET DEFAULT nextval('public.purchase_template_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.quality_stop ALTER COLUMN id SET DEFAULT nextval('public.quality_stop_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.refund_diversion ALTER COLUMN id SET DEFAULT nextval('public.refund_diversion_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment ALTER COLUMN id SET DEFAULT nextval('public.shipment_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment_event ALTER COLUMN id SET DEFAULT nextval('public.shipment_event_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment_lot ALTER COLUMN id SET DEFAULT nextval('public.shipment_lot_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.staff ALTER COLUMN id SET DEFAULT nextval('public.staff_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line ALTER COLUMN id SET DEFAULT nextval('public.cart_line_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line ALTER COLUMN kind SET DEFAULT 'normal'::text;
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line ALTER COLUMN is_selected SET DEFAULT true;
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line ALTER COLUMN is_saved_for_later SET DEFAULT false;
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line ALTER COLUMN created_at SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line ALTER COLUMN updated_at SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE ONLY public.stored_file ALTER COLUMN id SET DEFAULT nextval('public.stored_file_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.table_mapping ALTER COLUMN id SET DEFAULT nextval('public.table_mapping_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.voucher_ledger ALTER COLUMN id SET DEFAULT nextval('public.voucher_ledger_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet_ledger ALTER COLUMN id SET DEFAULT nextval('public.wallet_ledger_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.wanted ALTER COLUMN id SET DEFAULT nextval('public.wanted_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.account_manager
    ADD CONSTRAINT account_manager_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.activity_goods
    ADD CONSTRAINT activity_goods_once UNIQUE (activity_id, goods_id, role);
--> statement-breakpoint
ALTER TABLE ONLY public.activity_goods
    ADD CONSTRAINT activity_goods_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.ad
    ADD CONSTRAINT ad_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.address
    ADD CONSTRAINT address_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_file
    ADD CONSTRAINT after_sale_file_note_id_position_pk PRIMARY KEY (note_id, "position");
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_line
    ADD CONSTRAINT after_sale_line_after_sale_id_order_line_id_lot_no_pk PRIMARY KEY (after_sale_id, order_line_id, lot_no);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_note
    ADD CONSTRAINT after_sale_note_once UNIQUE (after_sale_id, token);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_note
    ADD CONSTRAINT after_sale_note_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale
    ADD CONSTRAINT after_sale_once UNIQUE (company_id, token);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale
    ADD CONSTRAINT after_sale_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.agreement_acceptance
    ADD CONSTRAINT agreement_acceptance_user_id_version_pk PRIMARY KEY (user_id, version);
--> statement-breakpoint
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.balance_correction
    ADD CONSTRAINT balance_correction_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_payout
    ADD CONSTRAINT bank_payout_pkey PRIMARY KEY (refund_no);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_payout
    ADD CONSTRAINT bank_payout_serial_unique UNIQUE (serial);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_receipt
    ADD CONSTRAINT bank_receipt_pkey PRIMARY KEY (serial);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_receipt_undone
    ADD CONSTRAINT bank_receipt_undone_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_statement_row
    ADD CONSTRAINT bank_statement_row_once UNIQUE (bank, serial);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_statement_row
    ADD CONSTRAINT bank_statement_row_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_transfer
    ADD CONSTRAINT bank_transfer_pkey PRIMARY KEY (pay_no);
--> statement-breakpoint
ALTER TABLE ONLY public.bill_difference
    ADD CONSTRAINT bill_difference_once UNIQUE (house, kind, problem, no, provider_no);
--> statement-breakpoint
ALTER TABLE ONLY public.bill_difference
    ADD CONSTRAINT bill_difference_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.bill_line
    ADD CONSTRAINT bill_line_house_kind_no_provider_no_pk PRIMARY KEY (house, kind, no, provider_no);
--> statement-breakpoint
ALTER TABLE ONLY public.booking
    ADD CONSTRAINT booking_once UNIQUE (cause, ref);
--> statement-breakpoint
ALTER TABLE ONLY public.booking
    ADD CONSTRAINT booking_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.brand
    ADD CONSTRAINT brand_name_unique UNIQUE (name);
--> statement-breakpoint
ALTER TABLE ONLY public.brand
    ADD CONSTRAINT brand_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.cart_line
    ADD CONSTRAINT cart_line_once UNIQUE NULLS NOT DISTINCT (user_id, kind, goods_id, activity_id);
--> statement-breakpoint
ALTER TABLE ONLY public.cart_line
    ADD CONSTRAINT cart_line_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_once UNIQUE NULLS NOT DISTINCT (parent_id, kind, name);
--> statement-breakpoint
ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.code_wish
    ADD CONSTRAINT code_wish_pkey PRIMARY KEY (shipment_lot_id);
--> statement-breakpoint
ALTER TABLE ONLY public.cold_record
    ADD CONSTRAINT cold_record_pkey PRIMARY KEY (shipment_id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_application
    ADD CONSTRAINT company_application_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_closing
    ADD CONSTRAINT company_closing_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_coupon
    ADD CONSTRAINT company_coupon_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.company
    ADD CONSTRAINT "company_creditCode_unique" UNIQUE (credit_code);
--> statement-breakpoint
ALTER TABLE ONLY public.company
    ADD CONSTRAINT company_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_scope
    ADD CONSTRAINT company_scope_company_id_scope_pk PRIMARY KEY (company_id, scope);
--> statement-breakpoint
ALTER TABLE ONLY public.controlled_grant
    ADD CONSTRAINT controlled_grant_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.controlled_grant
    ADD CONSTRAINT controlled_once UNIQUE (company_id, goods_id);
--> statement-breakpoint
ALTER TABLE ONLY public.coupon
    ADD CONSTRAINT coupon_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.customer_price
    ADD CONSTRAINT customer_price_company_id_goods_id_pk PRIMARY KEY (company_id, goods_id);
--> statement-breakpoint
ALTER TABLE ONLY public.data_export
    ADD CONSTRAINT data_export_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.data_export
    ADD CONSTRAINT data_export_token_unique UNIQUE (token);
--> statement-breakpoint
ALTER TABLE ONLY public.demo_goods
    ADD CONSTRAINT demo_goods_pkey PRIMARY KEY (first_id);
--> statement-breakpoint
ALTER TABLE ONLY public.demo
    ADD CONSTRAINT demo_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.demo_sms
    ADD CONSTRAINT demo_sms_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.duty_phone
    ADD CONSTRAINT duty_phone_pkey PRIMARY KEY (merchant_id);
--> statement-breakpoint
ALTER TABLE ONLY public.favorite
    ADD CONSTRAINT favorite_user_id_goods_id_pk PRIMARY KEY (user_id, goods_id);
--> statement-breakpoint
ALTER TABLE ONLY public.feedback_file
    ADD CONSTRAINT feedback_file_feedback_id_position_pk PRIMARY KEY (feedback_id, "position");
--> statement-breakpoint
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_once UNIQUE (company_id, token);
--> statement-breakpoint
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.goods_alert
    ADD CONSTRAINT goods_alert_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.goods
    ADD CONSTRAINT goods_once UNIQUE (product_id, merchant_id, warehouse_id);
--> statement-breakpoint
ALTER TABLE ONLY public.goods
    ADD CONSTRAINT goods_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.heartbeat
    ADD CONSTRAINT heartbeat_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_company_id_key_pk PRIMARY KEY (company_id, key);
--> statement-breakpoint
ALTER TABLE ONLY public.job_failure
    ADD CONSTRAINT job_failure_job_row_key_pk PRIMARY KEY (job, row_key);
--> statement-breakpoint
ALTER TABLE ONLY public.job_lease
    ADD CONSTRAINT job_lease_pkey PRIMARY KEY (job);
--> statement-breakpoint
ALTER TABLE ONLY public.last_bought
    ADD CONSTRAINT last_bought_company_id_goods_id_pk PRIMARY KEY (company_id, goods_id);
--> statement-breakpoint
ALTER TABLE ONLY public.licence_renewal
    ADD CONSTRAINT licence_renewal_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.line_lot
    ADD CONSTRAINT line_lot_order_line_id_lot_id_pk PRIMARY KEY (order_line_id, lot_id);
--> statement-breakpoint
ALTER TABLE ONLY public.lot_movement
    ADD CONSTRAINT lot_movement_once UNIQUE (lot_id, kind, ref);
--> statement-breakpoint
ALTER TABLE ONLY public.lot_movement
    ADD CONSTRAINT lot_movement_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_once UNIQUE (goods_id, lot_no);
--> statement-breakpoint
ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.lot_report
    ADD CONSTRAINT lot_report_goods_id_lot_no_pk PRIMARY KEY (goods_id, lot_no);
--> statement-breakpoint
ALTER TABLE ONLY public.member_invite
    ADD CONSTRAINT member_invite_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.member_invite
    ADD CONSTRAINT "member_invite_tokenHash_unique" UNIQUE (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.member_store
    ADD CONSTRAINT member_store_user_id_company_id_pk PRIMARY KEY (user_id, company_id);
--> statement-breakpoint
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_user_id_pk PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant
    ADD CONSTRAINT merchant_code_unique UNIQUE (code);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_file
    ADD CONSTRAINT merchant_file_once UNIQUE (merchant_id, kind, digest);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_file
    ADD CONSTRAINT merchant_file_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_notice
    ADD CONSTRAINT merchant_notice_once UNIQUE (merchant_id, ref);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_notice
    ADD CONSTRAINT merchant_notice_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_notice_read
    ADD CONSTRAINT merchant_notice_read_notice_id_staff_id_pk PRIMARY KEY (notice_id, staff_id);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_paper
    ADD CONSTRAINT merchant_paper_merchant_id_kind_pk PRIMARY KEY (merchant_id, kind);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant
    ADD CONSTRAINT merchant_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_once UNIQUE (company_id, ref);
--> statement-breakpoint
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.nav_link
    ADD CONSTRAINT nav_link_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_page
    ADD CONSTRAINT onboarding_page_once UNIQUE (paper_id, file_id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_page
    ADD CONSTRAINT onboarding_page_paper_id_position_pk PRIMARY KEY (paper_id, "position");
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_paper
    ADD CONSTRAINT onboarding_paper_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_wish
    ADD CONSTRAINT onboarding_wish_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.order_event_file
    ADD CONSTRAINT order_event_file_event_id_position_pk PRIMARY KEY (event_id, "position");
--> statement-breakpoint
ALTER TABLE ONLY public.order_event
    ADD CONSTRAINT order_event_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.order_line
    ADD CONSTRAINT order_line_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public."order"
    ADD CONSTRAINT order_pkey PRIMARY KEY (no);
--> statement-breakpoint
ALTER TABLE ONLY public.owner_change_file
    ADD CONSTRAINT owner_change_file_change_id_kind_pk PRIMARY KEY (change_id, kind);
--> statement-breakpoint
ALTER TABLE ONLY public.owner_change
    ADD CONSTRAINT owner_change_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.paper_calendar
    ADD CONSTRAINT "paper_calendar_tokenHash_unique" UNIQUE (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.paper_calendar
    ADD CONSTRAINT paper_calendar_user_id_company_id_pk PRIMARY KEY (user_id, company_id);
--> statement-breakpoint
ALTER TABLE ONLY public.paper_file
    ADD CONSTRAINT paper_file_paper_id_position_pk PRIMARY KEY (paper_id, "position");
--> statement-breakpoint
ALTER TABLE ONLY public.paper
    ADD CONSTRAINT paper_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT "passkey_credentialId_unique" UNIQUE (credential_id);
--> statement-breakpoint
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.pay_link
    ADD CONSTRAINT pay_link_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.pay_password
    ADD CONSTRAINT pay_password_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_part_once UNIQUE (part_of);
--> statement-breakpoint
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_pkey PRIMARY KEY (no);
--> statement-breakpoint
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_provider_once UNIQUE (provider, provider_no);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_trade
    ADD CONSTRAINT payment_trade_pay_no_trade_no_pk PRIMARY KEY (pay_no, trade_no);
--> statement-breakpoint
ALTER TABLE ONLY public.person_seen
    ADD CONSTRAINT person_seen_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.phone_code
    ADD CONSTRAINT phone_code_purpose_phone_pk PRIMARY KEY (purpose, phone);
--> statement-breakpoint
ALTER TABLE ONLY public.points_ledger
    ADD CONSTRAINT points_ledger_once UNIQUE (company_id, use_type, ref);
--> statement-breakpoint
ALTER TABLE ONLY public.points_ledger
    ADD CONSTRAINT points_ledger_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_proposal
    ADD CONSTRAINT price_proposal_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_sku_unique UNIQUE (sku);
--> statement-breakpoint
ALTER TABLE ONLY public.provider_bill
    ADD CONSTRAINT provider_bill_house_day_pk PRIMARY KEY (house, day);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_draft
    ADD CONSTRAINT purchase_draft_user_id_company_id_pk PRIMARY KEY (user_id, company_id);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_memory
    ADD CONSTRAINT purchase_memory_company_id_line_pk PRIMARY KEY (company_id, line);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_template_line
    ADD CONSTRAINT purchase_template_line_template_id_goods_id_pk PRIMARY KEY (template_id, goods_id);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_template
    ADD CONSTRAINT purchase_template_once UNIQUE (company_id, user_id, name);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_template
    ADD CONSTRAINT purchase_template_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.quality_stop
    ADD CONSTRAINT quality_stop_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.quota_use
    ADD CONSTRAINT quota_use_company_id_scope_pk PRIMARY KEY (company_id, scope);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);
--> statement-breakpoint
ALTER TABLE ONLY public.refund_diversion
    ADD CONSTRAINT refund_diversion_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_pkey PRIMARY KEY (no);
--> statement-breakpoint
ALTER TABLE ONLY public.registration
    ADD CONSTRAINT registration_pkey PRIMARY KEY (company_id);
--> statement-breakpoint
ALTER TABLE ONLY public.report_wish
    ADD CONSTRAINT report_wish_goods_id_lot_no_company_id_pk PRIMARY KEY (goods_id, lot_no, company_id);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_charge
    ADD CONSTRAINT sandbox_charge_pkey PRIMARY KEY (no);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_order
    ADD CONSTRAINT sandbox_order_pkey PRIMARY KEY (pay_no);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_refund
    ADD CONSTRAINT sandbox_refund_pkey PRIMARY KEY (no);
--> statement-breakpoint
ALTER TABLE ONLY public.search_history
    ADD CONSTRAINT search_history_user_id_keywords_pk PRIMARY KEY (user_id, keywords);
--> statement-breakpoint
ALTER TABLE ONLY public.session_end
    ADD CONSTRAINT session_end_pkey PRIMARY KEY (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_unique UNIQUE (token);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment_event
    ADD CONSTRAINT shipment_event_once UNIQUE (shipment_id, at, text);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment_event
    ADD CONSTRAINT shipment_event_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment_lot
    ADD CONSTRAINT shipment_lot_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment
    ADD CONSTRAINT shipment_once UNIQUE (order_no, tracking_no);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment
    ADD CONSTRAINT shipment_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.site_setting
    ADD CONSTRAINT site_setting_pkey PRIMARY KEY (key);
--> statement-breakpoint
ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.staff_session
    ADD CONSTRAINT staff_session_pkey PRIMARY KEY (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_username_unique UNIQUE (username);
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line
    ADD CONSTRAINT store_cart_line_once UNIQUE NULLS NOT DISTINCT (user_id, company_id, kind, goods_id, activity_id);
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line
    ADD CONSTRAINT store_cart_line_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.stored_file
    ADD CONSTRAINT stored_file_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.table_mapping
    ADD CONSTRAINT table_mapping_once UNIQUE NULLS NOT DISTINCT (company_id, merchant_id, kind, heads);
--> statement-breakpoint
ALTER TABLE ONLY public.table_mapping
    ADD CONSTRAINT table_mapping_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.text_choice
    ADD CONSTRAINT text_choice_user_id_kind_pk PRIMARY KEY (user_id, kind);
--> statement-breakpoint
ALTER TABLE ONLY public.text_message
    ADD CONSTRAINT text_message_message_id_user_id_pk PRIMARY KEY (message_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.trace_code
    ADD CONSTRAINT trace_code_pkey PRIMARY KEY (code);
--> statement-breakpoint
ALTER TABLE ONLY public.tracking
    ADD CONSTRAINT tracking_pkey PRIMARY KEY (shipment_id);
--> statement-breakpoint
ALTER TABLE ONLY public.trade
    ADD CONSTRAINT trade_pkey PRIMARY KEY (no);
--> statement-breakpoint
ALTER TABLE ONLY public.unused_picture
    ADD CONSTRAINT unused_picture_pkey PRIMARY KEY (name);
--> statement-breakpoint
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_email_unique UNIQUE (email);
--> statement-breakpoint
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT "user_phoneNumber_unique" UNIQUE (phone_number);
--> statement-breakpoint
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.user_totp
    ADD CONSTRAINT user_totp_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_username_unique UNIQUE (username);
--> statement-breakpoint
ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.voucher_ledger
    ADD CONSTRAINT voucher_ledger_once UNIQUE (company_coupon_id, use_type, ref);
--> statement-breakpoint
ALTER TABLE ONLY public.voucher_ledger
    ADD CONSTRAINT voucher_ledger_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet_ledger
    ADD CONSTRAINT wallet_ledger_once UNIQUE (company_id, use_type, ref);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet_ledger
    ADD CONSTRAINT wallet_ledger_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet
    ADD CONSTRAINT wallet_pkey PRIMARY KEY (company_id);
--> statement-breakpoint
ALTER TABLE ONLY public.wanted
    ADD CONSTRAINT wanted_once UNIQUE (company_id, token);
--> statement-breakpoint
ALTER TABLE ONLY public.wanted
    ADD CONSTRAINT wanted_pkey PRIMARY KEY (id);
--> statement-breakpoint
CREATE INDEX account_user ON public.account USING btree (user_id);
--> statement-breakpoint
CREATE UNIQUE INDEX account_wechat_of ON public.account USING btree (user_id) WHERE (provider_id = 'wechat'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX account_wechat_once ON public.account USING btree (account_id) WHERE (provider_id = 'wechat'::text);
--> statement-breakpoint
CREATE INDEX activity_goods_goods ON public.activity_goods USING btree (goods_id);
--> statement-breakpoint
CREATE INDEX activity_kind ON public.activity USING btree (kind, starts_at, ends_at);
--> statement-breakpoint
CREATE INDEX ad_slot ON public.ad USING btree (slot, sort);
--> statement-breakpoint
CREATE INDEX address_company ON public.address USING btree (company_id);
--> statement-breakpoint
CREATE UNIQUE INDEX address_one_default ON public.address USING btree (company_id) WHERE (is_default AND (deleted_at IS NULL));
--> statement-breakpoint
CREATE INDEX after_sale_company ON public.after_sale USING btree (company_id, id);
--> statement-breakpoint
CREATE INDEX after_sale_due ON public.after_sale USING btree (due_at) WHERE (due_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX after_sale_file_file ON public.after_sale_file USING btree (file_id);
--> statement-breakpoint
CREATE INDEX after_sale_line_line ON public.after_sale_line USING btree (order_line_id);
--> statement-breakpoint
CREATE INDEX after_sale_merchant ON public.after_sale USING btree (merchant_id, state);
--> statement-breakpoint
CREATE INDEX after_sale_note_case ON public.after_sale_note USING btree (after_sale_id, id);
--> statement-breakpoint
CREATE INDEX after_sale_order ON public.after_sale USING btree (order_no);
--> statement-breakpoint
CREATE INDEX after_sale_refunding ON public.after_sale USING btree (id) WHERE (state = 'refunding'::text);
--> statement-breakpoint
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, id);
--> statement-breakpoint
CREATE INDEX audit_log_at ON public.audit_log USING btree (at);
--> statement-breakpoint
CREATE INDEX audit_log_merchant ON public.audit_log USING btree (merchant_id, id);
--> statement-breakpoint
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, subject_key, id);
--> statement-breakpoint
CREATE INDEX balance_correction_asked ON public.balance_correction USING btree (asked_by, created_at);
--> statement-breakpoint
CREATE INDEX balance_correction_company ON public.balance_correction USING btree (company_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX balance_correction_one_waits ON public.balance_correction USING btree (kind, subject) WHERE ((state = 'waiting'::text) AND (subject <> ''::text));
--> statement-breakpoint
CREATE INDEX balance_correction_state ON public.balance_correction USING btree (state, id);
--> statement-breakpoint
CREATE INDEX bank_receipt_pay ON public.bank_receipt USING btree (pay_no);
--> statement-breakpoint
CREATE INDEX bank_receipt_undone_pay ON public.bank_receipt_undone USING btree (pay_no);
--> statement-breakpoint
CREATE INDEX bank_receipt_undone_serial ON public.bank_receipt_undone USING btree (serial);
--> statement-breakpoint
CREATE INDEX bank_statement_row_open ON public.bank_statement_row USING btree (paid_on) WHERE (pay_no IS NULL);
--> statement-breakpoint
CREATE INDEX bank_transfer_state ON public.bank_transfer USING btree (state, created_at);
--> statement-breakpoint
CREATE UNIQUE INDEX bank_transfer_voucher_once ON public.bank_transfer USING btree (file_id) WHERE (file_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX bill_difference_open ON public.bill_difference USING btree (found_at) WHERE (settled_at IS NULL);
--> statement-breakpoint
CREATE INDEX bill_line_day ON public.bill_line USING btree (house, day);
--> statement-breakpoint
CREATE INDEX booking_from ON public.booking USING btree (from_account, from_owner, at);
--> statement-breakpoint
CREATE INDEX booking_to ON public.booking USING btree (to_account, to_owner, at);
--> statement-breakpoint
CREATE INDEX company_application_company ON public.company_application USING btree (company_id);
--> statement-breakpoint
CREATE UNIQUE INDEX company_application_one_open ON public.company_application USING btree (company_id) WHERE (status = ANY (ARRAY['draft'::text, 'waiting'::text]));
--> statement-breakpoint
CREATE INDEX company_application_queue ON public.company_application USING btree (handed_in_at, id) WHERE (status = 'waiting'::text);
--> statement-breakpoint
CREATE INDEX company_closing_due ON public.company_closing USING btree (due_at) WHERE ((called_off_at IS NULL) AND (closed_at IS NULL));
--> statement-breakpoint
CREATE UNIQUE INDEX company_closing_open ON public.company_closing USING btree (company_id) WHERE ((called_off_at IS NULL) AND (closed_at IS NULL));
--> statement-breakpoint
CREATE INDEX company_coupon_company ON public.company_coupon USING btree (company_id, status);
--> statement-breakpoint
CREATE INDEX company_coupon_trade ON public.company_coupon USING btree (trade_no);
--> statement-breakpoint
CREATE INDEX company_head ON public.company USING btree (head_id);
--> statement-breakpoint
CREATE INDEX coupon_claim_to ON public.coupon USING btree (claim_to);
--> statement-breakpoint
CREATE INDEX data_export_company ON public.data_export USING btree (company_id, id);
--> statement-breakpoint
CREATE INDEX data_export_lying ON public.data_export USING btree (ready_at) WHERE (removed_at IS NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX data_export_open ON public.data_export USING btree (company_id) WHERE ((ready_at IS NULL) AND (removed_at IS NULL));
--> statement-breakpoint
CREATE INDEX demo_sms_created ON public.demo_sms USING btree (created_at);
--> statement-breakpoint
CREATE INDEX feedback_company ON public.feedback USING btree (company_id, id);
--> statement-breakpoint
CREATE INDEX feedback_file_file ON public.feedback_file USING btree (file_id);
--> statement-breakpoint
CREATE INDEX feedback_status ON public.feedback USING btree (status, id);
--> statement-breakpoint
CREATE UNIQUE INDEX goods_alert_open ON public.goods_alert USING btree (user_id, goods_id, kind) WHERE (told_at IS NULL);
--> statement-breakpoint
CREATE INDEX goods_merchant ON public.goods USING btree (merchant_id);
--> statement-breakpoint
CREATE INDEX idempotency_key_age ON public.idempotency_key USING btree (created_at);
--> statement-breakpoint
CREATE INDEX licence_renewal_file ON public.licence_renewal USING btree (file_id);
--> statement-breakpoint
CREATE INDEX licence_renewal_open ON public.licence_renewal USING btree (id) WHERE (state = 'waiting'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX licence_renewal_waiting ON public.licence_renewal USING btree (merchant_id, kind) WHERE (state = 'waiting'::text);
--> statement-breakpoint
CREATE INDEX line_lot_lot ON public.line_lot USING btree (lot_id);
--> statement-breakpoint
CREATE INDEX lot_report_file ON public.lot_report USING btree (file_id);
--> statement-breakpoint
CREATE INDEX member_company ON public.member USING btree (company_id);
--> statement-breakpoint
CREATE INDEX member_invite_company ON public.member_invite USING btree (company_id);
--> statement-breakpoint
CREATE INDEX member_store_company ON public.member_store USING btree (company_id);
--> statement-breakpoint
CREATE INDEX merchant_notice_created ON public.merchant_notice USING btree (created_at);
--> statement-breakpoint
CREATE INDEX merchant_notice_merchant ON public.merchant_notice USING btree (merchant_id, id);
--> statement-breakpoint
CREATE INDEX merchant_notice_read_staff ON public.merchant_notice_read USING btree (staff_id);
--> statement-breakpoint
CREATE INDEX merchant_notice_to_text ON public.merchant_notice USING btree (created_at) WHERE (texted_at IS NULL);
--> statement-breakpoint
CREATE INDEX message_company ON public.message USING btree (company_id, id);
--> statement-breakpoint
CREATE INDEX message_created ON public.message USING btree (created_at);
--> statement-breakpoint
CREATE INDEX onboarding_page_file ON public.onboarding_page USING btree (file_id);
--> statement-breakpoint
CREATE UNIQUE INDEX onboarding_paper_current ON public.onboarding_paper USING btree (merchant_id, kind, COALESCE(goods_id, 0), COALESCE(maker, ''::text)) WHERE (ended_at IS NULL);
--> statement-breakpoint
CREATE INDEX onboarding_paper_due ON public.onboarding_paper USING btree (valid_to) WHERE (ended_at IS NULL);
--> statement-breakpoint
CREATE INDEX onboarding_paper_goods ON public.onboarding_paper USING btree (goods_id);
--> statement-breakpoint
CREATE INDEX onboarding_paper_maker ON public.onboarding_paper USING btree (merchant_id, maker) WHERE (maker IS NOT NULL);
--> statement-breakpoint
CREATE INDEX onboarding_wish_company ON public.onboarding_wish USING btree (company_id);
--> statement-breakpoint
CREATE INDEX onboarding_wish_goods ON public.onboarding_wish USING btree (goods_id);
--> statement-breakpoint
CREATE UNIQUE INDEX onboarding_wish_once ON public.onboarding_wish USING btree (merchant_id, kind, COALESCE(goods_id, 0), COALESCE(maker, ''::text), company_id);
--> statement-breakpoint
CREATE INDEX onboarding_wish_order ON public.onboarding_wish USING btree (order_no);
--> statement-breakpoint
CREATE INDEX order_company ON public."order" USING btree (company_id, created_at);
--> statement-breakpoint
CREATE INDEX order_credit_due ON public."order" USING btree (completed_at) WHERE ((credited_at IS NULL) AND (completed_at IS NOT NULL));
--> statement-breakpoint
CREATE INDEX order_due ON public."order" USING btree (status, deadline_at);
--> statement-breakpoint
CREATE INDEX order_event_file_file ON public.order_event_file USING btree (file_id);
--> statement-breakpoint
CREATE INDEX order_event_file_order ON public.order_event_file USING btree (order_no);
--> statement-breakpoint
CREATE INDEX order_event_order ON public.order_event USING btree (order_no);
--> statement-breakpoint
CREATE INDEX order_line_goods ON public.order_line USING btree (goods_id);
--> statement-breakpoint
CREATE INDEX order_line_open ON public.order_line USING btree (goods_id) WHERE ((quantity + sent_refunded_quantity) > (shipped_quantity + refunded_quantity));
--> statement-breakpoint
CREATE INDEX order_line_order ON public.order_line USING btree (order_no);
--> statement-breakpoint
CREATE INDEX order_merchant ON public."order" USING btree (merchant_id, created_at);
--> statement-breakpoint
CREATE INDEX order_open ON public."order" USING btree (company_id, status) WHERE (status = ANY (ARRAY['to_pay'::text, 'to_verify'::text, 'to_approve'::text, 'to_ship'::text, 'part_shipped'::text, 'to_receive'::text, 'refusing'::text]));
--> statement-breakpoint
CREATE INDEX order_receive_due ON public."order" USING btree (status, receive_by);
--> statement-breakpoint
CREATE INDEX order_trade ON public."order" USING btree (trade_no);
--> statement-breakpoint
CREATE INDEX owner_change_company ON public.owner_change USING btree (company_id, id);
--> statement-breakpoint
CREATE INDEX owner_change_due ON public.owner_change USING btree (due_at) WHERE (state = 'passed'::text);
--> statement-breakpoint
CREATE INDEX owner_change_file_file ON public.owner_change_file USING btree (file_id);
--> statement-breakpoint
CREATE UNIQUE INDEX owner_change_one_open ON public.owner_change USING btree (user_id) WHERE (state = ANY (ARRAY['waiting'::text, 'passed'::text]));
--> statement-breakpoint
CREATE INDEX owner_change_state ON public.owner_change USING btree (state, id);
--> statement-breakpoint
CREATE INDEX paper_application ON public.paper USING btree (application_id);
--> statement-breakpoint
CREATE UNIQUE INDEX paper_approved_once ON public.paper USING btree (company_id, kind, number) WHERE (status = 'approved'::text);
--> statement-breakpoint
CREATE INDEX paper_company ON public.paper USING btree (company_id);
--> statement-breakpoint
CREATE INDEX paper_file_file ON public.paper_file USING btree (file_id);
--> statement-breakpoint
CREATE UNIQUE INDEX paper_open_once ON public.paper USING btree (company_id, kind) WHERE (status = ANY (ARRAY['draft'::text, 'reviewing'::text]));
--> statement-breakpoint
CREATE INDEX paper_plain_number ON public.paper USING btree (public.plain_number(number)) WHERE (status = ANY (ARRAY['reviewing'::text, 'approved'::text]));
--> statement-breakpoint
CREATE INDEX passkey_user ON public.passkey USING btree (user_id);
--> statement-breakpoint
CREATE UNIQUE INDEX pay_link_once ON public.pay_link USING btree (trade_no) WHERE (revoked_at IS NULL);
--> statement-breakpoint
CREATE INDEX payment_ask ON public.payment USING btree (ask_at) WHERE (ask_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX payment_company ON public.payment USING btree (company_id);
--> statement-breakpoint
CREATE INDEX payment_created ON public.payment USING btree (created_at);
--> statement-breakpoint
CREATE INDEX payment_from_balance ON public.payment USING btree (company_id, user_id, created_at) WHERE (provider = 'balance'::text);
--> statement-breakpoint
CREATE INDEX payment_link ON public.payment USING btree (link_id) WHERE (link_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX payment_trade_trade ON public.payment_trade USING btree (trade_no);
--> statement-breakpoint
CREATE INDEX phone_code_expires ON public.phone_code USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX points_ledger_company ON public.points_ledger USING btree (company_id, id);
--> statement-breakpoint
CREATE INDEX price_proposal_merchant ON public.price_proposal USING btree (merchant_id, state, id);
--> statement-breakpoint
CREATE UNIQUE INDEX price_proposal_one_waits ON public.price_proposal USING btree (company_id, goods_id) WHERE (state = 'waiting'::text);
--> statement-breakpoint
CREATE INDEX product_category ON public.product USING btree (category_id);
--> statement-breakpoint
CREATE INDEX product_generic ON public.product USING btree (name, spec);
--> statement-breakpoint
CREATE INDEX product_pictures ON public.product USING gin (pictures) WHERE (pictures <> '{}'::text[]);
--> statement-breakpoint
CREATE INDEX product_video ON public.product USING btree (video) WHERE (video <> ''::text);
--> statement-breakpoint
CREATE INDEX purchase_draft_updated ON public.purchase_draft USING btree (updated_at);
--> statement-breakpoint
CREATE UNIQUE INDEX quality_stop_approval ON public.quality_stop USING btree (approval_no) WHERE (lifted_at IS NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX quality_stop_goods ON public.quality_stop USING btree (goods_id) WHERE (lifted_at IS NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX refund_diversion_once ON public.refund_diversion USING btree (refund_no) WHERE (state = ANY (ARRAY['waiting'::text, 'passed'::text]));
--> statement-breakpoint
CREATE INDEX refund_diversion_refund ON public.refund_diversion USING btree (refund_no, id);
--> statement-breakpoint
CREATE INDEX refund_diversion_twice ON public.refund_diversion USING btree (house_paid_at) WHERE ((house_paid_at IS NOT NULL) AND (settled_at IS NULL));
--> statement-breakpoint
CREATE INDEX refund_order ON public.refund USING btree (order_no);
--> statement-breakpoint
CREATE INDEX refund_pay ON public.refund USING btree (pay_no);
--> statement-breakpoint
CREATE INDEX refund_status ON public.refund USING btree (status);
--> statement-breakpoint
CREATE INDEX report_wish_company ON public.report_wish USING btree (company_id);
--> statement-breakpoint
CREATE INDEX report_wish_order ON public.report_wish USING btree (order_no);
--> statement-breakpoint
CREATE INDEX sandbox_charge_due ON public.sandbox_charge USING btree (notify_at);
--> statement-breakpoint
CREATE INDEX sandbox_charge_pay ON public.sandbox_charge USING btree (pay_no);
--> statement-breakpoint
CREATE INDEX session_end_at ON public.session_end USING btree (ended_at);
--> statement-breakpoint
CREATE INDEX "session_user" ON public.session USING btree (user_id);
--> statement-breakpoint
CREATE INDEX shipment_event_shipment ON public.shipment_event USING btree (shipment_id);
--> statement-breakpoint
CREATE INDEX shipment_order ON public.shipment USING btree (order_no);
--> statement-breakpoint
CREATE INDEX shipment_tracking_no ON public.shipment USING btree (tracking_no);
--> statement-breakpoint
CREATE INDEX staff_merchant ON public.staff USING btree (merchant_id);
--> statement-breakpoint
CREATE INDEX staff_session_age ON public.staff_session USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX staff_session_staff ON public.staff_session USING btree (staff_id);
--> statement-breakpoint
CREATE INDEX stored_file_created ON public.stored_file USING btree (created_at);
--> statement-breakpoint
CREATE INDEX stored_file_digest ON public.stored_file USING btree (digest);
--> statement-breakpoint
CREATE UNIQUE INDEX stored_file_once ON public.stored_file USING btree (company_id, digest) WHERE (removed_at IS NULL);
--> statement-breakpoint
CREATE INDEX text_message_created ON public.text_message USING btree (created_at);
--> statement-breakpoint
CREATE INDEX text_message_user ON public.text_message USING btree (user_id);
--> statement-breakpoint
CREATE INDEX trace_code_line ON public.trace_code USING btree (order_line_id, lot_no);
--> statement-breakpoint
CREATE INDEX tracking_ask ON public.tracking USING btree (ask_at);
--> statement-breakpoint
CREATE INDEX trade_company ON public.trade USING btree (company_id, created_at);
--> statement-breakpoint
CREATE INDEX trade_deadline ON public.trade USING btree (deadline_at);
--> statement-breakpoint
CREATE INDEX voucher_ledger_voucher ON public.voucher_ledger USING btree (company_coupon_id, id);
--> statement-breakpoint
CREATE INDEX wallet_ledger_company ON public.wallet_ledger USING btree (company_id, id);
--> statement-breakpoint
CREATE INDEX wanted_company ON public.wanted USING btree (company_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.activity_goods
    ADD CONSTRAINT activity_goods_activity_id_activity_id_fk FOREIGN KEY (activity_id) REFERENCES public.activity(id);
--> statement-breakpoint
ALTER TABLE ONLY public.activity_goods
    ADD CONSTRAINT activity_goods_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.address
    ADD CONSTRAINT address_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale
    ADD CONSTRAINT after_sale_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_file
    ADD CONSTRAINT after_sale_file_file_id_stored_file_id_fk FOREIGN KEY (file_id) REFERENCES public.stored_file(id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_file
    ADD CONSTRAINT after_sale_file_note_id_after_sale_note_id_fk FOREIGN KEY (note_id) REFERENCES public.after_sale_note(id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_line
    ADD CONSTRAINT after_sale_line_after_sale_id_after_sale_id_fk FOREIGN KEY (after_sale_id) REFERENCES public.after_sale(id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_line
    ADD CONSTRAINT after_sale_line_order_line_id_order_line_id_fk FOREIGN KEY (order_line_id) REFERENCES public.order_line(id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale
    ADD CONSTRAINT after_sale_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale_note
    ADD CONSTRAINT after_sale_note_after_sale_id_after_sale_id_fk FOREIGN KEY (after_sale_id) REFERENCES public.after_sale(id);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale
    ADD CONSTRAINT after_sale_order_no_order_no_fk FOREIGN KEY (order_no) REFERENCES public."order"(no);
--> statement-breakpoint
ALTER TABLE ONLY public.after_sale
    ADD CONSTRAINT after_sale_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id);
--> statement-breakpoint
ALTER TABLE ONLY public.agreement_acceptance
    ADD CONSTRAINT agreement_acceptance_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.balance_correction
    ADD CONSTRAINT balance_correction_company_coupon_id_company_coupon_id_fk FOREIGN KEY (company_coupon_id) REFERENCES public.company_coupon(id);
--> statement-breakpoint
ALTER TABLE ONLY public.balance_correction
    ADD CONSTRAINT balance_correction_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.balance_correction
    ADD CONSTRAINT balance_correction_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_payout
    ADD CONSTRAINT bank_payout_refund_no_refund_no_fk FOREIGN KEY (refund_no) REFERENCES public.refund(no);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_receipt
    ADD CONSTRAINT bank_receipt_pay_no_bank_transfer_pay_no_fk FOREIGN KEY (pay_no) REFERENCES public.bank_transfer(pay_no);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_receipt_undone
    ADD CONSTRAINT bank_receipt_undone_pay_no_bank_transfer_pay_no_fk FOREIGN KEY (pay_no) REFERENCES public.bank_transfer(pay_no);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_statement_row
    ADD CONSTRAINT bank_statement_row_pay_no_bank_transfer_pay_no_fk FOREIGN KEY (pay_no) REFERENCES public.bank_transfer(pay_no);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_transfer
    ADD CONSTRAINT bank_transfer_file_id_stored_file_id_fk FOREIGN KEY (file_id) REFERENCES public.stored_file(id);
--> statement-breakpoint
ALTER TABLE ONLY public.bank_transfer
    ADD CONSTRAINT bank_transfer_pay_no_payment_no_fk FOREIGN KEY (pay_no) REFERENCES public.payment(no);
--> statement-breakpoint
ALTER TABLE ONLY public.cart_line
    ADD CONSTRAINT cart_line_activity_id_activity_id_fk FOREIGN KEY (activity_id) REFERENCES public.activity(id);
--> statement-breakpoint
ALTER TABLE ONLY public.cart_line
    ADD CONSTRAINT cart_line_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.cart_line
    ADD CONSTRAINT cart_line_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.cart_line
    ADD CONSTRAINT cart_line_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.code_wish
    ADD CONSTRAINT code_wish_asked_by_user_id_fk FOREIGN KEY (asked_by) REFERENCES public."user"(id);
--> statement-breakpoint
ALTER TABLE ONLY public.code_wish
    ADD CONSTRAINT code_wish_shipment_lot_id_shipment_lot_id_fk FOREIGN KEY (shipment_lot_id) REFERENCES public.shipment_lot(id);
--> statement-breakpoint
ALTER TABLE ONLY public.cold_record
    ADD CONSTRAINT cold_record_arrived_by_user_id_fk FOREIGN KEY (arrived_by) REFERENCES public."user"(id);
--> statement-breakpoint
ALTER TABLE ONLY public.cold_record
    ADD CONSTRAINT cold_record_shipment_id_shipment_id_fk FOREIGN KEY (shipment_id) REFERENCES public.shipment(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company
    ADD CONSTRAINT company_account_manager_id_account_manager_id_fk FOREIGN KEY (account_manager_id) REFERENCES public.account_manager(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_application
    ADD CONSTRAINT company_application_claimed_by_staff_id_fk FOREIGN KEY (claimed_by) REFERENCES public.staff(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_application
    ADD CONSTRAINT company_application_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_application
    ADD CONSTRAINT company_application_decided_by_staff_id_fk FOREIGN KEY (decided_by) REFERENCES public.staff(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_closing
    ADD CONSTRAINT company_closing_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_closing
    ADD CONSTRAINT company_closing_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_coupon
    ADD CONSTRAINT company_coupon_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_coupon
    ADD CONSTRAINT company_coupon_coupon_id_coupon_id_fk FOREIGN KEY (coupon_id) REFERENCES public.coupon(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company
    ADD CONSTRAINT company_head_id_company_id_fk FOREIGN KEY (head_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.company_scope
    ADD CONSTRAINT company_scope_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.controlled_grant
    ADD CONSTRAINT controlled_grant_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.controlled_grant
    ADD CONSTRAINT controlled_grant_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.coupon
    ADD CONSTRAINT coupon_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.customer_price
    ADD CONSTRAINT customer_price_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.customer_price
    ADD CONSTRAINT customer_price_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.data_export
    ADD CONSTRAINT data_export_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.data_export
    ADD CONSTRAINT data_export_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE ONLY public.demo_goods
    ADD CONSTRAINT demo_goods_demo_id_demo_id_fk FOREIGN KEY (demo_id) REFERENCES public.demo(id);
--> statement-breakpoint
ALTER TABLE ONLY public.duty_phone
    ADD CONSTRAINT duty_phone_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.favorite
    ADD CONSTRAINT favorite_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.favorite
    ADD CONSTRAINT favorite_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_answered_by_staff_id_fk FOREIGN KEY (answered_by) REFERENCES public.staff(id);
--> statement-breakpoint
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.feedback_file
    ADD CONSTRAINT feedback_file_feedback_id_feedback_id_fk FOREIGN KEY (feedback_id) REFERENCES public.feedback(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.feedback_file
    ADD CONSTRAINT feedback_file_file_id_stored_file_id_fk FOREIGN KEY (file_id) REFERENCES public.stored_file(id);
--> statement-breakpoint
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id);
--> statement-breakpoint
ALTER TABLE ONLY public.goods_alert
    ADD CONSTRAINT goods_alert_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.goods_alert
    ADD CONSTRAINT goods_alert_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.goods_alert
    ADD CONSTRAINT goods_alert_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.goods
    ADD CONSTRAINT goods_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.goods
    ADD CONSTRAINT goods_product_id_product_id_fk FOREIGN KEY (product_id) REFERENCES public.product(id);
--> statement-breakpoint
ALTER TABLE ONLY public.last_bought
    ADD CONSTRAINT last_bought_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.last_bought
    ADD CONSTRAINT last_bought_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.licence_renewal
    ADD CONSTRAINT licence_renewal_file_id_merchant_file_id_fk FOREIGN KEY (file_id) REFERENCES public.merchant_file(id);
--> statement-breakpoint
ALTER TABLE ONLY public.licence_renewal
    ADD CONSTRAINT licence_renewal_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.line_lot
    ADD CONSTRAINT line_lot_lot_id_lot_id_fk FOREIGN KEY (lot_id) REFERENCES public.lot(id);
--> statement-breakpoint
ALTER TABLE ONLY public.line_lot
    ADD CONSTRAINT line_lot_order_line_id_order_line_id_fk FOREIGN KEY (order_line_id) REFERENCES public.order_line(id);
--> statement-breakpoint
ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.lot_movement
    ADD CONSTRAINT lot_movement_lot_id_lot_id_fk FOREIGN KEY (lot_id) REFERENCES public.lot(id);
--> statement-breakpoint
ALTER TABLE ONLY public.lot_report
    ADD CONSTRAINT lot_report_file_id_merchant_file_id_fk FOREIGN KEY (file_id) REFERENCES public.merchant_file(id);
--> statement-breakpoint
ALTER TABLE ONLY public.lot_report
    ADD CONSTRAINT lot_report_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.member_invite
    ADD CONSTRAINT member_invite_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.member_invite
    ADD CONSTRAINT member_invite_invited_by_user_id_fk FOREIGN KEY (invited_by) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.member_store
    ADD CONSTRAINT member_store_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.member_store
    ADD CONSTRAINT member_store_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_file
    ADD CONSTRAINT merchant_file_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_notice
    ADD CONSTRAINT merchant_notice_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_notice_read
    ADD CONSTRAINT merchant_notice_read_notice_id_merchant_notice_id_fk FOREIGN KEY (notice_id) REFERENCES public.merchant_notice(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_notice_read
    ADD CONSTRAINT merchant_notice_read_staff_id_staff_id_fk FOREIGN KEY (staff_id) REFERENCES public.staff(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.merchant_paper
    ADD CONSTRAINT merchant_paper_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_page
    ADD CONSTRAINT onboarding_page_file_id_merchant_file_id_fk FOREIGN KEY (file_id) REFERENCES public.merchant_file(id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_page
    ADD CONSTRAINT onboarding_page_paper_id_onboarding_paper_id_fk FOREIGN KEY (paper_id) REFERENCES public.onboarding_paper(id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_paper
    ADD CONSTRAINT onboarding_paper_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_paper
    ADD CONSTRAINT onboarding_paper_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_wish
    ADD CONSTRAINT onboarding_wish_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_wish
    ADD CONSTRAINT onboarding_wish_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_wish
    ADD CONSTRAINT onboarding_wish_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.onboarding_wish
    ADD CONSTRAINT onboarding_wish_order_no_order_no_fk FOREIGN KEY (order_no) REFERENCES public."order"(no);
--> statement-breakpoint
ALTER TABLE ONLY public."order"
    ADD CONSTRAINT order_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.order_event_file
    ADD CONSTRAINT order_event_file_file_id_stored_file_id_fk FOREIGN KEY (file_id) REFERENCES public.stored_file(id);
--> statement-breakpoint
ALTER TABLE ONLY public.order_event_file
    ADD CONSTRAINT order_event_file_order_no_order_no_fk FOREIGN KEY (order_no) REFERENCES public."order"(no);
--> statement-breakpoint
ALTER TABLE ONLY public.order_event
    ADD CONSTRAINT order_event_order_no_order_no_fk FOREIGN KEY (order_no) REFERENCES public."order"(no);
--> statement-breakpoint
ALTER TABLE ONLY public.order_line
    ADD CONSTRAINT order_line_activity_id_activity_id_fk FOREIGN KEY (activity_id) REFERENCES public.activity(id);
--> statement-breakpoint
ALTER TABLE ONLY public.order_line
    ADD CONSTRAINT order_line_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.order_line
    ADD CONSTRAINT order_line_order_no_order_no_fk FOREIGN KEY (order_no) REFERENCES public."order"(no);
--> statement-breakpoint
ALTER TABLE ONLY public."order"
    ADD CONSTRAINT order_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public."order"
    ADD CONSTRAINT order_trade_no_trade_no_fk FOREIGN KEY (trade_no) REFERENCES public.trade(no);
--> statement-breakpoint
ALTER TABLE ONLY public.owner_change
    ADD CONSTRAINT owner_change_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.owner_change_file
    ADD CONSTRAINT owner_change_file_change_id_owner_change_id_fk FOREIGN KEY (change_id) REFERENCES public.owner_change(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.owner_change_file
    ADD CONSTRAINT owner_change_file_file_id_stored_file_id_fk FOREIGN KEY (file_id) REFERENCES public.stored_file(id);
--> statement-breakpoint
ALTER TABLE ONLY public.owner_change
    ADD CONSTRAINT owner_change_objected_by_user_id_fk FOREIGN KEY (objected_by) REFERENCES public."user"(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE ONLY public.owner_change
    ADD CONSTRAINT owner_change_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.paper
    ADD CONSTRAINT paper_application_id_company_application_id_fk FOREIGN KEY (application_id) REFERENCES public.company_application(id);
--> statement-breakpoint
ALTER TABLE ONLY public.paper_calendar
    ADD CONSTRAINT paper_calendar_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.paper_calendar
    ADD CONSTRAINT paper_calendar_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.paper
    ADD CONSTRAINT paper_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.paper_file
    ADD CONSTRAINT paper_file_file_id_stored_file_id_fk FOREIGN KEY (file_id) REFERENCES public.stored_file(id);
--> statement-breakpoint
ALTER TABLE ONLY public.paper_file
    ADD CONSTRAINT paper_file_paper_id_paper_id_fk FOREIGN KEY (paper_id) REFERENCES public.paper(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.pay_link
    ADD CONSTRAINT pay_link_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.pay_link
    ADD CONSTRAINT pay_link_trade_no_trade_no_fk FOREIGN KEY (trade_no) REFERENCES public.trade(no);
--> statement-breakpoint
ALTER TABLE ONLY public.pay_link
    ADD CONSTRAINT pay_link_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id);
--> statement-breakpoint
ALTER TABLE ONLY public.pay_password
    ADD CONSTRAINT pay_password_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_link_id_pay_link_id_fk FOREIGN KEY (link_id) REFERENCES public.pay_link(id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_part_of_payment_no_fk FOREIGN KEY (part_of) REFERENCES public.payment(no);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_trade
    ADD CONSTRAINT payment_trade_pay_no_payment_no_fk FOREIGN KEY (pay_no) REFERENCES public.payment(no);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_trade
    ADD CONSTRAINT payment_trade_trade_no_trade_no_fk FOREIGN KEY (trade_no) REFERENCES public.trade(no);
--> statement-breakpoint
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id);
--> statement-breakpoint
ALTER TABLE ONLY public.person_seen
    ADD CONSTRAINT person_seen_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.points_ledger
    ADD CONSTRAINT points_ledger_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_proposal
    ADD CONSTRAINT price_proposal_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_proposal
    ADD CONSTRAINT price_proposal_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_proposal
    ADD CONSTRAINT price_proposal_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_category_id_category_id_fk FOREIGN KEY (category_id) REFERENCES public.category(id);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_draft
    ADD CONSTRAINT purchase_draft_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_draft
    ADD CONSTRAINT purchase_draft_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_memory
    ADD CONSTRAINT purchase_memory_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_memory
    ADD CONSTRAINT purchase_memory_product_id_product_id_fk FOREIGN KEY (product_id) REFERENCES public.product(id);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_template
    ADD CONSTRAINT purchase_template_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_template_line
    ADD CONSTRAINT purchase_template_line_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_template_line
    ADD CONSTRAINT purchase_template_line_template_id_purchase_template_id_fk FOREIGN KEY (template_id) REFERENCES public.purchase_template(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.purchase_template
    ADD CONSTRAINT purchase_template_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.quality_stop
    ADD CONSTRAINT quality_stop_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.quota_use
    ADD CONSTRAINT quota_use_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.refund_diversion
    ADD CONSTRAINT refund_diversion_refund_no_refund_no_fk FOREIGN KEY (refund_no) REFERENCES public.refund(no);
--> statement-breakpoint
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_order_no_order_no_fk FOREIGN KEY (order_no) REFERENCES public."order"(no);
--> statement-breakpoint
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_pay_no_payment_no_fk FOREIGN KEY (pay_no) REFERENCES public.payment(no);
--> statement-breakpoint
ALTER TABLE ONLY public.registration
    ADD CONSTRAINT registration_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.report_wish
    ADD CONSTRAINT report_wish_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.report_wish
    ADD CONSTRAINT report_wish_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.report_wish
    ADD CONSTRAINT report_wish_order_no_order_no_fk FOREIGN KEY (order_no) REFERENCES public."order"(no);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_refund
    ADD CONSTRAINT sandbox_refund_charge_no_sandbox_charge_no_fk FOREIGN KEY (charge_no) REFERENCES public.sandbox_charge(no);
--> statement-breakpoint
ALTER TABLE ONLY public.search_history
    ADD CONSTRAINT search_history_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.shipment_event
    ADD CONSTRAINT shipment_event_shipment_id_shipment_id_fk FOREIGN KEY (shipment_id) REFERENCES public.shipment(id);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment_lot
    ADD CONSTRAINT shipment_lot_order_line_id_order_line_id_fk FOREIGN KEY (order_line_id) REFERENCES public.order_line(id);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment_lot
    ADD CONSTRAINT shipment_lot_shipment_id_shipment_id_fk FOREIGN KEY (shipment_id) REFERENCES public.shipment(id);
--> statement-breakpoint
ALTER TABLE ONLY public.shipment
    ADD CONSTRAINT shipment_order_no_order_no_fk FOREIGN KEY (order_no) REFERENCES public."order"(no);
--> statement-breakpoint
ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.staff_session
    ADD CONSTRAINT staff_session_staff_id_staff_id_fk FOREIGN KEY (staff_id) REFERENCES public.staff(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line
    ADD CONSTRAINT store_cart_line_activity_id_activity_id_fk FOREIGN KEY (activity_id) REFERENCES public.activity(id);
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line
    ADD CONSTRAINT store_cart_line_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line
    ADD CONSTRAINT store_cart_line_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.store_cart_line
    ADD CONSTRAINT store_cart_line_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.stored_file
    ADD CONSTRAINT stored_file_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.stored_file
    ADD CONSTRAINT stored_file_uploaded_by_user_id_fk FOREIGN KEY (uploaded_by) REFERENCES public."user"(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE ONLY public.table_mapping
    ADD CONSTRAINT table_mapping_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.table_mapping
    ADD CONSTRAINT table_mapping_merchant_id_merchant_id_fk FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
--> statement-breakpoint
ALTER TABLE ONLY public.text_choice
    ADD CONSTRAINT text_choice_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.text_message
    ADD CONSTRAINT text_message_message_id_message_id_fk FOREIGN KEY (message_id) REFERENCES public.message(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.text_message
    ADD CONSTRAINT text_message_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.trace_code
    ADD CONSTRAINT trace_code_order_line_id_order_line_id_fk FOREIGN KEY (order_line_id) REFERENCES public.order_line(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trace_code
    ADD CONSTRAINT trace_code_shipment_id_shipment_id_fk FOREIGN KEY (shipment_id) REFERENCES public.shipment(id);
--> statement-breakpoint
ALTER TABLE ONLY public.tracking
    ADD CONSTRAINT tracking_shipment_id_shipment_id_fk FOREIGN KEY (shipment_id) REFERENCES public.shipment(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trade
    ADD CONSTRAINT trade_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trade
    ADD CONSTRAINT trade_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id);
--> statement-breakpoint
ALTER TABLE ONLY public.user_totp
    ADD CONSTRAINT user_totp_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.voucher_ledger
    ADD CONSTRAINT voucher_ledger_company_coupon_id_company_coupon_id_fk FOREIGN KEY (company_coupon_id) REFERENCES public.company_coupon(id);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet
    ADD CONSTRAINT wallet_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet_ledger
    ADD CONSTRAINT wallet_ledger_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.wanted
    ADD CONSTRAINT wanted_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.company(id);
--> statement-breakpoint
ALTER TABLE ONLY public.wanted
    ADD CONSTRAINT wanted_goods_id_goods_id_fk FOREIGN KEY (goods_id) REFERENCES public.goods(id);
--> statement-breakpoint
ALTER TABLE ONLY public.wanted
    ADD CONSTRAINT wanted_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES public."user"(id);
--> statement-breakpoint
CREATE TRIGGER account_manager_followed_delete AFTER DELETE ON public.account_manager FOR EACH STATEMENT EXECUTE FUNCTION public.announce_managers();
--> statement-breakpoint
CREATE TRIGGER account_manager_followed_insert AFTER INSERT ON public.account_manager FOR EACH STATEMENT EXECUTE FUNCTION public.announce_managers();
--> statement-breakpoint
CREATE TRIGGER account_manager_followed_truncate AFTER TRUNCATE ON public.account_manager FOR EACH STATEMENT EXECUTE FUNCTION public.announce_managers();
--> statement-breakpoint
CREATE TRIGGER account_manager_followed_update AFTER UPDATE ON public.account_manager FOR EACH STATEMENT EXECUTE FUNCTION public.announce_managers();
--> statement-breakpoint
CREATE TRIGGER activity_announce_delete AFTER DELETE ON public.activity REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'settled_at');
--> statement-breakpoint
CREATE TRIGGER activity_announce_insert AFTER INSERT ON public.activity REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'settled_at');
--> statement-breakpoint
CREATE TRIGGER activity_announce_settled AFTER UPDATE OF settled_at ON public.activity FOR EACH STATEMENT EXECUTE FUNCTION public.announce_settled();
--> statement-breakpoint
CREATE TRIGGER activity_announce_truncate AFTER TRUNCATE ON public.activity FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'settled_at');
--> statement-breakpoint
CREATE TRIGGER activity_announce_update AFTER UPDATE ON public.activity REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'settled_at');
--> statement-breakpoint
CREATE TRIGGER activity_goods_announce_delete AFTER DELETE ON public.activity_goods REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER activity_goods_announce_insert AFTER INSERT ON public.activity_goods REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER activity_goods_announce_truncate AFTER TRUNCATE ON public.activity_goods FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER activity_goods_announce_update AFTER UPDATE ON public.activity_goods REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_promoted_changes();
--> statement-breakpoint
CREATE TRIGGER activity_goods_sold_announced AFTER UPDATE ON public.activity_goods REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_sold();
--> statement-breakpoint
CREATE TRIGGER ad_announce_delete AFTER DELETE ON public.ad REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER ad_announce_insert AFTER INSERT ON public.ad REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER ad_announce_truncate AFTER TRUNCATE ON public.ad FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER ad_announce_update AFTER UPDATE ON public.ad REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER address_own_delete AFTER DELETE ON public.address REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER address_own_insert AFTER INSERT ON public.address REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER address_own_truncate AFTER TRUNCATE ON public.address FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER address_own_update AFTER UPDATE ON public.address REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER after_sale_desk_insert AFTER INSERT ON public.after_sale FOR EACH ROW EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER after_sale_desk_update AFTER UPDATE ON public.after_sale FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) OR (old.is_escalated IS DISTINCT FROM new.is_escalated))) EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER balance_correction_desk_insert AFTER INSERT ON public.balance_correction FOR EACH ROW EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER balance_correction_desk_update AFTER UPDATE ON public.balance_correction FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER bank_payout_booked AFTER INSERT ON public.bank_payout FOR EACH ROW EXECUTE FUNCTION public.book_bank_payout();
--> statement-breakpoint
CREATE TRIGGER bank_receipt_booked AFTER INSERT ON public.bank_receipt FOR EACH ROW EXECUTE FUNCTION public.book_bank_receipt();
--> statement-breakpoint
CREATE TRIGGER bank_receipt_undone_booked AFTER INSERT ON public.bank_receipt_undone FOR EACH ROW EXECUTE FUNCTION public.book_bank_receipt_undone();
--> statement-breakpoint
CREATE TRIGGER bank_transfer_desk_insert AFTER INSERT ON public.bank_transfer FOR EACH ROW EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER bank_transfer_desk_update AFTER UPDATE ON public.bank_transfer FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER bill_difference_desk_insert AFTER INSERT ON public.bill_difference FOR EACH ROW EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER bill_difference_desk_update AFTER UPDATE ON public.bill_difference FOR EACH ROW WHEN ((old.settled_at IS DISTINCT FROM new.settled_at)) EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER booking_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.booking FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER brand_announce_delete AFTER DELETE ON public.brand REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'goods');
--> statement-breakpoint
CREATE TRIGGER brand_announce_insert AFTER INSERT ON public.brand REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'goods');
--> statement-breakpoint
CREATE TRIGGER brand_announce_truncate AFTER TRUNCATE ON public.brand FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'goods');
--> statement-breakpoint
CREATE TRIGGER brand_announce_update AFTER UPDATE ON public.brand REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'goods');
--> statement-breakpoint
CREATE TRIGGER cart_line_own_delete AFTER DELETE ON public.cart_line REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER cart_line_own_insert AFTER INSERT ON public.cart_line REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('yaopi.cart_is_told'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER cart_line_own_truncate AFTER TRUNCATE ON public.cart_line FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER cart_line_own_update AFTER UPDATE ON public.cart_line REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('yaopi.cart_is_told'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER category_announce_delete AFTER DELETE ON public.category REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER category_announce_insert AFTER INSERT ON public.category REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER category_announce_truncate AFTER TRUNCATE ON public.category FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER category_announce_update AFTER UPDATE ON public.category REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER company_application_desk_insert AFTER INSERT ON public.company_application FOR EACH ROW EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER company_application_desk_update AFTER UPDATE ON public.company_application FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER company_coupon_opened AFTER INSERT ON public.company_coupon FOR EACH ROW WHEN ((new.balance IS NOT NULL)) EXECUTE FUNCTION public.open_voucher();
--> statement-breakpoint
CREATE TRIGGER company_coupon_own_delete AFTER DELETE ON public.company_coupon REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER company_coupon_own_insert AFTER INSERT ON public.company_coupon REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER company_coupon_own_truncate AFTER TRUNCATE ON public.company_coupon FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER company_coupon_own_update AFTER UPDATE ON public.company_coupon REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER company_followed_delete AFTER DELETE ON public.company REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('id');
--> statement-breakpoint
CREATE TRIGGER company_followed_insert AFTER INSERT ON public.company REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('id');
--> statement-breakpoint
CREATE TRIGGER company_followed_truncate AFTER TRUNCATE ON public.company FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('id');
--> statement-breakpoint
CREATE TRIGGER company_followed_update AFTER UPDATE ON public.company REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('id');
--> statement-breakpoint
CREATE TRIGGER company_scope_followed_delete AFTER DELETE ON public.company_scope REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER company_scope_followed_insert AFTER INSERT ON public.company_scope REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER company_scope_followed_truncate AFTER TRUNCATE ON public.company_scope FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER company_scope_followed_update AFTER UPDATE ON public.company_scope REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER company_sessions_end AFTER UPDATE OF status ON public.company FOR EACH ROW WHEN (((new.status = ANY (ARRAY['frozen'::text, 'closed'::text])) AND (new.status IS DISTINCT FROM old.status))) EXECUTE FUNCTION public.end_company_sessions();
--> statement-breakpoint
CREATE TRIGGER controlled_grant_desk_insert AFTER INSERT ON public.controlled_grant FOR EACH ROW EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER controlled_grant_desk_update AFTER UPDATE ON public.controlled_grant FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER controlled_grant_own_delete AFTER DELETE ON public.controlled_grant REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER controlled_grant_own_insert AFTER INSERT ON public.controlled_grant REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER controlled_grant_own_truncate AFTER TRUNCATE ON public.controlled_grant FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER controlled_grant_own_update AFTER UPDATE ON public.controlled_grant REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER coupon_announce_delete AFTER DELETE ON public.coupon REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'coupons');
--> statement-breakpoint
CREATE TRIGGER coupon_announce_insert AFTER INSERT ON public.coupon REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'coupons');
--> statement-breakpoint
CREATE TRIGGER coupon_announce_truncate AFTER TRUNCATE ON public.coupon FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'coupons');
--> statement-breakpoint
CREATE TRIGGER coupon_announce_update AFTER UPDATE ON public.coupon REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_coupon_changes();
--> statement-breakpoint
CREATE TRIGGER customer_price_own_delete AFTER DELETE ON public.customer_price REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER customer_price_own_insert AFTER INSERT ON public.customer_price REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER customer_price_own_truncate AFTER TRUNCATE ON public.customer_price FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER customer_price_own_update AFTER UPDATE ON public.customer_price REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER demo_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.demo FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER demo_into_empty BEFORE INSERT ON public.demo FOR EACH ROW EXECUTE FUNCTION public.check_demo();
--> statement-breakpoint
CREATE TRIGGER favorite_own_delete AFTER DELETE ON public.favorite REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER favorite_own_insert AFTER INSERT ON public.favorite REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER favorite_own_truncate AFTER TRUNCATE ON public.favorite FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER favorite_own_update AFTER UPDATE ON public.favorite REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER goods_alert_own_delete AFTER DELETE ON public.goods_alert REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER goods_alert_own_insert AFTER INSERT ON public.goods_alert REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER goods_alert_own_truncate AFTER TRUNCATE ON public.goods_alert FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER goods_alert_own_update AFTER UPDATE ON public.goods_alert REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER goods_announce_delete AFTER DELETE ON public.goods REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER goods_announce_insert AFTER INSERT ON public.goods REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_goods_rows();
--> statement-breakpoint
CREATE TRIGGER goods_announce_truncate AFTER TRUNCATE ON public.goods FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER goods_announce_update AFTER UPDATE ON public.goods REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_goods_changes();
--> statement-breakpoint
CREATE TRIGGER goods_stock_announced AFTER UPDATE ON public.goods REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_stocks();
--> statement-breakpoint
CREATE TRIGGER goods_stop_new BEFORE INSERT OR UPDATE OF product_id ON public.goods FOR EACH ROW EXECUTE FUNCTION public.stop_new_goods();
--> statement-breakpoint
CREATE TRIGGER last_bought_own_delete AFTER DELETE ON public.last_bought REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER last_bought_own_insert AFTER INSERT ON public.last_bought REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER last_bought_own_truncate AFTER TRUNCATE ON public.last_bought FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER last_bought_own_update AFTER UPDATE ON public.last_bought REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER licence_renewal_desk_insert AFTER INSERT ON public.licence_renewal FOR EACH ROW EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER licence_renewal_desk_update AFTER UPDATE ON public.licence_renewal FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER lot_movement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.lot_movement FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER member_followed_delete AFTER DELETE ON public.member REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER member_followed_insert AFTER INSERT ON public.member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER member_followed_truncate AFTER TRUNCATE ON public.member FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER member_followed_update AFTER UPDATE ON public.member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER member_removed_sessions_end AFTER DELETE ON public.member FOR EACH ROW EXECUTE FUNCTION public.end_member_sessions();
--> statement-breakpoint
CREATE TRIGGER member_sessions_end AFTER UPDATE OF disabled_at, company_id ON public.member FOR EACH ROW WHEN ((((new.disabled_at IS NOT NULL) AND (old.disabled_at IS NULL)) OR (new.company_id <> old.company_id))) EXECUTE FUNCTION public.end_member_sessions();
--> statement-breakpoint
CREATE TRIGGER member_store_followed AFTER INSERT OR DELETE ON public.member_store FOR EACH ROW EXECUTE FUNCTION public.announce_store_people();
--> statement-breakpoint
CREATE TRIGGER merchant_announce_delete AFTER DELETE ON public.merchant REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER merchant_announce_insert AFTER INSERT ON public.merchant REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER merchant_announce_truncate AFTER TRUNCATE ON public.merchant FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER merchant_announce_update AFTER UPDATE ON public.merchant REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER merchant_notice_desk AFTER INSERT ON public.merchant_notice FOR EACH ROW EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER merchant_paper_announce_delete AFTER DELETE ON public.merchant_paper REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER merchant_paper_announce_insert AFTER INSERT ON public.merchant_paper REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER merchant_paper_announce_truncate AFTER TRUNCATE ON public.merchant_paper FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER merchant_paper_announce_update AFTER UPDATE ON public.merchant_paper REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '');
--> statement-breakpoint
CREATE TRIGGER nav_link_announce_delete AFTER DELETE ON public.nav_link REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER nav_link_announce_insert AFTER INSERT ON public.nav_link REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER nav_link_announce_truncate AFTER TRUNCATE ON public.nav_link FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER nav_link_announce_update AFTER UPDATE ON public.nav_link REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER order_booked AFTER INSERT ON public."order" FOR EACH ROW WHEN ((new.paid_at IS NOT NULL)) EXECUTE FUNCTION public.book_order();
--> statement-breakpoint
CREATE TRIGGER order_booked_later AFTER UPDATE OF paid_at, refunded_amount ON public."order" FOR EACH ROW WHEN (((new.paid_at IS NOT NULL) AND ((old.paid_at IS NULL) OR (new.refunded_amount <> old.refunded_amount)))) EXECUTE FUNCTION public.book_order();
--> statement-breakpoint
CREATE TRIGGER order_desk AFTER UPDATE ON public."order" FOR EACH ROW WHEN (((new.paid_at IS NOT NULL) AND ((old.status IS DISTINCT FROM new.status) OR (old.deadline_at IS DISTINCT FROM new.deadline_at) OR (old.hurried_at IS DISTINCT FROM new.hurried_at)))) EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER order_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_event FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER order_last_bought AFTER UPDATE ON public."order" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_paid_orders();
--> statement-breakpoint
CREATE TRIGGER order_line_booked AFTER INSERT ON public.order_line FOR EACH ROW WHEN ((new.price_trace @? '$[*]?(@."rule" == "platform_coupon" || @."rule" == "voucher")'::jsonpath)) EXECUTE FUNCTION public.book_order_line();
--> statement-breakpoint
CREATE TRIGGER order_line_booked_later AFTER UPDATE OF refunded_quantity ON public.order_line FOR EACH ROW WHEN (((new.refunded_quantity <> old.refunded_quantity) AND (new.price_trace @? '$[*]?(@."rule" == "platform_coupon" || @."rule" == "voucher")'::jsonpath))) EXECUTE FUNCTION public.book_order_line();
--> statement-breakpoint
CREATE TRIGGER order_line_last_bought AFTER INSERT ON public.order_line REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_paid_lines();
--> statement-breakpoint
CREATE TRIGGER paper_followed_delete AFTER DELETE ON public.paper REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER paper_followed_insert AFTER INSERT ON public.paper REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER paper_followed_truncate AFTER TRUNCATE ON public.paper FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER paper_followed_update AFTER UPDATE ON public.paper REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_companies('company_id');
--> statement-breakpoint
CREATE TRIGGER password_sessions_end AFTER UPDATE OF password ON public.account FOR EACH ROW WHEN ((new.password IS DISTINCT FROM old.password)) EXECUTE FUNCTION public.end_sessions_of_password();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_as_shares AFTER INSERT OR UPDATE OF amount ON public.payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_payment_shares();
--> statement-breakpoint
CREATE TRIGGER payment_booked AFTER INSERT ON public.payment FOR EACH ROW WHEN (((new.status = ANY (ARRAY['paid'::text, 'refunded'::text])) AND (new.provider <> ALL (ARRAY['balance'::text, 'bank'::text])))) EXECUTE FUNCTION public.book_payment();
--> statement-breakpoint
CREATE TRIGGER payment_booked_later AFTER UPDATE OF status ON public.payment FOR EACH ROW WHEN (((new.status = ANY (ARRAY['paid'::text, 'refunded'::text])) AND (old.status <> ALL (ARRAY['paid'::text, 'refunded'::text])) AND (new.provider <> ALL (ARRAY['balance'::text, 'bank'::text])))) EXECUTE FUNCTION public.book_payment();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_trade_as_shares AFTER INSERT OR UPDATE OF amount ON public.payment_trade DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_payment_shares();
--> statement-breakpoint
CREATE TRIGGER points_ledger_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.points_ledger FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER points_ledger_as_wallet AFTER INSERT ON public.points_ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_wallet();
--> statement-breakpoint
CREATE TRIGGER points_ledger_runs BEFORE INSERT ON public.points_ledger FOR EACH ROW EXECUTE FUNCTION public.check_points_entry();
--> statement-breakpoint
CREATE TRIGGER price_proposal_desk_insert AFTER INSERT ON public.price_proposal FOR EACH ROW EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER price_proposal_desk_update AFTER UPDATE ON public.price_proposal FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER product_announce_delete AFTER DELETE ON public.product REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'updated_at');
--> statement-breakpoint
CREATE TRIGGER product_announce_truncate AFTER TRUNCATE ON public.product FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'updated_at');
--> statement-breakpoint
CREATE TRIGGER product_announce_update AFTER UPDATE ON public.product REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_product_changes();
--> statement-breakpoint
CREATE TRIGGER product_brands_inserted AFTER INSERT ON public.product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.add_brands();
--> statement-breakpoint
CREATE TRIGGER product_brands_updated AFTER UPDATE ON public.product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.add_brands();
--> statement-breakpoint
CREATE TRIGGER product_stop_renumbered AFTER UPDATE OF approval_no ON public.product FOR EACH ROW WHEN ((old.approval_no IS DISTINCT FROM new.approval_no)) EXECUTE FUNCTION public.stop_renumbered();
--> statement-breakpoint
CREATE TRIGGER quota_use_own_delete AFTER DELETE ON public.quota_use REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER quota_use_own_insert AFTER INSERT ON public.quota_use REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER quota_use_own_truncate AFTER TRUNCATE ON public.quota_use FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER quota_use_own_update AFTER UPDATE ON public.quota_use REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_companies();
--> statement-breakpoint
CREATE TRIGGER refund_booked AFTER INSERT ON public.refund FOR EACH ROW WHEN (((new.status = 'done'::text) AND (new.provider <> ALL (ARRAY['balance'::text, 'bank'::text])))) EXECUTE FUNCTION public.book_refund();
--> statement-breakpoint
CREATE TRIGGER refund_booked_as_second AFTER INSERT ON public.refund FOR EACH ROW WHEN ((new.provider <> ALL (ARRAY['balance'::text, 'bank'::text]))) EXECUTE FUNCTION public.book_second_payment();
--> statement-breakpoint
CREATE TRIGGER refund_booked_later AFTER UPDATE OF status ON public.refund FOR EACH ROW WHEN (((new.status = 'done'::text) AND (old.status <> 'done'::text) AND (new.provider <> ALL (ARRAY['balance'::text, 'bank'::text])))) EXECUTE FUNCTION public.book_refund();
--> statement-breakpoint
CREATE TRIGGER refund_desk_insert AFTER INSERT ON public.refund FOR EACH ROW EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER refund_desk_update AFTER UPDATE ON public.refund FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.provider IS DISTINCT FROM new.provider))) EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER refund_diversion_booked AFTER UPDATE OF house_paid_at ON public.refund_diversion FOR EACH ROW WHEN (((new.house_paid_at IS NOT NULL) AND (old.house_paid_at IS NULL))) EXECUTE FUNCTION public.book_paid_twice();
--> statement-breakpoint
CREATE TRIGGER refund_diversion_desk_update AFTER UPDATE ON public.refund_diversion FOR EACH ROW WHEN (((old.house_paid_at IS DISTINCT FROM new.house_paid_at) OR (old.settled_at IS DISTINCT FROM new.settled_at))) EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER refund_within_payment AFTER INSERT OR UPDATE OF pay_no, provider_no, amount ON public.refund FOR EACH ROW EXECUTE FUNCTION public.check_refund();
--> statement-breakpoint
CREATE TRIGGER refund_within_payment_again AFTER UPDATE OF status ON public.refund FOR EACH ROW WHEN (((old.status = 'failed'::text) AND (new.status <> 'failed'::text))) EXECUTE FUNCTION public.check_refund();
--> statement-breakpoint
CREATE TRIGGER session_changed AFTER UPDATE OF expires_at, token, user_id ON public.session FOR EACH ROW WHEN (((new.expires_at IS DISTINCT FROM old.expires_at) OR (new.token IS DISTINCT FROM old.token) OR (new.user_id IS DISTINCT FROM old.user_id))) EXECUTE FUNCTION public.session_changed();
--> statement-breakpoint
CREATE TRIGGER session_person_seen AFTER INSERT OR UPDATE OF updated_at ON public.session FOR EACH ROW EXECUTE FUNCTION public.note_person_seen();
--> statement-breakpoint
CREATE TRIGGER session_store_changed AFTER UPDATE OF store_id ON public.session FOR EACH ROW WHEN ((new.store_id IS DISTINCT FROM old.store_id)) EXECUTE FUNCTION public.session_changed();
--> statement-breakpoint
CREATE TRIGGER sessions_ended AFTER DELETE ON public.session REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION public.sessions_ended();
--> statement-breakpoint
CREATE TRIGGER sessions_truncated AFTER TRUNCATE ON public.session FOR EACH STATEMENT EXECUTE FUNCTION public.sessions_truncated();
--> statement-breakpoint
CREATE TRIGGER shipment_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.shipment_event FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER site_setting_announce_delete AFTER DELETE ON public.site_setting REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER site_setting_announce_insert AFTER INSERT ON public.site_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER site_setting_announce_truncate AFTER TRUNCATE ON public.site_setting FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER site_setting_announce_update AFTER UPDATE ON public.site_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', '');
--> statement-breakpoint
CREATE TRIGGER site_setting_audited AFTER INSERT OR DELETE OR UPDATE ON public.site_setting FOR EACH ROW EXECUTE FUNCTION public.audit_setting();
--> statement-breakpoint
CREATE TRIGGER staff_sessions_end AFTER UPDATE OF disabled_at, password_hash, role, merchant_id, totp_secret ON public.staff FOR EACH ROW WHEN ((((new.disabled_at IS NOT NULL) AND (old.disabled_at IS NULL)) OR (new.password_hash <> old.password_hash) OR (new.role <> old.role) OR (new.merchant_id IS DISTINCT FROM old.merchant_id) OR (new.totp_secret IS DISTINCT FROM old.totp_secret))) EXECUTE FUNCTION public.end_staff_sessions();
--> statement-breakpoint
CREATE TRIGGER store_cart_line_own_delete AFTER DELETE ON public.store_cart_line REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER store_cart_line_own_insert AFTER INSERT ON public.store_cart_line REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('yaopi.cart_is_told'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER store_cart_line_own_truncate AFTER TRUNCATE ON public.store_cart_line FOR EACH STATEMENT EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER store_cart_line_own_update AFTER UPDATE ON public.store_cart_line REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('yaopi.cart_is_told'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.announce_own_of_people();
--> statement-breakpoint
CREATE TRIGGER user_announce_update AFTER UPDATE ON public."user" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_people();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER voucher_as_ledger AFTER UPDATE OF balance ON public.company_coupon DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_voucher();
--> statement-breakpoint
CREATE TRIGGER voucher_ledger_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.voucher_ledger FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER voucher_ledger_runs BEFORE INSERT ON public.voucher_ledger FOR EACH ROW EXECUTE FUNCTION public.check_voucher_entry();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER wallet_as_ledger AFTER INSERT OR UPDATE ON public.wallet DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_wallet();
--> statement-breakpoint
CREATE TRIGGER wallet_ledger_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_ledger FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER wallet_ledger_as_wallet AFTER INSERT ON public.wallet_ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_wallet();
--> statement-breakpoint
CREATE TRIGGER wallet_ledger_booked AFTER INSERT ON public.wallet_ledger FOR EACH ROW EXECUTE FUNCTION public.book_wallet_entry();
--> statement-breakpoint
CREATE TRIGGER wallet_ledger_runs BEFORE INSERT ON public.wallet_ledger FOR EACH ROW EXECUTE FUNCTION public.check_wallet_entry();
--> statement-breakpoint
CREATE TRIGGER wanted_desk_insert AFTER INSERT ON public.wanted FOR EACH ROW EXECUTE FUNCTION public.announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER wanted_desk_update AFTER UPDATE ON public.wanted FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.announce_platform_desk();
