-- A product is told by its goods, as the goods themselves are: the index takes the one over and stays what it is. One
-- that nobody offers yet shows nowhere; with its first goods it is told.
CREATE FUNCTION announce_product_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_goods((
    SELECT array_agg(g.id) FROM new_rows n JOIN old_rows o ON o.id = n.id JOIN goods g ON g.product_id = n.id
    WHERE to_jsonb(n) - 'updated_at' <> to_jsonb(o) - 'updated_at'));
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER product_announce_insert ON product;
--> statement-breakpoint
DROP TRIGGER product_announce_update ON product;
--> statement-breakpoint
CREATE TRIGGER product_announce_update AFTER UPDATE ON product
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_product_changes();
