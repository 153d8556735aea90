CREATE TABLE "brand" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "brand_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "wanted" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"spec" text DEFAULT '' NOT NULL,
	"maker" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"price" bigint,
	"phone" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"goods_id" integer,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "wanted_once" UNIQUE("company_id","token")
);
--> statement-breakpoint
ALTER TABLE "controlled_grant" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "wanted" ADD CONSTRAINT "wanted_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted" ADD CONSTRAINT "wanted_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted" ADD CONSTRAINT "wanted_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wanted_company" ON "wanted" USING btree ("company_id","id");--> statement-breakpoint
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
INSERT INTO brand (name) SELECT brand FROM product WHERE brand <> '' GROUP BY brand ORDER BY min(id);
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
