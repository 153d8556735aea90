-- What happened is never rewritten: rows of these tables are added, and that is all.
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER order_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER wallet_ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER points_ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON points_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER voucher_ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON voucher_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- Settings are changed by hand as well as by the shop: whichever way, the log says who. A transaction may name the
-- person in yaopi.actor and the run in yaopi.request; else it is the role that has logged in to the database.
CREATE FUNCTION audit_setting() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER site_setting_audited AFTER INSERT OR UPDATE OR DELETE ON site_setting
  FOR EACH ROW EXECUTE FUNCTION audit_setting();
--> statement-breakpoint
-- Ledgers run: each entry goes on from the one before it. The owner's row is locked first, so that of two at once the
-- second sees what the first has written.
CREATE FUNCTION check_wallet_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER wallet_ledger_runs BEFORE INSERT ON wallet_ledger
  FOR EACH ROW EXECUTE FUNCTION check_wallet_entry();
--> statement-breakpoint
CREATE FUNCTION check_points_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER points_ledger_runs BEFORE INSERT ON points_ledger
  FOR EACH ROW EXECUTE FUNCTION check_points_entry();
--> statement-breakpoint
CREATE FUNCTION check_voucher_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER voucher_ledger_runs BEFORE INSERT ON voucher_ledger
  FOR EACH ROW EXECUTE FUNCTION check_voucher_entry();
--> statement-breakpoint
-- A voucher's ledger begins with what it was given for.
CREATE FUNCTION open_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO voucher_ledger (company_coupon_id, use_type, amount, balance_after, ref)
  VALUES (NEW.id, 'issue', NEW.balance, NEW.balance, 'issue');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER company_coupon_opened AFTER INSERT ON company_coupon
  FOR EACH ROW WHEN (NEW.balance IS NOT NULL) EXECUTE FUNCTION open_voucher();
--> statement-breakpoint
-- When a transaction ends, what companies hold is what their ledgers say.
CREATE FUNCTION check_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER wallet_as_ledger AFTER INSERT OR UPDATE ON wallet
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_wallet();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER wallet_ledger_as_wallet AFTER INSERT ON wallet_ledger
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_wallet();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER points_ledger_as_wallet AFTER INSERT ON points_ledger
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_wallet();
--> statement-breakpoint
CREATE FUNCTION check_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER voucher_as_ledger AFTER UPDATE OF balance ON company_coupon
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_voucher();
--> statement-breakpoint
-- No more goes back than came: of one transaction of a provider, all refunds together are at most the payment. Who pays
-- twice has two transactions. The payment's row is locked, so that two refunds at once are counted one after the other.
CREATE FUNCTION check_refund() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER refund_within_payment AFTER INSERT OR UPDATE OF pay_no, provider_no, amount ON refund
  FOR EACH ROW EXECUTE FUNCTION check_refund();
--> statement-breakpoint
CREATE TRIGGER refund_within_payment_again AFTER UPDATE OF status ON refund
  FOR EACH ROW WHEN (OLD.status = 'failed' AND NEW.status <> 'failed') EXECUTE FUNCTION check_refund();
--> statement-breakpoint
-- A payment is what its trades share of it.
CREATE FUNCTION check_payment_shares() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pay text := CASE WHEN TG_TABLE_NAME = 'payment' THEN to_jsonb(NEW) ->> 'no' ELSE to_jsonb(NEW) ->> 'pay_no' END;
BEGIN
  IF (SELECT amount FROM payment WHERE no = pay)
    IS DISTINCT FROM (SELECT coalesce(sum(amount), 0) FROM payment_trade WHERE pay_no = pay) THEN
    RAISE EXCEPTION 'a payment is not the sum of its shares' USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_as_shares';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_as_shares AFTER INSERT OR UPDATE OF amount ON payment
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payment_shares();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_trade_as_shares AFTER INSERT OR UPDATE OF amount ON payment_trade
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payment_shares();
--> statement-breakpoint
-- A database is the demo's from its first row on, or never: while this row is written nobody else writes.
CREATE FUNCTION check_demo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE company, merchant, product, "user" IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT 1 FROM company) OR EXISTS (SELECT 1 FROM merchant) OR EXISTS (SELECT 1 FROM product)
    OR EXISTS (SELECT 1 FROM "user") THEN
    RAISE EXCEPTION 'only an empty database can become the demo' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER demo_into_empty BEFORE INSERT ON demo FOR EACH ROW EXECUTE FUNCTION check_demo();
--> statement-breakpoint
CREATE TRIGGER demo_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON demo
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
