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
--> statement-breakpoint
-- Every page shows ads: when they change, no process keeps a page (an empty payload drops them all).
CREATE FUNCTION pages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('pages_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ad_changed AFTER INSERT OR UPDATE OR DELETE ON ad
  FOR EACH STATEMENT EXECUTE FUNCTION pages_changed();
--> statement-breakpoint
-- A merchant's papers decide over all of its goods: every process reads the catalogue anew.
CREATE FUNCTION catalogue_rested() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER merchant_paper_changed AFTER INSERT OR UPDATE OR DELETE ON merchant_paper
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rested();
