CREATE TABLE "last_bought" (
	"company_id" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"price" bigint NOT NULL,
	"number" integer NOT NULL,
	"bought_at" timestamp with time zone NOT NULL,
	CONSTRAINT "last_bought_company_id_goods_id_pk" PRIMARY KEY("company_id","goods_id"),
	CONSTRAINT "last_bought_not_negative" CHECK ("last_bought"."price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "last_bought" ADD CONSTRAINT "last_bought_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_bought" ADD CONSTRAINT "last_bought_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- What was paid for last: of the orders that a statement has paid, and of lines that are written to a paid order.
CREATE FUNCTION keep_last_bought(nos text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO last_bought (company_id, goods_id, price, number, bought_at)
  SELECT DISTINCT ON (o.company_id, l.goods_id)
    o.company_id, l.goods_id, round(l.gross::numeric / l.quantity), l.quantity, o.paid_at
  FROM "order" o JOIN order_line l ON l.order_no = o.no
  WHERE o.no = ANY (nos) AND o.paid_at IS NOT NULL AND l.kind IN ('normal', 'flash')
  -- Keys in one order: two payments at once wait for each other in none.
  ORDER BY o.company_id, l.goods_id, o.paid_at DESC, l.id DESC
  ON CONFLICT (company_id, goods_id) DO UPDATE
    SET price = excluded.price, number = excluded.number, bought_at = excluded.bought_at
    WHERE last_bought.bought_at <= excluded.bought_at;
$$;
--> statement-breakpoint
CREATE FUNCTION note_paid_orders() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER order_last_bought AFTER UPDATE ON "order"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_paid_orders();
--> statement-breakpoint
CREATE FUNCTION note_paid_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  nos text[];
BEGIN
  SELECT array_agg(DISTINCT o.no) INTO nos FROM new_rows n JOIN "order" o ON o.no = n.order_no
    WHERE o.paid_at IS NOT NULL;
  IF nos IS NOT NULL THEN
    PERFORM keep_last_bought(nos);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_line_last_bought AFTER INSERT ON order_line
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_paid_lines();
--> statement-breakpoint
SELECT keep_last_bought(array_agg(no)) FROM "order" WHERE paid_at IS NOT NULL;
