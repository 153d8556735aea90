CREATE TABLE "points_lot" (
	"id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"merchant_id" integer,
	"remaining" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "points_lot_not_negative" CHECK ("points_lot"."remaining" >= 0)
);
--> statement-breakpoint
CREATE TABLE "points_move" (
	"entry_id" integer NOT NULL,
	"lot_id" integer NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "points_move_entry_id_lot_id_pk" PRIMARY KEY("entry_id","lot_id"),
	CONSTRAINT "points_move_moves" CHECK ("points_move"."amount" <> 0)
);
--> statement-breakpoint
ALTER TABLE "points_ledger" DROP CONSTRAINT "points_ledger_use_type_known";--> statement-breakpoint
ALTER TABLE "wallet" DROP CONSTRAINT "wallet_not_negative";--> statement-breakpoint
ALTER TABLE "points_ledger" ADD COLUMN "owed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet" ADD COLUMN "points_debt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "points_lot" ADD CONSTRAINT "points_lot_id_points_ledger_id_fk" FOREIGN KEY ("id") REFERENCES "public"."points_ledger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_lot" ADD CONSTRAINT "points_lot_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_lot" ADD CONSTRAINT "points_lot_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_move" ADD CONSTRAINT "points_move_entry_id_points_ledger_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."points_ledger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_move" ADD CONSTRAINT "points_move_lot_id_points_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."points_lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "points_lot_open" ON "points_lot" USING btree ("company_id","expires_at","id") WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX "points_lot_ending" ON "points_lot" USING btree ("expires_at","company_id") WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX "points_move_lot" ON "points_move" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "points_ledger_owed" ON "points_ledger" USING btree ("company_id") WHERE owed <> 0;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD CONSTRAINT "points_ledger_use_type_known" CHECK ("points_ledger"."use_type" in ('order', 'sign_in', 'task', 'prize', 'adjust', 'spend', 'give_back', 'refund', 'debt', 'expire'));--> statement-breakpoint
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_not_negative" CHECK ("wallet"."balance" >= 0 and "wallet"."points" >= 0 and "wallet"."points_debt" >= 0);
--> statement-breakpoint
-- The end of the next year in Shanghai, as pointsEnd of the rules.
CREATE FUNCTION public.points_end(given timestamptz) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE
    RETURN (date_trunc('year', given AT TIME ZONE 'Asia/Shanghai') + interval '2 years') AT TIME ZONE 'Asia/Shanghai';
--> statement-breakpoint
-- Puts an entry that names no lot on lots: of the version before, and of rows that are written whole. What takes points
-- takes them from its order's own lot first, then from the earliest end on.
CREATE FUNCTION public.carry_points_entry(entry points_ledger) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  open integer := -entry.amount;
  part integer;
  lot record;
BEGIN
  IF entry.amount > 0 THEN
    INSERT INTO points_lot (id, company_id, remaining, expires_at)
      VALUES (entry.id, entry.company_id, entry.amount, points_end(now()));
  END IF;
  FOR lot IN SELECT l.id, l.remaining FROM points_lot l JOIN points_ledger e ON e.id = l.id
    WHERE l.company_id = entry.company_id AND l.remaining > 0
    ORDER BY (entry.use_type = 'refund' AND e.use_type = 'order' AND starts_with(entry.ref, 'R' || e.ref || '-')) DESC,
      l.expires_at, l.id
  LOOP
    EXIT WHEN open <= 0;
    part := least(open, lot.remaining);
    UPDATE points_lot SET remaining = remaining - part WHERE id = lot.id;
    INSERT INTO points_move (entry_id, lot_id, amount) VALUES (entry.id, lot.id, -part);
    open := open - part;
  END LOOP;
END $$;
--> statement-breakpoint
-- Existing points last from today on: nothing is lost that had no end.
INSERT INTO points_lot (id, company_id, remaining, expires_at)
  SELECT id, company_id, amount, points_end(now()) FROM points_ledger WHERE amount > 0;
--> statement-breakpoint
DO $$
DECLARE
  entry points_ledger;
BEGIN
  FOR entry IN SELECT * FROM points_ledger WHERE amount < 0 ORDER BY id LOOP
    PERFORM carry_points_entry(entry);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.carry_points() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.amount <> 0 AND NOT EXISTS (SELECT 1 FROM points_lot WHERE id = NEW.id)
    AND NOT EXISTS (SELECT 1 FROM points_move WHERE entry_id = NEW.id) THEN
    PERFORM carry_points_entry(NEW);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER points_ledger_carried AFTER INSERT ON public.points_ledger FOR EACH ROW EXECUTE FUNCTION public.carry_points();
--> statement-breakpoint
CREATE FUNCTION public.check_points_lots() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (SELECT points FROM wallet WHERE company_id = NEW.company_id) IS DISTINCT FROM
    (SELECT coalesce(sum(remaining), 0) FROM points_lot WHERE company_id = NEW.company_id AND remaining > 0) THEN
    RAISE EXCEPTION 'points are not the sum of their lots' USING ERRCODE = 'check_violation', CONSTRAINT = 'points_as_lots';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER points_ledger_as_lots AFTER INSERT ON public.points_ledger DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION public.check_points_lots();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER points_lot_as_wallet AFTER INSERT OR UPDATE OF remaining ON public.points_lot
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_points_lots();
--> statement-breakpoint
CREATE TRIGGER points_move_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.points_move
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.check_wallet() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  held record;
BEGIN
  -- The row as it is now: an earlier change of the same transaction may be judged after a later one.
  SELECT balance, points, points_debt INTO held FROM wallet WHERE company_id = NEW.company_id;
  IF FOUND AND (
    held.balance <> coalesce((SELECT balance_after FROM wallet_ledger
      WHERE company_id = NEW.company_id ORDER BY id DESC LIMIT 1), 0)
    OR held.points <> coalesce((SELECT balance_after FROM points_ledger
      WHERE company_id = NEW.company_id ORDER BY id DESC LIMIT 1), 0)
    OR held.points_debt <> coalesce((SELECT sum(owed) FROM points_ledger
      WHERE company_id = NEW.company_id AND owed <> 0), 0)) THEN
    RAISE EXCEPTION 'a wallet is not what its ledgers say' USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_as_ledger';
  END IF;
  RETURN NULL;
END $$;
