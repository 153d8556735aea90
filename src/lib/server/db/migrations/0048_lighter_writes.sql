CREATE INDEX "payment_from_balance" ON "payment" USING btree ("company_id","user_id","created_at") WHERE "payment"."provider" = 'balance';--> statement-breakpoint
-- As in 0042, without the lines that the platform bears nothing of, told by the same words as the triggers of lines, and
-- without the refund of an order that had none: they book nothing.
CREATE OR REPLACE FUNCTION book_order() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
--> statement-breakpoint
-- As in 0011, order by order: a line is written to one or a few, and each is found by its number whatever their table
-- has grown to since the plan was made.
CREATE OR REPLACE FUNCTION note_paid_lines() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- As in 0021, without making the row a document to find its number in it.
CREATE OR REPLACE FUNCTION check_payment_shares() RETURNS trigger LANGUAGE plpgsql AS $$
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
