-- Brands follow the products, whoever writes those.
CREATE FUNCTION add_brands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO brand (name)
  SELECT changed.brand FROM changed
  WHERE changed.brand <> '' AND NOT EXISTS (SELECT 1 FROM brand WHERE brand.name = changed.brand)
  GROUP BY changed.brand ORDER BY min(changed.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_brands_inserted AFTER INSERT ON product
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_brands();
--> statement-breakpoint
CREATE TRIGGER product_brands_updated AFTER UPDATE ON product
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_brands();
