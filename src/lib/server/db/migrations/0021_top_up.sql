ALTER TABLE "payment" ADD COLUMN "purpose" text DEFAULT 'order' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_purpose_known" CHECK ("payment"."purpose" in ('order', 'top_up'));
--> statement-breakpoint
-- A payment is what its trades share of it; one that becomes balance has none.
CREATE OR REPLACE FUNCTION check_payment_shares() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pay text := CASE WHEN TG_TABLE_NAME = 'payment' THEN to_jsonb(NEW) ->> 'no' ELSE to_jsonb(NEW) ->> 'pay_no' END;
BEGIN
  IF (SELECT CASE purpose WHEN 'top_up' THEN 0 ELSE amount END FROM payment WHERE no = pay)
    IS DISTINCT FROM (SELECT coalesce(sum(amount), 0) FROM payment_trade WHERE pay_no = pay) THEN
    RAISE EXCEPTION 'a payment is not the sum of its shares' USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_as_shares';
  END IF;
  RETURN NULL;
END $$;
