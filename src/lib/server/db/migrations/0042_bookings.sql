CREATE TABLE "booking" (
	"id" serial PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"ref" text NOT NULL,
	"from_account" text NOT NULL,
	"from_owner" text NOT NULL,
	"to_account" text NOT NULL,
	"to_owner" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_once" UNIQUE("cause","ref"),
	CONSTRAINT "booking_moves" CHECK ("booking"."amount" > 0 and ("booking"."from_account", "booking"."from_owner") <> ("booking"."to_account", "booking"."to_owner")),
	CONSTRAINT "booking_cause_known" CHECK ("booking"."cause" in ('wallet', 'came', 'receipt', 'sale', 'refund', 'discount', 'sent_back', 'settlement')),
	CONSTRAINT "booking_from_account_known" CHECK ("booking"."from_account" in ('buyer', 'house', 'merchant', 'platform', 'transit')),
	CONSTRAINT "booking_to_account_known" CHECK ("booking"."to_account" in ('buyer', 'house', 'merchant', 'platform', 'transit'))
);
--> statement-breakpoint
CREATE INDEX "booking_from" ON "booking" USING btree ("from_account","from_owner","at");--> statement-breakpoint
CREATE INDEX "booking_to" ON "booking" USING btree ("to_account","to_owner","at");--> statement-breakpoint
CREATE TRIGGER booking_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON booking
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- Books are kept by the tables that money moves in: whoever writes them books, in the same transaction. What is zero moves
-- nothing; what is below zero goes the other way.
CREATE FUNCTION book(cause text, ref text, from_account text, from_owner text, to_account text, to_owner text,
  amount bigint, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
-- What the platform bears of what a line sold for: its coupons, and vouchers that are no merchant's, of the pieces that
-- have not come back. Rounded like the line's own money: the returned share of all, down, is off.
CREATE FUNCTION platform_bears(trace jsonb, refunded integer, quantity integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(total - total * refunded / quantity, 0) FROM (
    SELECT -sum((step ->> 'amount')::bigint)::bigint AS total FROM jsonb_array_elements(trace) step
    WHERE step ->> 'rule' = 'platform_coupon'
      OR step ->> 'rule' = 'voucher' AND NOT EXISTS (
        SELECT 1 FROM company_coupon held JOIN coupon c ON c.id = held.coupon_id
        WHERE held.id = (step ->> 'refId')::integer AND c.merchant_id IS NOT NULL)) of_line
$$;
--> statement-breakpoint
CREATE FUNCTION book_wallet_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Money that came or goes back by a payment; else it is the platform's own doing.
  is_paid boolean := NEW.use_type IN ('pay', 'refund')
    OR NEW.use_type = 'top_up' AND EXISTS (SELECT 1 FROM payment WHERE no = NEW.ref);
BEGIN
  PERFORM book('wallet', NEW.id::text,
    CASE WHEN is_paid THEN 'transit' ELSE 'platform' END,
    CASE WHEN is_paid THEN '' WHEN NEW.use_type IN ('rebate', 'cashback') THEN 'rewards' ELSE 'corrections' END,
    'buyer', NEW.company_id::text, NEW.amount, NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wallet_ledger_booked AFTER INSERT ON wallet_ledger
  FOR EACH ROW EXECUTE FUNCTION book_wallet_entry();
--> statement-breakpoint
-- A payment house has the money of a payment that is paid, and of one whose money goes back at once. The balance's
-- payments are entries of its ledger, a bank's are receipts.
CREATE FUNCTION book_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM book('came', NEW.no, 'house', NEW.provider, 'transit', '', NEW.amount,
    coalesce(NEW.paid_at, now()));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_booked AFTER INSERT ON payment FOR EACH ROW
  WHEN (NEW.status IN ('paid', 'refunded') AND NEW.provider NOT IN ('balance', 'bank'))
  EXECUTE FUNCTION book_payment();
--> statement-breakpoint
CREATE TRIGGER payment_booked_later AFTER UPDATE OF status ON payment FOR EACH ROW
  WHEN (NEW.status IN ('paid', 'refunded') AND OLD.status NOT IN ('paid', 'refunded')
    AND NEW.provider NOT IN ('balance', 'bank'))
  EXECUTE FUNCTION book_payment();
--> statement-breakpoint
-- A refund of another transaction than the payment's: it was paid twice, and the second one came with nobody waiting.
CREATE FUNCTION book_second_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT provider_no FROM payment WHERE no = NEW.pay_no) IS DISTINCT FROM NEW.provider_no THEN
    PERFORM book('came', NEW.no, 'house', NEW.provider, 'transit', '', NEW.amount, NEW.created_at);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refund_booked_as_second AFTER INSERT ON refund FOR EACH ROW
  WHEN (NEW.provider NOT IN ('balance', 'bank')) EXECUTE FUNCTION book_second_payment();
--> statement-breakpoint
CREATE FUNCTION book_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM book('sent_back', NEW.no, 'transit', '', 'house', NEW.provider, NEW.amount, coalesce(NEW.done_at, now()));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refund_booked AFTER INSERT ON refund FOR EACH ROW
  WHEN (NEW.status = 'done' AND NEW.provider NOT IN ('balance', 'bank')) EXECUTE FUNCTION book_refund();
--> statement-breakpoint
CREATE TRIGGER refund_booked_later AFTER UPDATE OF status ON refund FOR EACH ROW
  WHEN (NEW.status = 'done' AND OLD.status <> 'done' AND NEW.provider NOT IN ('balance', 'bank'))
  EXECUTE FUNCTION book_refund();
--> statement-breakpoint
CREATE FUNCTION book_bank_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM book('receipt', NEW.serial, 'house', 'bank', 'transit', '', NEW.amount, NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_receipt_booked AFTER INSERT ON bank_receipt
  FOR EACH ROW EXECUTE FUNCTION book_bank_receipt();
--> statement-breakpoint
CREATE FUNCTION book_bank_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM book('sent_back', NEW.refund_no, 'transit', '', 'house', 'bank',
    (SELECT amount FROM refund WHERE no = NEW.refund_no), NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_payout_booked AFTER INSERT ON bank_payout
  FOR EACH ROW EXECUTE FUNCTION book_bank_payout();
--> statement-breakpoint
-- An order that is paid is its merchant's, with what the platform bears of it; what goes back of it is not.
CREATE FUNCTION book_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_paid boolean := TG_OP = 'UPDATE' AND OLD.paid_at IS NOT NULL;
  went_back bigint := NEW.refunded_amount - CASE WHEN was_paid THEN OLD.refunded_amount ELSE 0 END;
BEGIN
  IF NOT was_paid THEN
    PERFORM book('sale', NEW.no, 'transit', '', 'merchant', NEW.merchant_id::text, NEW.pay_amount, NEW.paid_at);
    PERFORM book('discount', id || ':' || refunded_quantity, 'platform', 'promotions', 'merchant',
        NEW.merchant_id::text, platform_bears(price_trace, refunded_quantity, quantity), NEW.paid_at)
      FROM order_line WHERE order_no = NEW.no;
  END IF;
  PERFORM book('refund', NEW.no || ':' || NEW.refunded_amount, 'merchant', NEW.merchant_id::text, 'transit', '',
    went_back, now());
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_booked AFTER INSERT ON "order" FOR EACH ROW
  WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION book_order();
--> statement-breakpoint
CREATE TRIGGER order_booked_later AFTER UPDATE OF paid_at, refunded_amount ON "order" FOR EACH ROW
  WHEN (NEW.paid_at IS NOT NULL AND (OLD.paid_at IS NULL OR NEW.refunded_amount <> OLD.refunded_amount))
  EXECUTE FUNCTION book_order();
--> statement-breakpoint
CREATE FUNCTION book_order_line() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER order_line_booked AFTER INSERT ON order_line FOR EACH ROW
  WHEN (NEW.price_trace @? '$[*] ? (@.rule == "platform_coupon" || @.rule == "voucher")')
  EXECUTE FUNCTION book_order_line();
--> statement-breakpoint
CREATE TRIGGER order_line_booked_later AFTER UPDATE OF refunded_quantity ON order_line FOR EACH ROW
  WHEN (NEW.refunded_quantity <> OLD.refunded_quantity
    AND NEW.price_trace @? '$[*] ? (@.rule == "platform_coupon" || @.rule == "voucher")')
  EXECUTE FUNCTION book_order_line();
--> statement-breakpoint
-- What was there before the books, as of its own time.
INSERT INTO booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
SELECT 'wallet', id::text,
  CASE WHEN amount < 0 THEN 'buyer' WHEN is_paid THEN 'transit' ELSE 'platform' END,
  CASE WHEN amount < 0 THEN company_id::text WHEN is_paid THEN '' ELSE purse END,
  CASE WHEN amount > 0 THEN 'buyer' WHEN is_paid THEN 'transit' ELSE 'platform' END,
  CASE WHEN amount > 0 THEN company_id::text WHEN is_paid THEN '' ELSE purse END,
  abs(amount), created_at
FROM (SELECT *, use_type IN ('pay', 'refund')
      OR use_type = 'top_up' AND EXISTS (SELECT 1 FROM payment WHERE no = ref) AS is_paid,
    CASE WHEN use_type IN ('rebate', 'cashback') THEN 'rewards' ELSE 'corrections' END AS purse
  FROM wallet_ledger WHERE amount <> 0) entry ORDER BY id;
--> statement-breakpoint
INSERT INTO booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
SELECT 'came', no, 'house', provider, 'transit', '', amount,
  coalesce(paid_at, (SELECT min(created_at) FROM refund WHERE pay_no = payment.no), closed_at, created_at) FROM payment
WHERE status IN ('paid', 'refunded') AND provider NOT IN ('balance', 'bank') AND amount > 0
UNION ALL
SELECT 'came', r.no, 'house', r.provider, 'transit', '', r.amount, r.created_at
FROM refund r JOIN payment p ON p.no = r.pay_no
WHERE r.provider NOT IN ('balance', 'bank') AND p.provider_no IS DISTINCT FROM r.provider_no
UNION ALL
SELECT 'sent_back', no, 'transit', '', 'house', provider, amount, coalesce(done_at, created_at) FROM refund
WHERE status = 'done' AND provider NOT IN ('balance', 'bank')
UNION ALL
SELECT 'receipt', serial, 'house', 'bank', 'transit', '', amount, created_at FROM bank_receipt
UNION ALL
SELECT 'sent_back', o.refund_no, 'transit', '', 'house', 'bank', r.amount, o.created_at
FROM bank_payout o JOIN refund r ON r.no = o.refund_no
UNION ALL
SELECT 'sale', no, 'transit', '', 'merchant', merchant_id::text, pay_amount, paid_at FROM "order"
WHERE paid_at IS NOT NULL AND pay_amount > 0
UNION ALL
-- Each refund of an order at its own moment; in one where their sum is another.
SELECT 'refund', o.no || ':' || coalesce(so_far, refunded_amount), 'merchant', merchant_id::text, 'transit', '',
  coalesce(gone.amount, refunded_amount), coalesce(gone.created_at, paid_at)
FROM "order" o LEFT JOIN (
  SELECT order_no, created_at, sum(amount)::bigint AS amount,
    (sum(sum(amount)) OVER (PARTITION BY order_no ORDER BY created_at))::bigint AS so_far,
    sum(sum(amount)) OVER (PARTITION BY order_no) AS total
  FROM refund WHERE order_no IS NOT NULL GROUP BY order_no, created_at) gone
  ON gone.order_no = o.no AND gone.total = o.refunded_amount
WHERE paid_at IS NOT NULL AND refunded_amount > 0
UNION ALL
SELECT 'discount', l.id || ':0', 'platform', 'promotions', 'merchant', o.merchant_id::text,
  platform_bears(l.price_trace, 0, l.quantity), o.paid_at
FROM order_line l JOIN "order" o ON o.no = l.order_no
WHERE o.paid_at IS NOT NULL
  AND l.price_trace @? '$[*] ? (@.rule == "platform_coupon" || @.rule == "voucher")'
  AND platform_bears(l.price_trace, 0, l.quantity) > 0
UNION ALL
SELECT 'discount', l.id || ':' || l.refunded_quantity, 'merchant', o.merchant_id::text, 'platform', 'promotions',
  platform_bears(l.price_trace, 0, l.quantity) - platform_bears(l.price_trace, l.refunded_quantity, l.quantity),
  coalesce((SELECT max(created_at) FROM refund WHERE order_no = o.no), o.paid_at)
FROM order_line l JOIN "order" o ON o.no = l.order_no
WHERE o.paid_at IS NOT NULL AND l.refunded_quantity > 0
  AND l.price_trace @? '$[*] ? (@.rule == "platform_coupon" || @.rule == "voucher")'
  AND platform_bears(l.price_trace, 0, l.quantity) > platform_bears(l.price_trace, l.refunded_quantity, l.quantity)
ORDER BY 8;
